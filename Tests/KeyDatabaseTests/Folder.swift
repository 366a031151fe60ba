import Foundation
import KeyDatabase
import KeyManagement
import TestSupport
import Testing

/// A folder that is gone with the last reference; in memory where the machine has such a folder.
final class Folder: Sendable {
    let url: URL

    init() throws {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        url = URL(filePath: parent).appending(path: "sealedpush-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String = "keys.sqlite") -> String { url.appending(path: name).path }

    func store(_ name: String = "keys.sqlite") throws -> SQLiteKeyStore { try SQLiteKeyStore(path: path(name)) }

    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted() }
}

/// Expects a `KeyError` of a code.
func expectCode(
    _ code: KeyError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    do {
        try await body()
        Issue.record("accepted where \(code) was expected", sourceLocation: sourceLocation)
    } catch {
        #expect((error as? KeyError)?.code == code, "\(error)", sourceLocation: sourceLocation)
    }
}

extension Keyring {
    /// A registration of one new key.
    static func registration(_ name: String, _ key: DevicePublicKey? = nil) throws -> Keyring {
        var keyring = Keyring.forPublicKeys(name: name, role: .device)
        try keyring.pin(key ?? DeviceKey().publicKey, at: 1)
        return keyring
    }
}
