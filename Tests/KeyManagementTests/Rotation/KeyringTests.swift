import CryptoPrimitives
import Foundation
import TestSupport
import Testing

@testable import KeyManagement

@Suite("A keyring and its keys")
struct KeyringTests {
    /// A provider's public set of two keys.
    private func published() throws -> Keyring {
        var bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        try bank.rotate(grace: .days(1), at: 2)
        return try bank.publicHalf()
    }

    private func changed(_ keyring: Keyring, _ change: (inout Keyring) throws -> Void) rethrows -> Keyring {
        var copy = keyring
        try change(&copy)
        return copy
    }

    @Test("keyrings have the same keys if keys, states, times, versions and enrolments are the same")
    func sameKeys() throws {
        let set = try published()
        #expect(set.hasSameKeys(as: set))
        let (first, second) = (set.keys[0], set.keys[1])
        func key(_ material: Key.Material, created: Date = 2, enrolment: Enrolment? = nil, version: Int = 2) -> Key {
            var key = Key(.provider, material, state: .active, created: created, enrolment: enrolment)
            key.setVersion = version
            return key
        }
        #expect(changed(set) { $0.keys[1] = key(second.material) }.hasSameKeys(as: set))
        let others = try [
            changed(set) { $0.keys[1] = key(.publicHalf(try ProviderKey().publicKey.point)) },
            changed(set) { $0.keys[1] = key(second.material, created: 3) },
            changed(set) { $0.keys[1] = key(second.material, enrolment: Enrolment()) },
            changed(set) { $0.keys[1] = key(second.material, version: 1) },
            changed(set) { $0.keys[1].state = .revoked }, changed(set) { $0.keys.removeLast() },
            changed(set) { $0.keys = [second, first] }, changed(set) { $0.setVersion = 3 },
            changed(set) { $0.issued = 3 },
        ]
        for (number, other) in others.enumerated() {
            #expect(!other.hasSameKeys(as: set) && !set.hasSameKeys(as: other), "\(number)")
        }
        // Two enrolled keys are the same if they are, whatever their chains.
        let enrolled = try Keyring.enrolled(name: "jane", lifetime: 7, at: 1)
        #expect(try enrolled.hasSameKeys(as: enrolled.publicHalf()))
    }

    @Test("a keyring without secrets is its own public half, with all of its members, and is not protected")
    func publicHalf() throws {
        let text = KnownKeys.devicePublic.replacing("]}", with: #"],"owner":"me"}"#)
            .replacing(#""kty""#, with: #""note":1,"kty""#)
        var keyring = try Keyring(text)
        #expect(try keyring.publicHalf().string == keyring.string)
        #expect(try keyring.string.contains("owner") && keyring.string.contains("note"))
        #expect(!keyring.isProtected && !keyring.isSecret && !keyring.holdsSecrets)
        if Passphrase.isSupported {
            let passphrase = try Passphrase(copying: Array("pass".utf8).span)
            let cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
            expectError(.wrongHalf) { try keyring.protect(with: passphrase, cost: cost) }
            #expect(!keyring.isProtected)
        }
        expectError(.wrongHalf) { try Keyring.generate(name: "s", role: .shared).publicHalf() }
    }

    @Test("a registration holds secrets, which are its chains, although no key of it is secret")
    func registration() throws {
        let registration = try Keyring.enrolled(name: "jane", lifetime: 7, at: 1).registered()
        #expect(registration.holdsSecrets && !registration.isSecret)
        let half = try registration.publicHalf()
        #expect(!half.holdsSecrets && half.keys[0].enrolment != nil && half.keys[0].enrolment?.chain == nil)
    }

    @Test("public keys are the same if their bytes are, whatever is known of them")
    func equality() throws {
        let key = try Keyring.enrolled(name: "jane", lifetime: 7, at: 1).registered().primary
        let (registered, plain) = (try #require(key.devicePublicKey), DevicePublicKey(try #require(key.point)))
        #expect(registered == plain && Set([registered, plain]).count == 1)
        #expect(try registered != DeviceKey().publicKey)
    }

    @Test("a shared key has 32 bytes", arguments: [16, 31, 33])
    func sharedKey(count: Int) throws {
        expectError(.invalidKey) { try SharedKey(SecretMemory(randomByteCount: count)) }
    }

    @Test("purposes are the same if their UTF-8 is")
    func purposes() {
        let (composed, decomposed): (Purpose, Purpose) = ("caf\u{e9}", "cafe\u{301}")
        #expect(composed != decomposed && composed == Purpose(rawValue: "caf\u{e9}") && composed != "fcm")
        #expect(Set([composed, decomposed, composed]).count == 2)
    }

    @Test(
        "the text of a key id is eight hexadecimal digits in lower case",
        arguments: ["652DFA9A", "52dfa9a", "0652dfa9a", "+52dfa9a", "-0000001", "652dfa9g", ""])
    func keyID(text: String) {
        #expect(KeyID(hexadecimal: text) == nil)
        #expect(KeyID(hexadecimal: "0052dfa9")?.rawValue == 0x52dfa9)
    }
}
