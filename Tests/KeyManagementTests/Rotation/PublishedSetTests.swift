import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("The version of a published set")
struct PublishedSetTests {
    private let day = 86_400.0

    @Test("each change of a key or of a state counts the version up, and an erased secret does not")
    func counting() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        #expect(bank.setVersion == 1)
        let first = try bank.primary.thumbprint
        let second = try bank.rotate(grace: .seconds(10), at: 2).thumbprint
        #expect(bank.setVersion == 2)
        #expect(bank.keys.map(\.setVersion) == [1, 2])
        try bank.rotate(at: 14)
        try bank.revoke(second, at: 15)
        #expect(try bank.eraseEndedSecrets(at: 16) == 1)
        #expect(bank.setVersion == 4)
        #expect(bank.issued == 15)
        for text in try [bank.string, bank.publicHalf().string] {
            #expect(text.contains(#""sealedpush":{"role":"provider","version":4,"issued":15}"#))
            let reread = try Keyring(text)
            #expect(reread.setVersion == 4 && reread.issued == 15)
            #expect(reread.keys.map(\.setVersion) == [1, 2, 3])
        }
        #expect(try bank.publicHalf().key(first).setVersion == 1)
    }

    @Test("keys of devices and shared keys have no version", arguments: [KeyRole.device, .shared])
    func otherRoles(role: KeyRole) throws {
        var keyring = try Keyring.generate(name: "k", role: role, at: 1)
        try keyring.rotate(at: 2)
        #expect(keyring.setVersion == 0)
        #expect(try !keyring.string.contains("version"))
    }

    @Test(
        "a version that is none, one of another role and a key that is newer than its set are refused",
        arguments: [
            ("provider", "0", "1"), ("provider", "1", "0"), ("provider", "9007199254740992", "1"),
            ("provider", "-1", "1"), ("provider", "1.5", "1"), ("provider", #""3""#, "1"), ("provider", "2", "3"),
            ("device", "2", "1"),
        ])
    func wrongVersions(role: String, set: String, key: String) throws {
        func text(_ role: String, _ set: String, _ key: String) -> String {
            let life = #""state":"active","created":1,"version":\#(key)"#
            let keys = KnownKeys.set(KnownKeys.point(role: role, life: life)).dropLast(2)
            return keys + #"],"sealedpush":{"role":"\#(role)","version":\#(set),"issued":1}}"#
        }
        #expect(try Keyring(text("provider", "9007199254740991", "1")).setVersion == 9_007_199_254_740_991)
        expectError(.malformed) { try Keyring(text(role, set, key)) }
    }

    @Test("a change after the last version is refused, and the keyring stays readable")
    func lastVersion() throws {
        let folder = try TemporaryFolder()
        try folder.directory.generate("bank", role: .provider, at: 1)
        let text = try folder.text("bank.jwks")
        try folder.write(text.replacing("\"version\":1,", with: "\"version\":9007199254740991,"), to: "bank.jwks")
        expectError(.malformed) { try folder.directory.change("bank") { _ = try $0.rotate(at: 2) } }
        #expect(try folder.directory.keyring("bank").setVersion == 9_007_199_254_740_991)
    }

    @Test("a key without its set has no version")
    func lonelyKey() throws {
        let life = #""state":"active","created":1,"version":7"#
        let keyring = try Keyring(KnownKeys.set(KnownKeys.point(role: "provider", life: life)))
        #expect(keyring.setVersion == 0 && keyring.keys.map(\.setVersion) == [0])
    }

    @Test("a higher version replaces the pinned set: what it lacks retires, and what was revoked here stays revoked")
    func replacing() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        let stray = try ProviderKey().publicKey
        try pinned.pin(stray, at: 1)
        try pinned.pin(bank.publicHalf(), grace: .days(14), at: 2)
        #expect(pinned.keys.map(\.state) == [.retiring(until: 2 + 14 * day), .active])
        #expect(pinned.setVersion == 1)
        try pinned.revoke(bank.primary.thumbprint, at: 3)
        try bank.rotate(grace: .days(14), at: 4)
        try pinned.pin(bank.publicHalf(), at: 5)
        #expect(pinned.keys.map(\.state) == [.retiring(until: 2 + 14 * day), .revoked, .active])
        #expect(pinned.setVersion == 2)
        #expect(try Keyring(pinned.string).keys.map(\.setVersion) == [0, 1, 2])
    }

    @Test("what a set lacks and was revoked here stays revoked, and a grace of it does not become longer")
    func lacking() throws {
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        for _ in 0..<3 { try pinned.pin(ProviderKey().publicKey, at: 1) }
        try pinned.revoke(pinned.keys[0].thumbprint, at: 1)
        try pinned.retire(pinned.keys[1].thumbprint, grace: .seconds(5), at: 1)
        try pinned.pin(Keyring.generate(name: "bank", role: .provider, at: 1).publicHalf(), grace: .days(14), at: 2)
        #expect(
            pinned.keys.map(\.state) == [.revoked, .retiring(until: 6), .retiring(until: 2 + 14 * day), .active])
    }

    @Test("a key that was pinned by itself has the version of the set that has it, from then on")
    func adopted() throws {
        let bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        try pinned.pin(#require(bank.primary.providerPublicKey), at: 2)
        #expect(pinned.keys.map(\.setVersion) == [0])
        try pinned.pin(bank.publicHalf(), at: 3)
        #expect(pinned.keys.map(\.setVersion) == [1] && pinned.setVersion == 1 && pinned.issued == 1)
    }

    @Test("a set of known keys is taken over for its states, and what it does not change is no event")
    func statesOnly() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        let first = try bank.primary.thumbprint
        try bank.rotate(grace: .seconds(10), at: 2)
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        try pinned.pin(bank.publicHalf(), at: 3)
        let next = try bank.rotate(grace: .seconds(10), at: 4).thumbprint
        try pinned.pin(bank.publicHalf(), at: 5)
        let count = pinned.unsavedEvents.count
        try bank.revoke(first, at: 6)
        try pinned.pin(bank.publicHalf(), at: 7)
        #expect(pinned.setVersion == 4 && pinned.keys.map(\.state) == [.revoked, .retiring(until: 14), .active])
        #expect(pinned.unsavedEvents.dropFirst(count).map(\.action) == [.revoke])
        #expect(try pinned.primary.thumbprint == next)
    }

    @Test(
        "a provider's key whose id is that of another provider's key in the store is not pinned, in whatever state that is"
    )
    func twins() throws {
        let folder = try TemporaryFolder()
        // Two keys of the test vectors whose ids are c14ffd1c.
        let twins = try ["sDGeyDY8j0tjq4yH4RbiCaA9cEQKJ_uFmCY3ZzHhKDk", "rZQcHG2Ow6BcbHPF83M9P7l2O6xD8P3pm9Yvg-DiaRQ"]
            .map {
                try bytes($0)
            }
        var shop = Keyring.forPublicKeys(name: "shop", role: .provider)
        try shop.pin(ProviderPublicKey(rawRepresentation: twins[0]), at: 1)
        var bank = Keyring.forPublicKeys(name: "bank", role: .provider)
        try bank.pin(ProviderKey().publicKey, at: 1)
        for keyring in [shop, bank] { try folder.directory.pin(keyring, at: 1) }
        let before = try folder.read("bank.pub.jwks")
        try bank.pin(ProviderPublicKey(rawRepresentation: twins[1]), at: 2)
        #expect(bank.keys.map(\.id).last == shop.keys.map(\.id).last)
        expectError(.ambiguous) { try folder.directory.pin(bank, at: 2) }
        try folder.directory.change("shop") { try $0.revoke($0.keys[0].thumbprint, at: 3) }
        expectError(.ambiguous) { try folder.directory.pin(bank, at: 2) }
        #expect(try folder.read("bank.pub.jwks") == before)
        // The same key is no other one.
        try folder.directory.pin(Keyring(shop.string, name: "copy"), at: 2)
        // Only a provider's key authenticates a sender.
        var phone = Keyring.forPublicKeys(name: "phone", role: .device)
        try phone.pin(DevicePublicKey(rawRepresentation: twins[1]), at: 2)
        try folder.directory.pin(phone, at: 2)
        var tablet = Keyring.forPublicKeys(name: "tablet", role: .device)
        try tablet.pin(DevicePublicKey(rawRepresentation: twins[0]), at: 2)
        try folder.directory.pin(tablet, at: 2)
        try folder.directory.remove("shop")
        try folder.directory.remove("copy")
        #expect(try folder.directory.pin(bank, at: 2).keys.count == 2)
        // A provider may have both.
        var next = Keyring.forPublicKeys(name: "bank", role: .provider)
        try next.pin(ProviderPublicKey(rawRepresentation: twins[0]), at: 3)
        #expect(try folder.directory.pin(next, at: 3).keys.count == 3)
    }

    @Test("the pinned version changes nothing, and an older one is refused, so that a revoked key does not come back")
    func older() throws {
        let folder = try TemporaryFolder()
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        let stolen = try bank.primary.thumbprint
        let old = try bank.publicHalf()
        try bank.rotate(at: 2)
        try bank.revoke(stolen, at: 2)
        #expect(try folder.directory.pin(bank.publicHalf(), at: 3).setVersion == 3)
        let before = try folder.snapshot()
        #expect(try folder.directory.pin(bank.publicHalf(), at: 4).setVersion == 3)
        #expect(try folder.snapshot() == before)
        expectError(.olderSet) { try folder.directory.pin(old, at: 5) }
        // Another provider's set of the same version is not the pinned one.
        var other = try Keyring.generate(name: "bank", role: .provider, at: 1)
        try other.rotate(at: 2)
        try other.rotate(at: 3)
        expectError(.olderSet) { try folder.directory.pin(other.publicHalf(), at: 5) }
        // Nor does a key come in a set without a version.
        var stray = Keyring.forPublicKeys(name: "bank", role: .provider)
        try stray.pin(ProviderKey().publicKey, at: 5)
        expectError(.olderSet) { try folder.directory.pin(stray, at: 5) }
        #expect(try folder.snapshot() == before)
    }

    @Test("a request for the set names the version that is pinned")
    func request() throws {
        #expect(String(decoding: KeysRequest().serialized(), as: UTF8.self) == #"{"sealedpush":"keys-v1"}"#)
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        #expect(KeysRequest(pinned: pinned).pinnedVersion == nil)
        try pinned.pin(Keyring.generate(name: "bank", role: .provider, at: 1).publicHalf(), at: 1)
        let request = KeysRequest(pinned: pinned)
        #expect(String(decoding: request.serialized(), as: UTF8.self) == #"{"sealedpush":"keys-v1","pinned":1}"#)
        #expect(try KeysRequest(parsing: request.serialized()) == request)
        expectError(.malformed) { try KeysRequest(parsing: Array(#"{"sealedpush":"keys-v1","pinned":0}"#.utf8)) }
    }

    // MARK: - The key that signs

    private func signs(_ bank: Keyring, _ pinned: Int?, _ now: Date) throws -> Int? {
        let key = try SigningKeys(bank).key(pinnedVersion: pinned, at: now)
        return bank.keys.firstIndex { $0.thumbprint == key.publicKey.thumbprint }
    }

    @Test("only a provider's keyring with a secret in use signs")
    func signing() throws {
        expectError(.wrongRole) { try SigningKeys(Keyring.generate(name: "phone", role: .device)) }
        expectError(.wrongRole) { try SigningKeys(Keyring.generate(name: "pair", role: .shared)) }
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        expectError(.wrongHalf) { try SigningKeys(bank.publicHalf()) }
        try bank.revoke(bank.primary.thumbprint, at: 2)
        expectError(.noActiveKey) { try SigningKeys(bank) }
    }

    @Test("a device gets the newest key of the set that it has pinned, until that key has ended")
    func known() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        try bank.rotate(grace: .days(14), at: 0 + 30 * day)
        try bank.rotate(grace: .days(14), at: 0 + 40 * day)
        #expect(bank.keys.map(\.setVersion) == [1, 2, 3])
        let now: Date = 0 + 41 * day
        for (pinned, key) in [(1, 0), (2, 1), (3, 2)] { #expect(try signs(bank, pinned, now) == key) }
        // The first key ends on day 44, and the second one on day 54.
        #expect(try signs(bank, 1, 0 + 44 * day - 1) == 0)
        #expect(try signs(bank, 1, 0 + 44 * day) == 2)
        #expect(try signs(bank, 2, 0 + 54 * day - 1) == 1)
        #expect(try signs(bank, 2, 0 + 54 * day) == 2)
        // A revoked key does not sign, whatever the device has pinned.
        try bank.revoke(bank.keys[1].thumbprint, at: now)
        #expect(try signs(bank, 2, now) == 0)
    }

    @Test("a device of which nothing is known gets the newest key that has been announced for seven days")
    func unknown() throws {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 0)
        #expect(try signs(bank, nil, 0) == 0)
        // No key is that old yet: the oldest is the one that most devices have.
        try bank.rotate(grace: .days(14), at: 0 + day)
        #expect(try signs(bank, nil, 0 + 2 * day) == 0)
        #expect(try signs(bank, nil, 0 + 8 * day) == 1)
        try bank.rotate(grace: .days(14), at: 0 + 30 * day)
        #expect(try signs(bank, nil, 0 + 37 * day - 1) == 1)
        #expect(try signs(bank, nil, 0 + 37 * day) == 2)
        // A version that is not reached yet is from before a restore.
        #expect(try signs(bank, 99, 0 + 31 * day) == 1)
        #expect(try signs(bank, 99, 0 + 37 * day) == 2)
        // Without a grace, the new key is used at once.
        try bank.rotate(grace: .zero, at: 0 + 60 * day)
        #expect(try signs(bank, nil, 0 + 60 * day) == 3)
    }
}
