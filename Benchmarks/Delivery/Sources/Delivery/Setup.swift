import Foundation
import KeyManagement
import LocalAPNs

/// The keys and the payload of a run, in a temporary folder that both processes read.
struct Setup: Sendable {
    static let topic = "com.example.bank"
    /// The device token of the only device.
    static let token = String(repeating: "5e", count: 32)
    /// The collapse id of the pushes that the service opens.
    static let checked = "checked"

    let folder: String
    let device, provider: Keyring
    let signer: TokenSigner
    /// The JSON of the payload.
    let payload: [UInt8]

    /// Reads a folder.
    init(folder: String) throws {
        self.folder = folder
        device = try KeyDirectory(folder + "/keys").keyring("phone")
        provider = try KeyDirectory(folder + "/keys").keyring("bank")
        let pem = try String(contentsOfFile: folder + "/signing-key.p8", encoding: .utf8)
        signer = try Self.signer(pem)
        payload = try Array(Data(contentsOf: URL(filePath: folder + "/payload.json")))
    }

    /// Makes a folder with new keys, runs a closure, and removes the folder.
    static func withNewFolder(payload: [UInt8], _ body: (Setup) async throws -> Void) async throws {
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: "delivery-\(UUID().uuidString)").path
        try files.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? files.removeItem(atPath: folder) }
        let keys = KeyDirectory(folder + "/keys")
        _ = try keys.generate("phone", role: .device)
        _ = try keys.generate("bank", role: .provider)
        let signer = TokenSigner(keyID: "BENCHMARK1", team: "BENCHMARK1")
        for (name, text) in [("signing-key.p8", Data(signer.pem.utf8)), ("payload.json", Data(payload))] {
            guard
                files.createFile(
                    atPath: "\(folder)/\(name)", contents: text, attributes: [.posixPermissions: 0o600])
            else { throw DeliveryFailure(description: "cannot write \(folder)/\(name)") }
        }
        try await body(Setup(folder: folder))
    }

    private static func signer(_ pem: String) throws -> TokenSigner {
        try TokenSigner(keyID: "BENCHMARK1", team: "BENCHMARK1", pem: pem)
    }
}
