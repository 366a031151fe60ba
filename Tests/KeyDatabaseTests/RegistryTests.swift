import Foundation
import GRDB
import KeyDatabase
import KeyManagement
import TestSupport
import Testing

@Suite("The registry of a provider's devices")
struct RegistryTests {
    let folder: Folder
    let provider: Keyring
    let start = Date(timeIntervalSince1970: 1_000_000)

    init() throws {
        folder = try Folder()
        provider = try .generate(name: "bank", role: .provider)
    }

    /// The registries over each store that ships.
    private var registries: [DeviceRegistry] {
        get throws {
            let stores: [any KeyStore] = [
                MemoryKeyStore(), KeyDirectory(folder.path("folder")), try folder.store(),
            ]
            return try stores.map { try DeviceRegistry($0, provider: provider) }
        }
    }

    @Test("a keyring of one's own in the same store is no registration: it is not listed or forgotten")
    func ownKeyrings() async throws {
        let directory = KeyDirectory(folder.path("folder"))
        let registry = try await DeviceRegistry(
            directory, provider: directory.loadOrMake(named: "bank", role: .provider))
        try directory.loadOrMake("phone", role: .device)
        await expectCode(.wrongRole) { _ = try await registry.forget("bank") }
        await expectCode(.wrongHalf) { _ = try await registry.forget("phone") }
        #expect(try await registry.registrations().isEmpty)
        #expect(try await registry.registration(of: "bank") == nil)
        #expect(try directory.keyring("bank").isSecret && directory.keyring("phone").isSecret)
    }

    @Test("a device is challenged, enrolled, replaced and forgotten")
    func life() async throws {
        for registry in try registries {
            var device = Keyring.device()
            await expectCode(.notFound) { _ = try await registry.recipient(for: "jane") }
            let offer = try device.offer(at: start)
            let challenge = try await registry.challenge(offer, for: "jane", at: start)
            await expectCode(.noActiveKey) { _ = try await registry.recipient(for: "jane") }
            let waiting = try await registry.registration(of: "jane")
            #expect(waiting?.state == .challenged && waiting?.since == start && waiting?.key == nil)
            #expect(waiting?.answerDue == start + 600)

            // Authenticated by the provider's key.
            let jane = EnrolmentContext(audience: "jane")
            let answer = try device.answer(challenge, from: provider.publicHalf(), context: jane, at: 1_000_001)
            await expectCode(.tooLate) { try await registry.confirm(answer, for: "jane", at: start + 601) }
            let confirmation = try await registry.confirm(answer, for: "jane", at: start + 600)
            #expect(try await registry.recipient(for: "jane").key == offer.key)
            let again = try await registry.confirm(answer, for: "jane", at: start + 700)
            #expect(again.members == confirmation.members)
            try device.finish(again, at: start)
            let enrolled = try await registry.registration(of: "jane")
            #expect(enrolled?.state == .enrolled && enrolled?.answerDue == nil)
            #expect(enrolled?.key == offer.key && enrolled?.isPostQuantum != nil)
            #expect(enrolled?.key?.enrolment?.chain == nil && enrolled?.key?.enrolment != nil)

            let next = try device.offer(at: start)
            let second = try await registry.challenge(next, for: "jane", at: start)
            #expect(try await registry.recipient(for: "jane").key == offer.key)
            let nextAnswer = try device.answer(second, from: provider.publicHalf(), context: jane, at: start)
            try await registry.confirm(nextAnswer, for: "jane", at: start)
            #expect(try await registry.recipient(for: "jane").key == next.key)

            #expect(try await registry.forget("jane"))
            #expect(try await !registry.forget("jane"))
            await expectCode(.notFound) { _ = try await registry.recipient(for: "jane") }
            #expect(try await registry.registration(of: "jane") == nil)
        }
    }

    @Test("after a rotation of the provider, the new key authenticates challenges and judges reports")
    func providerRotation() async throws {
        let keys = KeyDirectory(folder.path("keys"))
        let old = try keys.generate("bank", role: .provider)
        let registry = try DeviceRegistry(
            MemoryKeyStore(), provider: keys.keyring("bank"), refresh: RefreshPolicy(interval: .zero))
        var device = Keyring.device()
        let offer = try device.offer(at: start)
        try keys.change("bank") { try $0.revoke($0.primary.thumbprint, at: 1) }
        await expectCode(.providerUnavailable) { _ = try await registry.challenge(offer, for: "jane", at: start) }
        try keys.change("bank") { _ = try $0.rotate(grace: .days(1), at: 1) }
        let challenge = try await registry.challenge(offer, for: "jane", at: start)
        await expectCode(.unknownSender) { _ = try device.answer(challenge, from: old.publicHalf(), at: 1_000_000) }
        let new = try keys.publicKeyring("bank")
        let answer = try device.answer(challenge, from: new, context: EnrolmentContext(audience: "jane"), at: 1_000_000)
        try await registry.confirm(answer, for: "jane", at: start)
        #expect(try await registry.recipient(for: "jane").key == offer.key)
        #expect(try await registry.receive(old.publicHalf().report(on: new.primary.id), for: "jane") == .wait)
    }

    @Test("an answer for another topic, audience or id is refused")
    func context() async throws {
        let registry = try DeviceRegistry(
            MemoryKeyStore(), provider: provider, context: EnrolmentContext(topic: "com.example.bank", audience: "all"))
        var (device, other) = (Keyring.device(), Keyring.device())
        let challenge = try await registry.challenge(
            device.offer(at: start), for: "jane", audience: "jane's", at: start)
        let pinned = try provider.publicHalf()
        for (topic, audience) in [("com.example.bank", "all"), ("com.example", "jane's"), ("", "")] {
            let context = EnrolmentContext(topic: topic, audience: audience)
            await expectCode(.cannotOpen) {
                _ = try device.answer(challenge, from: pinned, context: context, at: start)
            }
        }
        let context = EnrolmentContext(topic: "com.example.bank", audience: "jane's")
        let answer = try device.answer(challenge, from: pinned, context: context, at: start)
        _ = try await registry.challenge(other.offer(at: start), for: "joe", at: start)
        await expectCode(.noChallenge) { try await registry.confirm(answer, for: "joe", at: start) }
        await expectCode(.notFound) { try await registry.confirm(answer, for: "jo", at: start) }
        try await registry.confirm(answer, for: "jane", at: start)
    }

    @Test("without an audience of the app, the id of the registration is the audience, and an empty one is the app's")
    func audienceOfID() async throws {
        var device = Keyring.device()
        let offer = try device.offer(at: start)
        let pinned = try provider.publicHalf()
        for (audience, expected) in [(nil, "jane"), ("", ""), ("all", "all")] as [(String?, String)] {
            let context = EnrolmentContext(topic: "com.example.bank", audience: audience)
            let registry = try DeviceRegistry(MemoryKeyStore(), provider: provider, context: context)
            let challenge = try await registry.challenge(offer, for: "jane", at: start)
            for other in ["jane", "joe", "", "all"] {
                var device = device
                let other = EnrolmentContext(topic: "com.example.bank", audience: other)
                let answer = try? device.answer(challenge, from: pinned, context: other, at: start)
                #expect((answer != nil) == (other == EnrolmentContext(topic: "com.example.bank", audience: expected)))
            }
        }
    }

    @Test("an id is compared by its bytes; an empty or long one, and one with control characters, is refused")
    func ids() async throws {
        let registry = try DeviceRegistry(folder.store(), provider: provider)
        for id in [
            "", UTF8Text(String(repeating: "a", count: 256)), "a\nb", "a\u{0}", "a\u{7F}", "a\u{85}", "a\u{2028}b",
        ] {
            await expectCode(.invalidName) { _ = try await registry.recipient(for: id) }
            await expectCode(.invalidName) { _ = try await registry.forget(id) }
        }
        for id in ["caf\u{E9}", "cafe\u{301}", UTF8Text(String(repeating: "é", count: 127))] {
            var device = Keyring.device()
            let key = try await registry.enrol(&device, id, by: provider, at: start)
            #expect(try await registry.recipient(for: id).key == key)
        }
        #expect(try await registry.registrations().count == 3)
    }

    @Test("an id that is a path reaches no file outside of a folder of registrations")
    func traversal() async throws {
        let outside = KeyDirectory(folder.path("outside"))
        try await outside.add(.registration("x"))
        let registry = try DeviceRegistry(KeyDirectory(folder.path("inside")), provider: provider)
        var device = Keyring.device()
        let offer = try device.offer()
        for id in ["../outside/x.pub.jwks", UTF8Text(folder.path("outside/x.pub.jwks")), "./x", "x/y"] {
            await expectCode(.invalidName) { _ = try await registry.recipient(for: id) }
            await expectCode(.invalidName) { _ = try await registry.forget(id) }
            await expectCode(.invalidName) { _ = try await registry.challenge(offer, for: id) }
        }
        #expect(try outside.keyring("x").keys.count == 1)
    }

    @Test("challenges and enrolments without end do not make a registration grow")
    func growth() async throws {
        let registry = try DeviceRegistry(MemoryKeyStore(), provider: provider)
        let store = MemoryKeyStore()
        let growing = try DeviceRegistry(store, provider: provider)
        var newest: DevicePublicKey?
        for round in 0..<20 {
            var (device, other) = (Keyring.device(), Keyring.device())
            let now = start + Double(round)
            newest = try await growing.enrol(&device, "jane", by: provider, at: now)
            _ = try await growing.challenge(other.offer(at: now), for: "jane", at: now)
        }
        #expect(try await store.keyring(named: "jane").keys.count <= 6)
        #expect(try await growing.recipient(for: "jane").key == newest)
        #expect(try await registry.registrations().isEmpty)
    }

    @Test("a revoked key does not come back")
    func revoked() async throws {
        let store = MemoryKeyStore()
        let registry = try DeviceRegistry(store, provider: provider)
        var device = Keyring.device()
        let offer = try device.offer(at: start)
        _ = try await registry.challenge(offer, for: "jane", at: start)
        try await store.change(named: "jane") { try $0.revoke(offer.key.thumbprint, at: 2) }
        await expectCode(.wrongState) { _ = try await registry.challenge(offer, for: "jane", at: start) }
        #expect(try await registry.registration(of: "jane")?.state == .ended)
    }

    @Test("a report on the device's key gets the action of its registration, on the provider's that of the provider")
    func reports() async throws {
        let registry = try DeviceRegistry(MemoryKeyStore(), provider: provider)
        var phone = Keyring.device()
        let lost = try DeviceKey().publicKey
        #expect(try await registry.receive(phone.report(on: lost.id, at: 1), for: "jane") == .reRegister)
        try await registry.import([(id: "jane", key: lost)])
        // The device never had the key that the provider holds.
        #expect(try await registry.receive(phone.report(on: lost.id, at: 1), for: "jane") == .reRegister)
        let key = try await registry.enrol(&phone, "jane", by: provider, at: start)
        #expect(try await registry.receive(phone.report(on: key.id, at: start), for: "jane") == .ignore)
        // A push to the lost key that arrives late asks for what has been done.
        #expect(phone.report(on: lost.id, at: 1).action == .reRegister)
        #expect(try await registry.receive(phone.report(on: lost.id, at: 1), for: "jane") == .ignore)
        let pinned = Keyring.forPublicKeys(name: "p", role: .provider)
        let about = try provider.primary.id
        #expect(try await registry.receive(pinned.report(on: about, at: 1), for: "jane") == .wait)
        #expect(try await registry.receive(pinned.report(on: lost.id, at: 1), for: "jane") == .ignore)
    }

    @Test("what a device has pinned is kept from its requests and reports, also for a new registry over the same store")
    func pinnedVersion() async throws {
        let keys = KeyDirectory(folder.path("keys"))
        let old = try keys.generate("bank", role: .provider, at: start)
        try keys.change("bank") { _ = try $0.rotate(at: start) }
        let rotated = try keys.keyring("bank")
        for store in [MemoryKeyStore(), KeyDirectory(folder.path("folder")), try folder.store()] as [any KeyStore] {
            let registry = try DeviceRegistry(store, provider: rotated)
            let wait = try old.publicHalf().report(on: rotated.primary.id, at: start)
            #expect(try await registry.receive(wait, for: "jane", at: start) == .wait)
            await expectCode(.notFound) { _ = try await registry.recipient(for: "jane") }

            let device = try DeviceKey().publicKey
            try await registry.import([(id: "jane", key: device), (id: "joe", key: DeviceKey().publicKey)])
            #expect(try await registry.recipient(for: "jane").pinnedVersion == nil)
            #expect(try await registry.receive(wait, for: "jane", at: start) == .wait)
            let restarted = try DeviceRegistry(store, provider: rotated)
            #expect(try await restarted.recipient(for: "jane") == Recipient(device, pinnedVersion: 1))
            #expect(try await restarted.recipient(for: "joe").pinnedVersion == nil)

            // The app pins the set that it asks for, and says so the next time.
            var pinned = try old.publicHalf()
            try await pinned.pin(Keyring(publicJWKSet: ask(restarted, pinned), name: "bank"), at: start)
            #expect(try await restarted.recipient(for: "jane").pinnedVersion == 1)
            _ = try await ask(restarted, pinned)
            #expect(try await registry.recipient(for: "jane").pinnedVersion == 2)
        }
    }

    private func ask(_ registry: DeviceRegistry, _ pinned: Keyring) async throws -> [UInt8] {
        let request = try #require(try DeviceRequest("keys", parsing: KeysRequest(pinned: pinned).serialized()))
        return try await registry.respond(to: request, from: "jane", at: start)
    }

    @Test("the requests of an enrolment by their names, up to a report")
    func requests() async throws {
        let registry = try DeviceRegistry(folder.store(), provider: provider)
        var device = Keyring.device()
        func send(_ name: String, _ message: [UInt8]) async throws -> [UInt8] {
            let request = try #require(try DeviceRequest(name, parsing: message))
            return try await registry.respond(to: request, from: "jane", at: start)
        }
        let pinned = try await Keyring(publicJWKSet: send("keys", KeysRequest().serialized()), name: "bank")
        #expect(try pinned.primary.thumbprint == provider.primary.thumbprint)
        let offer = try device.offer(at: start)
        let challenge = try await KeyChallenge(parsing: send("offer", offer.serialized()))
        let context = EnrolmentContext(audience: "jane")
        let answer = try device.answer(challenge, from: pinned, context: context, at: start).serialized()
        let confirmation = try await send("answer", answer)
        #expect(try await send("answer", answer) == confirmation)
        try device.finish(KeyConfirmation(parsing: confirmation), at: start)
        #expect(try await registry.recipient(for: "jane").key == offer.key)
        let report = try Keyring.forPublicKeys(name: "p", role: .provider).report(on: provider.primary.id, at: start)
        #expect(try await send("report", report.serialized()) == Array("wait".utf8))

        #expect(try DeviceRequest("device", parsing: answer) == nil)
        await expectCode(.invalidRequest) { _ = try DeviceRequest("offer", parsing: answer) }
        await expectCode(.invalidRequest) { _ = try DeviceRequest("report", parsing: Array("{".utf8)) }
    }

    @Test("a provider's keyring that is gone or has no active key is the provider's fault, not the device's")
    func providerUnavailable() async throws {
        let keys = KeyDirectory(folder.path("keys"))
        let bank = try keys.generate("bank", role: .provider)
        let refresh = RefreshPolicy(interval: .zero, grace: .zero)
        let registry = try DeviceRegistry(MemoryKeyStore(), provider: keys.keyring("bank"), refresh: refresh)
        var device = Keyring.device()
        let offer = try device.offer()
        let report = try Keyring.forPublicKeys(name: "p", role: .provider).report(on: bank.primary.id)
        try FileManager.default.removeItem(atPath: folder.path("keys"))
        await expectCode(.providerUnavailable) { _ = try await registry.respond(to: .offer(offer), from: "jane") }
        await expectCode(.providerUnavailable) {
            _ = try await registry.respond(to: .keys(KeysRequest()), from: "jane")
        }
        await expectCode(.providerUnavailable) { _ = try await registry.receive(report, for: "jane") }
    }

    @Test("an import registers each new id once, and pages list all in order")
    func importing() async throws {
        for registry in try registries {
            let devices = try (0..<2500).map { (id: "d\($0)", key: try DeviceKey().publicKey) }
            #expect(try await registry.import(devices.prefix(3).map { ($0.id, $0.key) }, at: start) == 3)
            let isFolder = try await registry.registrations().count == 3 && folder.files.contains("folder")
            let count = isFolder ? 40 : 2500
            let other = try DeviceKey().publicKey
            #expect(try await registry.import(devices.prefix(count), at: start) == count - 3)
            #expect(try await registry.import([(id: "d0", key: other)]) == 0)
            var listed: [UTF8Text] = []
            while case let page = try await registry.registrations(after: listed.last, limit: 700), !page.isEmpty {
                for registration in page {
                    let device = devices.first { UTF8Text($0.id) == registration.id }
                    #expect(registration.key == device?.key && registration.since == start)
                }
                listed += page.map(\.id)
            }
            #expect(listed.map(\.string) == devices.prefix(count).map(\.id).sorted())
        }
    }

    @Test("a page is full although keyrings of one's own sort between the registrations, and an empty one is the end")
    func fullPages() async throws {
        let directory = KeyDirectory(folder.path("folder"))
        let registry = try DeviceRegistry(directory, provider: provider)
        for name in ["a", "b", "d", "z"] as [UTF8Text] { try directory.generate(name, role: .provider) }
        let ids: [UTF8Text] = ["c", "e", "f", "g", "h"]
        try await registry.import(ids.map { (id: $0.string, key: try DeviceKey().publicKey) })
        #expect(try await registry.registrations(limit: 2).map(\.id) == ["c", "e"])
        var listed: [UTF8Text] = []
        while case let page = try await registry.registrations(after: listed.last, limit: 2), !page.isEmpty {
            listed += page.map(\.id)
        }
        #expect(listed == ids)
    }

    @Test("a damaged registration is one of the list, and stays in a folder")
    func damaged() async throws {
        let directory = KeyDirectory(folder.path("folder"))
        let registry = try DeviceRegistry(directory, provider: provider)
        try await registry.import(["a", "b", "c"].map { (id: $0, key: try DeviceKey().publicKey) })
        func damage() throws { try Data("{".utf8).write(to: URL(filePath: folder.path("folder/b.pub.jwks"))) }
        try damage()
        #expect(try await registry.registrations().map(\.state) == [.enrolled, .damaged, .enrolled])
        #expect(try await registry.registration(of: "b")?.state == .damaged)
        var device = Keyring.device()
        let offer = try device.offer()
        #expect(try await registry.receive(device.report(on: offer.key.id), for: "b") == .reRegister)
        // A file of a folder may be a damaged keyring of one's own, and stays.
        await expectCode(.malformed) { _ = try await registry.forget("b") }
        await expectCode(.malformed) { _ = try await registry.challenge(offer, for: "b") }
        #expect(FileManager.default.fileExists(atPath: folder.path("folder/b.pub.jwks")))
    }

    @Test("a damaged row of a database is enrolled again or forgotten")
    func damagedRow() async throws {
        let registry = try DeviceRegistry(folder.store(), provider: provider)
        var (device, other) = (Keyring.device(), Keyring.device())
        try await registry.enrol(&device, "b", by: provider, at: start)
        try await registry.enrol(&other, "c", by: provider, at: start)
        try await DatabaseQueue(path: folder.path()).write { try $0.execute(sql: "UPDATE keyring SET text = x'7b'") }
        #expect(try await registry.registrations().map(\.state) == [.damaged, .damaged])
        try await registry.enrol(&device, "b", by: provider, at: start)
        #expect(try await registry.registration(of: "b")?.state == .enrolled)
        #expect(try await registry.forget("c"))
        #expect(try await registry.registration(of: "c") == nil)
    }

    @Test("a registry needs the provider's secrets")
    func roles() async throws {
        await expectCode(.wrongHalf) { _ = try DeviceRegistry(MemoryKeyStore(), provider: provider.publicHalf()) }
        await expectCode(.wrongRole) {
            _ = try DeviceRegistry(MemoryKeyStore(), provider: .generate(name: "d", role: .device))
        }
        await expectCode(.malformed) { _ = try DeviceRegistry(MemoryKeyStore(), provider: provider, lifetime: 31) }
    }
}
