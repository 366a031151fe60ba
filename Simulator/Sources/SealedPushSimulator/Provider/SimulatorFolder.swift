import Foundation
import KeyManagement
import PushPayload

/// Where everything lies in the simulator's folder.
struct SimulatorFolder: Sendable {
    /// The folder's path from the root, since other programs are told of files in it.
    let path: String

    init(path: String) {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// The file that says where a running simulator listens.
    var description: String { path + "/simulator.json" }
    /// The file that is locked while a simulator runs.
    var lock: String { path + "/lock" }
    /// What the provider has.
    var provider: String { path + "/provider" }
    /// The provider's keys for sealing.
    var providerKeys: KeyDirectory { KeyDirectory(provider + "/keys") }
    /// The public keys of phones that were enrolled.
    var registrations: KeyDirectory { KeyDirectory(provider + "/registrations") }
    /// Which device token and app a registration is about.
    func registeredPhone(_ name: String) -> String { provider + "/registrations/\(name).json" }
    /// The token signing key, as Apple hands it out.
    func signingKey(_ id: String) -> String { provider + "/AuthKey_\(id).p8" }
    /// A phone's own folder.
    func phone(_ name: String) -> String { path + "/phones/\(name)" }
    /// A phone's keys.
    func phoneKeys(_ name: String) -> String { phone(name) + "/keys" }
    /// What a phone is.
    func phoneDescription(_ name: String) -> String { phone(name) + "/phone.json" }

    /// The provider's keys for sealing; made if there are none yet.
    func providerKeyring() throws -> Keyring {
        do {
            return try providerKeys.keyring("provider")
        } catch  where error.code == .notFound {
            return try providerKeys.generate("provider", role: .provider)
        }
    }

    /// The phones that are there, by name.
    var phoneNames: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path + "/phones")) ?? []
        return names.filter { FileManager.default.fileExists(atPath: phoneDescription($0)) }.sorted()
    }

    /// The path of a folder that is not there yet.
    static func temporaryPath() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("simulator-\(UUID().uuidString)").path
    }

    /// Makes a folder for the owner alone.
    static func make(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Writes a file that only the owner may read.
    static func writeSecret(_ text: String, to path: String) throws {
        guard
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
        else { throw SimulatorError(.badFolder, "\(path) cannot be written") }
    }
}
