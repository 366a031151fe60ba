import Foundation
import LocalAPNs
import Synchronization

/// The state of the push service in the simulator's folder, which the next run restores.
final class SavedService: Sendable {
    private let service: PushService
    private let folder: SimulatorFolder
    private let clock: any Clock<Duration>
    private let warn: @Sendable (String) -> Void
    /// Whether the last write failed; held while the file is written, so that an older state never replaces a newer one.
    private let hasFailed = Mutex(false)

    /// Creates the record of a service in a folder.
    ///
    /// - Parameters:
    ///   - service: the service.
    ///   - folder: the simulator's folder.
    ///   - clock: the clock of the pause after a failed write.
    ///   - warn: called when the file cannot be written, and not again before a write succeeds.
    init(
        _ service: PushService, in folder: SimulatorFolder, clock: any Clock<Duration>,
        warn: @escaping @Sendable (String) -> Void
    ) {
        self.service = service
        self.folder = folder
        self.clock = clock
        self.warn = warn
    }

    /// Restores the state of an earlier run, if there was one, without the tokens that no phone has.
    ///
    /// Those are the tokens of Live Activities, which end with the simulator, also if it is killed, and of phones whose folder was removed.
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
        let phones = try folder.phoneNames.map { try PhoneIdentity.reading(folder.phoneDescription($0)) }
        service.unregister(allExcept: Set(phones.flatMap(\.tokens)))
    }

    /// Writes the state after each change until the task is cancelled; a failed write is repeated after a second.
    func follow(_ changes: AsyncStream<Void>) async {
        for await _ in changes {
            while !write(), !Task.isCancelled { try? await clock.sleep(for: .seconds(1)) }
        }
    }

    /// Writes the state; returns whether it is written.
    @discardableResult
    func write() -> Bool {
        hasFailed.withLock { hasFailed in
            do {
                try service.encodedState().write(to: URL(fileURLWithPath: folder.serviceState), options: .atomic)
                hasFailed = false
            } catch {
                if !hasFailed { warn("\(folder.serviceState) cannot be written; a restart forgets the latest changes") }
                hasFailed = true
            }
            return !hasFailed
        }
    }
}
