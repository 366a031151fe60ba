import CryptoPrimitives
import Foundation
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import KeyManagement

@Suite("A registry of devices")
struct RegistryTests {
    private let start: Date = 1_000_000
    private let provider: Keyring
    private let store = RowStore()
    private let registry: DeviceRegistry

    init() throws {
        provider = try Keyring.generate(name: "bank", role: .provider, at: 1)
        registry = try DeviceRegistry(store, provider: provider)
    }

    private func device() -> Keyring { .forPublicKeys(name: "phone", role: .device) }

    private func answer(_ device: inout Keyring, _ id: UTF8Text, at now: Date) async throws -> KeyAnswer {
        let challenge = try await registry.challenge(device.offer(at: now), for: id, at: now)
        let context = EnrolmentContext(audience: id.string)
        return try device.answer(challenge, from: provider.publicHalf(), context: context, at: now)
    }

    @Test("a registry is of a provider's secrets, and of a lifetime of 1 to 30 days")
    func roles() throws {
        expectError(.wrongHalf) { try DeviceRegistry(store, provider: provider.publicHalf()) }
        expectError(.wrongRole) { try DeviceRegistry(store, provider: .generate(name: "d", role: .device)) }
        for lifetime in [0, 31] {
            expectError(.malformed) { try DeviceRegistry(store, provider: provider, lifetime: lifetime) }
        }
        for lifetime in [1, 30] { _ = try DeviceRegistry(store, provider: provider, lifetime: lifetime) }
    }

    @Test(
        "an id has 1 to 255 bytes without control characters or line separators, for each function",
        arguments: ["", String(repeating: "é", count: 128), "a\nb", "a\u{0}", "a\u{85}", "a\u{2028}b", "a\u{2029}"])
    func wrongIDs(text: String) async throws {
        let id = UTF8Text(text)
        var phone = device()
        let answer = try await answer(&phone, "jane", at: start)
        let offer = try phone.offer(at: start)
        let report = phone.report(on: offer.key.id, at: start)
        await expectError(.invalidName) { try await registry.challenge(offer, for: id, at: start) }
        await expectError(.invalidName) { try await registry.confirm(answer, for: id, at: start) }
        await expectError(.invalidName) { try await registry.recipient(for: id) }
        await expectError(.invalidName) { try await registry.receive(report, for: id, at: start) }
        await expectError(.invalidName) { try await registry.take(1, of: id) }
        await expectError(.invalidName) { try await registry.forget(id) }
        await expectError(.invalidName) { try await registry.registration(of: id) }
        await expectError(.invalidName) { try await registry.import([(id: text, key: offer.key)], at: start) }
        #expect(store.names(after: nil, limit: 9) == ["jane"])
    }

    @Test("a wrong id is the fault of the request, also while the provider has no key in use")
    func wrongIDWithoutKey() async throws {
        var revoked = provider
        try revoked.revoke(revoked.primary.thumbprint, at: start)
        let registry = try DeviceRegistry(store, provider: revoked)
        var phone = device()
        let offer = try phone.offer(at: start)
        await expectError(.invalidName) { try await registry.challenge(offer, for: "a\nb", at: start) }
        await expectError(.providerUnavailable) { try await registry.challenge(offer, for: "jane", at: start) }
    }

    @Test("an id of 255 bytes, and one of other letters, is registered", arguments: ["a", "José", ""])
    func ids(text: String) async throws {
        let id = UTF8Text(text.isEmpty ? String(repeating: "x", count: 255) : text)
        var phone = device()
        try await registry.confirm(answer(&phone, id, at: start), for: id, at: start)
        #expect(try await registry.registrations().map(\.id) == [id])
    }

    @Test("a registration is challenged, then enrolled, and ended when its keys are revoked")
    func states() async throws {
        var phone = device()
        #expect(try await registry.registration(of: "jane") == nil)
        let first = try await answer(&phone, "jane", at: start)
        let waiting = try await registry.registration(of: "jane")
        #expect(waiting?.state == .challenged && waiting?.key == nil && waiting?.answerDue == start + 600)
        try await registry.confirm(first, for: "jane", at: start)
        let enrolled = try await registry.registration(of: "jane")
        #expect(enrolled?.state == .enrolled && enrolled?.key?.thumbprint == first.key && enrolled?.since == start)
        try await store.change(named: "jane") { try $0.revoke(first.key, at: start) }
        #expect(try await registry.registration(of: "jane")?.state == .ended)
        // A key that waits for its answer, behind one that was revoked.
        let offer = try phone.offer(at: start)
        _ = try await registry.challenge(offer, for: "jane", at: start)
        #expect(try await registry.registration(of: "jane")?.state == .challenged)
        try await store.change(named: "jane") { try $0.revoke(offer.key.thumbprint, at: start) }
        let ended = try await registry.registration(of: "jane")
        #expect(ended?.state == .ended && ended?.answerDue == nil)
    }

    @Test("a key that is enrolled stays in use until the new one is confirmed")
    func replacement() async throws {
        var (phone, other) = (device(), device())
        let first = try await answer(&phone, "jane", at: start)
        try await registry.confirm(first, for: "jane", at: start)
        let second = try await answer(&other, "jane", at: start)
        #expect(try await registry.recipient(for: "jane").key.thumbprint == first.key)
        try await registry.confirm(second, for: "jane", at: start)
        #expect(try await registry.recipient(for: "jane").key.thumbprint == second.key)
        #expect(try await store.keyring(named: "jane").keys.count == 2)
    }

    @Test("what cannot be read is a damaged registration, which a challenge replaces")
    func damaged() async throws {
        try store.damage("jane")
        #expect(try await registry.registration(of: "jane")?.state == .damaged)
        #expect(try await registry.registrations().map(\.state) == [.damaged])
        var phone = device()
        let answer = try await answer(&phone, "jane", at: start)
        try await registry.confirm(answer, for: "jane", at: start)
        #expect(try await registry.registration(of: "jane")?.state == .enrolled)
    }

    @Test("a store that fails for a time has no damaged registrations")
    func unavailable() async throws {
        try await registry.import([(id: "jane", key: DeviceKey().publicKey)], at: start)
        store.state.withLock { $0.loadFailure = .inputOutput }
        await expectError(.inputOutput) { try await registry.registration(of: "jane") }
        await expectError(.inputOutput) { try await registry.forget("jane") }
    }

    @Test("other keyrings of a store are no registrations, and stay as they are")
    func ownKeyrings() async throws {
        try await store.add(provider)
        try await store.add(Keyring.generate(name: "own", role: .device, at: 1))
        try await store.add(Keyring.generate(name: "pinned", role: .provider, at: 1).publicHalf())
        let names: [UTF8Text] = ["bank", "own", "pinned"]
        let versions = names.map(store.version)
        for name in ["bank", "pinned"] as [UTF8Text] {
            await expectError(.wrongRole) { try await registry.forget(name) }
        }
        await expectError(.wrongHalf) { try await registry.forget("own") }
        for name in names {
            #expect(try await registry.registration(of: name) == nil)
            try await registry.take(7, of: name)
        }
        #expect(try await registry.registrations().isEmpty)
        #expect(names.map(store.version) == versions)
        try await store.change(named: "bank") { try $0.revoke($0.primary.thumbprint, at: 2) }
        await expectError(.wrongRole) { try await registry.recipient(for: "bank") }
    }

    @Test("a registration is forgotten once, also when another change is faster, and not by a task that was cancelled")
    func forgetting() async throws {
        try await registry.import([(id: "jane", key: DeviceKey().publicKey)], at: start)
        let registry = registry
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await registry.forget("jane")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(store.version("jane") != nil)
        store.state.withLock { $0.refusedRemovalCount = 1 }
        #expect(try await registry.forget("jane"))
        #expect(store.version("jane") == nil)
        #expect(try await !registry.forget("jane"))
        await expectError(.notFound) { try await registry.recipient(for: "jane") }
    }

    @Test("an import keeps a thousand devices at once, and those that are registered stay as they are")
    func importing() async throws {
        let point = try X25519.PrivateKey().publicKey
        let devices = (0..<2001).map { (id: "d\($0)", key: DevicePublicKey(point)) }
        #expect(try await registry.import(devices, at: start) == 2001)
        #expect(store.state.withLock { $0.saveCounts } == [1000, 1000, 1])
        let other = try DeviceKey().publicKey
        #expect(try await registry.import([(id: "d0", key: other), (id: "e", key: other)], at: start + 1) == 1)
        #expect(try await registry.recipient(for: "d0").key == DevicePublicKey(point))
        let registration = try await registry.registration(of: "e")
        #expect(registration?.key == other && registration?.since == start + 1)
    }

    @Test("pages list the registrations in the order of their ids, without names that are no ids")
    func pages() async throws {
        for name in ["a\nb", "b\u{7F}", String(repeating: "c", count: 256)] { try store.damage(UTF8Text(name)) }
        let ids = ["a", "b", "c", "d", "e"]
        try await registry.import(ids.map { (id: $0, key: try DeviceKey().publicKey) }, at: start)
        var listed: [UTF8Text] = []
        while case let page = try await registry.registrations(after: listed.last, limit: 2), !page.isEmpty {
            listed += page.map(\.id)
        }
        #expect(listed.map(\.string) == ids)
        #expect(try await registry.registrations(limit: 0).isEmpty)
        // A page that is full asks for no more names.
        #expect(store.state.withLock { $0.limits }.allSatisfy { $0 > 0 })
    }

    @Test("a store that gives the same names again and again is refused")
    func repeatedPages() async throws {
        for id in ["a\nb", "a\nc"] as [UTF8Text] { try store.damage(id) }
        store.state.withLock { $0.repeatsPages = true }
        await expectError(.malformed) { try await registry.registrations(limit: 1) }
    }
}
