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
    /// A device without a key, which makes one with its first offer.
    static func device() -> Keyring { .forPublicKeys(name: "d", role: .device) }

    /// A provider's registration of one new key.
    static func registration(_ name: UTF8Text, _ key: DevicePublicKey? = nil) throws -> Keyring {
        var keyring = Keyring.forPublicKeys(name: name, role: .device)
        try keyring.pin(key ?? DeviceKey().publicKey, at: 1)
        return keyring
    }
}

extension DeviceRegistry {
    /// Enrols a new key of a device by all four messages, and returns it.
    @discardableResult
    func enrol(_ device: inout Keyring, _ id: UTF8Text, by provider: Keyring, at now: Date) async throws
        -> DevicePublicKey
    {
        let offer = try device.offer(at: now)
        let challenge = try await challenge(offer, for: id, at: now)
        let answer = try device.answer(
            challenge, from: provider.publicHalf(), context: EnrolmentContext(audience: id.string), at: now)
        try await device.finish(confirm(answer, for: id, at: now), at: now)
        return offer.key
    }
}
