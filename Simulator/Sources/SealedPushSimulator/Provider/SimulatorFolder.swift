import Foundation
import KeyManagement

/// The layout of the simulator's folder.
struct SimulatorFolder: Sendable {
    /// The folder's absolute path, since other programs receive paths in it.
    let path: String

    init(path: String) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// The file with the connection data of a running simulator.
    var description: String { path + "/simulator.json" }
    /// The file that is locked while a simulator runs.
    var lock: String { path + "/lock" }
    /// The state of the push service: device tokens, stored pushes, channels.
    var serviceState: String { path + "/service.json" }
    /// The blobs of the media host.
    var media: String { path + "/media" }
    /// The provider's folder.
    var provider: String { path + "/provider" }
    /// The token signing key, a `.p8` file.
    func signingKey(_ id: String) -> String { provider + "/AuthKey_\(id).p8" }
    /// A phone's folder.
    func phone(_ name: String) -> String { path + "/phones/\(name)" }
    /// The folder of the provider's keyrings.
    var providerKeys: String { provider + "/keys" }
    /// The folder of a phone's keyrings.
    func phoneKeys(_ name: String) -> String { phone(name) + "/keys" }
    /// A phone's identity file.
    func phoneDescription(_ name: String) -> String { phone(name) + "/phone.json" }

    /// The simulator's clock, that of the push service, the provider and the phones: the system's time, and the time by which it was
    /// moved forward, also in a run before.
    var clock: WallClock { WallClock { Date() + Double(secondsAhead) } }

    /// The seconds by which the clock is ahead of the system's.
    var secondsAhead: Int {
        FileManager.default.contents(atPath: path + "/clock").flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }

    /// Moves the clock forward.
    func advance(by seconds: Int) throws {
        let text = Data("\(secondsAhead + seconds)".utf8)
        try text.write(to: URL(fileURLWithPath: path + "/clock"), options: .atomic)
    }

    /// The names of the phones in the folder, sorted.
    var phoneNames: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/phones")) ?? []
        return names.filter { FileManager.default.fileExists(atPath: phoneDescription($0)) }.sorted()
    }

    /// Returns a new path for a temporary folder.
    static func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("simulator-\(UUID().uuidString)").path
    }

    /// Creates a folder with mode 0700.
    static func make(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a file with mode 0600.
    static func writeSecret(_ text: String, to path: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw SimulatorError(.badFolder, "\(path) cannot be written") }
    }
}
