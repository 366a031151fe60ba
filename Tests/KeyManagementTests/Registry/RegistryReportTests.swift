import Foundation
import KeyManagement
import StrictJSON
import TestSupport
import Testing

@Suite("Reports and requests to a registry")
struct RegistryReportTests {
    private let start: Date = 1_000_000
    private let folder: TemporaryFolder
    private let first: Keyring
    private let store = RowStore()

    init() throws {
        folder = try TemporaryFolder()
        first = try folder.directory.generate("bank", role: .provider, at: 1)
    }

    /// A registry that looks for a rotation of its own accord once in an hour.
    private func registry() throws -> DeviceRegistry {
        try DeviceRegistry(
            store, provider: folder.directory.keyring("bank"),
            refresh: RefreshPolicy(interval: .seconds(3600), grace: .zero))
    }

    @Test("a report on a key that the provider has rotated to is judged by the keyring of now")
    func rotated() async throws {
        let registry = try registry()
        let next = try folder.directory.change("bank") { try $0.rotate(at: 2) }
        let report = try first.publicHalf().report(on: next.id, at: start)
        #expect(report.action == .wait)
        #expect(try await registry.receive(report, for: "jane", at: start) == .wait)
    }

    @Test("a report on a key that the registry knows, and a challenge, need no look at the provider's folder")
    func knownKey() async throws {
        let registry = try registry()
        let pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        let report = try pinned.report(on: first.primary.id, at: start)
        _ = try await registry.respond(to: .keys(KeysRequest()), from: "jane", at: start)
        for file in folder.files { folder.unlink(file) }
        #expect(try await registry.receive(report, for: "jane", at: start) == .wait)
        var device = Keyring.forPublicKeys(name: "phone", role: .device)
        _ = try await registry.challenge(device.offer(at: start), for: "jane", at: start)
        // The set to pin is the one of now.
        await expectError(.providerUnavailable) {
            try await registry.respond(to: .keys(KeysRequest()), from: "jane", at: start)
        }
    }

    @Test("the version that a device has pinned is kept from a report on the provider's key and a request for its keys")
    func pinnedVersion() async throws {
        let registry = try registry()
        try await registry.import([(id: "jane", key: DeviceKey().publicKey)], at: start)
        let pinned = try first.publicHalf()
        _ = try await registry.receive(pinned.report(on: first.primary.id, at: start), for: "jane", at: start)
        #expect(try await registry.recipient(for: "jane").pinnedVersion == 1)
        let version = store.version("jane")
        _ = try await registry.respond(to: .keys(KeysRequest(pinned: pinned)), from: "jane", at: start)
        // Nothing is written for the version that is known.
        #expect(store.version("jane") == version)
        let set = try await registry.respond(to: .keys(KeysRequest()), from: "jane", at: start)
        #expect(try await registry.recipient(for: "jane").pinnedVersion == nil)
        #expect(try Keyring(publicJWKSet: set, name: "bank").primary.thumbprint == first.primary.thumbprint)
    }

    @Test("a report on the device's own key is judged by its registration, and keeps no version")
    func ownKey() async throws {
        let registry = try registry()
        var phone = Keyring.forPublicKeys(name: "phone", role: .device)
        let key = try phone.offer(at: start).key
        let unknown = phone.report(on: try DeviceKey().publicKey.id, at: start)
        #expect(try await registry.receive(unknown, for: "jane", at: start) == .reRegister)
        try await registry.import([(id: "jane", key: key)], at: start)
        let version = store.version("jane")
        #expect(try await registry.receive(unknown, for: "jane", at: start) == .ignore)
        let lost = Keyring.forPublicKeys(name: "phone", role: .device).report(on: key.id, at: start)
        #expect(try await registry.receive(lost, for: "jane", at: start) == .reRegister)
        #expect(store.version("jane") == version)
    }
}
