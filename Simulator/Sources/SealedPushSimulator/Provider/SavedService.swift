import Foundation
import LocalAPNs

/// The state of the push service in the simulator's folder, which the next run restores.
struct SavedService: Sendable {
    private let service: PushService
    private let folder: SimulatorFolder

    init(_ service: PushService, in folder: SimulatorFolder) {
        self.service = service
        self.folder = folder
    }

    /// Restores the state of an earlier run, if there was one.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder` for a damaged file.
    func restore() throws {
        guard let data = FileManager.default.contents(atPath: folder.serviceState) else { return }
        do {
            try service.restore(data)
        } catch {
            throw SimulatorError(
                .badFolder, "\(folder.serviceState) is not the state of a push service; remove it to start anew")
        }
    }

    func write() throws {
        try service.encodedState().write(to: URL(fileURLWithPath: folder.serviceState), options: .atomic)
    }
}
