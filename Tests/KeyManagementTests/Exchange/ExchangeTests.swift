import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("Keys in other forms")
struct ExchangeTests {
    /// What Python's `cryptography` writes for the secret of bytes 1 to 32.
    private static let privatePEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VuBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g
        -----END PRIVATE KEY-----

        """
    private static let publicPEM = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VuAyEAB6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9/AsrhtHHw=
        -----END PUBLIC KEY-----

        """
    /// `openssl genpkey -algorithm ed25519`, and its public half.
    private static let ed25519PEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8g
        -----END PRIVATE KEY-----
        """

    private func imported(_ text: String, _ role: KeyRole = .device) throws -> Keyring {
        try Keyring(importing: kept(Array(text.utf8)), name: "a", role: role, at: 9)
    }

    private func text(_ key: Key, _ form: KeyForm) throws -> [UInt8] {
        try key.text(as: form).withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }

    @Test("PEM is byte for byte what other libraries write", arguments: [KeyRole.device, .provider])
    func pem(role: KeyRole) throws {
        let key = try Keyring(KnownKeys.set(KnownKeys.pair(role: role.rawValue))).primary
        #expect(try text(key, .pem) == Array(Self.privatePEM.utf8))
        #expect(try key.publicText(as: .pem) == Array(Self.publicPEM.utf8))
    }

    @Test("PEM is read, with line feeds or CR LF and with words around it", arguments: [KeyRole.device, .provider])
    func readPEM(role: KeyRole) throws {
        for text in [
            Self.privatePEM, Self.privatePEM.replacing("\n", with: "\r\n"), "Key of Jane:\n" + Self.privatePEM,
        ] {
            let keyring = try imported(text, role)
            #expect(try keyring.primary.thumbprint.description == KnownKeys.thumbprint)
            #expect(try keyring.primary.created == 9)
            #expect(keyring.isSecret)
        }
        let open = try imported(Self.publicPEM, role)
        #expect(try open.primary.thumbprint.description == KnownKeys.thumbprint)
        #expect(!open.isSecret)
    }

    @Test("raw bytes are the secret or the point, just as PyNaCl takes them")
    func raw() throws {
        let key = try Keyring(KnownKeys.device).primary
        #expect(try text(key, .raw) == Array(1...32))
        #expect(try key.publicText(as: .raw) == bytes(KnownKeys.publicHalf))
        let secret = try Keyring(importingRaw: kept(Array(1...32)), half: .secret, name: "a", role: .device, at: 1)
        #expect(try secret.primary.thumbprint == key.thumbprint)
        let publicHalf = try kept(bytes(KnownKeys.publicHalf))
        let point = try Keyring(importingRaw: publicHalf, half: .open, name: "a", role: .device, at: 1)
        #expect(try point.primary.thumbprint == key.thumbprint)
        #expect(!point.isSecret)
    }

    @Test("a JWK of another program takes the role that it is given")
    func foreignJWK() throws {
        let jwk =
            #"{"kty":"OKP","crv":"X25519","x":"\#(KnownKeys.publicHalf)","d":"\#(KnownKeys.secret)","kid":"mine"}"#
        for text in [jwk, KnownKeys.set(jwk)] {
            let keyring = try imported(text, .provider)
            #expect(try keyring.primary.thumbprint.description == KnownKeys.thumbprint)
            #expect(try keyring.primary.state == .active)
            #expect(try keyring.primary.created == 9)
            #expect(keyring.role == .provider && keyring.isSecret)
        }
        #expect(try imported(#"{"kty":"oct","k":"\#(KnownKeys.shared)"}"#, .shared).primary.sharedKey != nil)
    }

    @Test("every form reads back as the same key", arguments: KeyRole.allCases, KeyForm.allCases)
    func roundTrip(role: KeyRole, form: KeyForm) throws {
        let key = try Keyring.generate(name: "a", role: role, at: 4).primary
        guard role != .shared || form != .pem else {
            expectError(.wrongRole) { try text(key, form) }
            return
        }
        let exported = try key.text(as: form)
        let keyring =
            form == .raw
            ? try Keyring(importingRaw: exported, half: .secret, name: "a", role: role, at: 9)
            : try Keyring(importing: exported, name: "a", role: role, at: 9)
        #expect(try keyring.primary.thumbprint == key.thumbprint)
        #expect(keyring.isSecret)
        #expect(try keyring.primary.created == (form == .jwk ? 4 : 9))
    }

    @Test("a public text never contains the secret, and a shared key has no public text")
    func publicTexts() throws {
        let key = try Keyring(KnownKeys.device).primary
        #expect(try !String(decoding: key.publicText(as: .jwk), as: UTF8.self).contains(KnownKeys.secret))
        let shared = try Keyring(KnownKeys.set(KnownKeys.oct())).primary
        for form in KeyForm.allCases { expectError(.wrongHalf) { try shared.publicText(as: form) } }
    }

    @Test("wrong texts have their own errors")
    func wrongTexts() throws {
        let wrong: [(String, KeyError.Code)] = [
            (Self.ed25519PEM, .wrongCurve),
            (Self.privatePEM + Self.publicPEM, .malformed),
            (Self.privatePEM.replacing("END", with: "FIN"), .truncated),
            (Self.privatePEM.replacing("MC4C", with: "MC4!"), .malformed),
            (Self.privatePEM.replacing("Hh8g", with: "Hh8="), .invalidKey),
            (Self.privatePEM.replacing("MC4C", with: "MC8C"), .invalidKey),
            (Self.privatePEM.replacing("PRIVATE", with: "ENCRYPTED PRIVATE"), .locked),
            (Self.privatePEM.replacing("PRIVATE", with: "EC PRIVATE"), .malformed),
            (
                Self.publicPEM.replacing(
                    "B6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9/AsrhtHHw", with: String(repeating: "A", count: 43)),
                .lowOrderPublicKey
            ),
            ("hello", .malformed),
            (KnownKeys.set(KnownKeys.pair(role: "provider")), .wrongRole),
        ]
        for (text, code) in wrong { expectError(code) { try imported(text) } }
        expectError(.wrongRole) { try imported(Self.privatePEM, .shared) }
    }

    @Test("raw bytes of another size, or public ones of a shared key, are refused")
    func wrongRaw() throws {
        for count in [1, 31, 33, 64] {
            let text = try kept(Array(repeating: 7, count: count))
            expectError(.invalidKey) {
                try Keyring(importingRaw: text, half: .secret, name: "a", role: .device, at: 1)
            }
        }
        let zero = try kept(Array(repeating: 0, count: 32))
        expectError(.lowOrderPublicKey) {
            try Keyring(importingRaw: zero, half: .open, name: "a", role: .device, at: 1)
        }
        expectError(.wrongHalf) { try Keyring(importingRaw: zero, half: .open, name: "a", role: .shared, at: 1) }
    }

    @Test("a bare JWK is not a keyring, and a secret beside a keyring's keys is refused")
    func strayed() throws {
        let jwk = #"{"kty":"OKP","crv":"X25519","x":"\#(KnownKeys.publicHalf)","d":"\#(KnownKeys.secret)"}"#
        expectError(.malformed) { try Keyring(jwk) }
        expectError(.malformed) {
            try Keyring(KnownKeys.device.replacing("]}", with: #"],"d":"\#(KnownKeys.secret)"}"#))
        }
    }

    @Test("a fingerprint is eight groups of five digits that Python computes, too")
    func fingerprint() throws {
        let key = try Keyring(KnownKeys.device).primary
        #expect(key.thumbprint.fingerprint == "12090 48232 42223 70094 88714 23912 92835 67343")
    }
}

@Suite("Following a published keyring")
struct PinningTests {
    @Test("after a rotation of the provider, its published keyring updates the pins")
    func follow() throws {
        var provider = try Keyring.generate(name: "p", role: .provider, at: 1)
        var pinned = Keyring.forPublicKeys(name: "pins", role: .provider)
        let other = try ProviderKey().publicKey
        try pinned.pin(other, at: 1)
        try pinned.pin(provider.publicHalf(), at: 1)
        let first = try provider.primary.thumbprint
        let second = try provider.rotate(grace: .seconds(10), at: 5).thumbprint
        try pinned.pin(provider.publicHalf(), at: 6)
        #expect(try pinned.key(first).state == .retiring(until: 15))
        #expect(try pinned.key(second).state == .active)
        #expect(try pinned.key(other.thumbprint).state == .retiring(until: 1 + 14 * 86_400))
        try provider.revoke(first, at: 7)
        try pinned.pin(provider.publicHalf(), at: 8)
        #expect(try pinned.key(first).state == .revoked)
    }

    @Test("an older copy does not restore a revoked or retired key")
    func rollback() throws {
        var provider = try Keyring.generate(name: "p", role: .provider, at: 1)
        let old = try provider.publicHalf()
        var pinned = Keyring.forPublicKeys(name: "pins", role: .provider)
        try pinned.pin(old, at: 1)
        let first = try provider.primary.thumbprint
        try provider.rotate(grace: .seconds(10), at: 5)
        try pinned.pin(provider.publicHalf(), at: 6)
        expectError(.olderSet) { try pinned.pin(old, at: 7) }
        #expect(try pinned.key(first).state == .retiring(until: 15))
        try pinned.revoke(first, at: 8)
        try pinned.pin(provider.publicHalf(), at: 9)
        #expect(try pinned.key(first).state == .revoked)
    }

    @Test(
        "a grace is shortened by its owner and never becomes longer", arguments: [(5, 5), (9, 9), (10, 10), (11, 10)])
    func grace(published: UInt32, kept: UInt32) throws {
        func keyring(until: UInt32) throws -> Keyring {
            try Keyring(
                KnownKeys.set(KnownKeys.point(role: "provider", life: #""state":"retiring","until":\#(until)"#)))
        }
        var pinned = Keyring.forPublicKeys(name: "pins", role: .provider)
        try pinned.pin(keyring(until: 10), at: 1)
        try pinned.pin(keyring(until: published), at: 2)
        #expect(pinned.keys.map(\.state) == [.retiring(until: Date(kept))])
    }

    @Test("a key that moved on does not move back, from any state to any other")
    func states() throws {
        let lives = [
            #""state":"pending""#, #""state":"active""#, #""state":"retiring","until":10"#, #""state":"revoked""#,
        ]
        for (before, known) in lives.enumerated() {
            for (after, published) in lives.enumerated() {
                var pinned = Keyring.forPublicKeys(name: "pins", role: .provider)
                try pinned.pin(Keyring(KnownKeys.set(KnownKeys.point(role: "provider", life: known))), at: 1)
                let next = try Keyring(KnownKeys.set(KnownKeys.point(role: "provider", life: published)))
                try pinned.pin(next, at: 2)
                let expected = try Keyring(
                    KnownKeys.set(KnownKeys.point(role: "provider", life: lives[max(before, after)])))
                #expect(pinned.keys.map(\.state) == expected.keys.map(\.state), "\(known) \(published)")
            }
        }
    }

    @Test(
        "a key is pinned once, by a keyring of its role that holds public keys only; a revoked one does not come back")
    func single() throws {
        let key = try ProviderKey().publicKey
        var pinned = Keyring.forPublicKeys(name: "pins", role: .provider)
        try pinned.pin(key, at: 1)
        expectError(.duplicate) { try pinned.pin(key, at: 2) }
        try pinned.revoke(key.thumbprint, at: 3)
        expectError(.duplicate) { try pinned.pin(key, at: 4) }
        #expect(pinned.keys.map(\.state) == [.revoked])
        expectError(.wrongRole) { try pinned.pin(DeviceKey().publicKey, at: 5) }
        var own = try Keyring.generate(name: "own", role: .provider, at: 1)
        expectError(.wrongHalf) { try own.pin(key, at: 5) }
        expectError(.wrongHalf) { try own.pin(pinned, at: 5) }
        #expect(own.keys.count == 1)
    }

    @Test("keys without a version are added beside the ones in use")
    func withoutVersion() throws {
        let sets = try (0..<2).map { _ in try Keyring.generate(name: "d", role: .device, at: 1).publicHalf() }
        var pinned = Keyring.forPublicKeys(name: "pins", role: .device)
        for set in sets { try pinned.pin(set, at: 2) }
        #expect(pinned.keys.map(\.thumbprint) == sets.map { $0.keys[0].thumbprint })
        #expect(pinned.keys.map(\.state) == [.active, .active] && pinned.setVersion == 0 && pinned.issued == 0)
    }

    @Test("a published keyring that holds secrets is pinned without them")
    func secrets() throws {
        let provider = try Keyring.generate(name: "p", role: .provider)
        var pinned = Keyring.forPublicKeys(name: "pins", role: .provider)
        try pinned.pin(provider, at: 1)
        #expect(!pinned.isSecret && pinned.keys.count == 1)
        expectError(.wrongRole) { try pinned.pin(Keyring.generate(name: "d", role: .device), at: 1) }
    }
}
