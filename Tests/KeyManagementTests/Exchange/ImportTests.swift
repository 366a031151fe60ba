import CryptoPrimitives
import Foundation
import KeyManagement
import TestSupport
import Testing

/// An import takes keys: their role, state and times, and nothing that is trusted.
@Suite("Imported keys")
struct ImportTests {
    private static let publicJWK = #"{"kty":"OKP","crv":"X25519","x":"\#(KnownKeys.publicHalf)"}"#

    private func imported(_ text: String, _ role: KeyRole = .device) throws -> Keyring {
        try Keyring(importing: kept(Array(text.utf8)), name: "a", role: role, at: 9)
    }

    /// Encodings of public keys beside the one of RFC 7748 §6.1's Alice: with the top bit, and p + 9, which is the base point.
    private static let otherEncodings: [[UInt8]] = [
        Array(repeating: 7, count: 31) + [0x87], [0xf6] + Array(repeating: 0xff, count: 30) + [0x7f],
        Array(repeating: 0xff, count: 32),
    ]

    @Test("a public key has one encoding, below 2^255 - 19, in every form", arguments: otherEncodings)
    func canonical(bytes: [UInt8]) throws {
        let x = Base64URL.string(encoding: bytes.span)
        let jwk = Self.publicJWK.replacing(KnownKeys.publicHalf, with: x)
        expectError(.invalidKey) { try imported(jwk) }
        expectError(.invalidKey) { try Keyring(KnownKeys.set(KnownKeys.point(role: "device", x: x))) }
        let spki = Data([0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x6e, 3, 0x21, 0] + bytes).base64EncodedString()
        expectError(.invalidKey) { try imported("-----BEGIN PUBLIC KEY-----\n\(spki)\n-----END PUBLIC KEY-----\n") }
        expectError(.invalidKey) {
            try Keyring(importingRaw: kept(bytes), half: .open, name: "a", role: .device, at: 1)
        }
        expectError(.invalidKey) { try DevicePublicKey(rawRepresentation: bytes) }
        expectError(.invalidKey) { try KeyOffer(parsing: Array(#"{"sealedpush":"offer-v2","key":\#(jwk)}"#.utf8)) }
    }

    /// p - 2, the largest that is not of low order, and larger first bytes than that of p under a smaller rest.
    private static let largestKeys: [[UInt8]] = [
        [0xeb] + Array(repeating: 0xff, count: 30) + [0x7f], [0xff] + Array(repeating: 0, count: 30) + [0x7f],
        [0xff, 0xfe] + Array(repeating: 0xff, count: 29) + [0x7f],
        Array(repeating: 0xff, count: 30) + [0xfe, 0x7f],
    ]

    @Test("the largest public keys below 2^255 - 19 that are not of low order are taken", arguments: largestKeys)
    func largest(bytes: [UInt8]) throws {
        #expect(try DevicePublicKey(rawRepresentation: bytes).rawRepresentation == bytes)
    }

    @Test("a public key of another size than 32 bytes is refused", arguments: [0, 31, 33])
    func sizes(count: Int) {
        let error = #expect(throws: KeyError.self) {
            try DevicePublicKey(rawRepresentation: Array(repeating: 9, count: count))
        }
        #expect(error?.code == .invalidKey)
        #expect(error?.reason == "expected 32 bytes for an X25519 public key, found \(count)")
    }

    @Test("32 zero bytes are no secret, in every form")
    func zeroSecret() throws {
        let zero = String(repeating: "A", count: 43)
        expectError(.invalidKey) { try imported(#"{"kty":"oct","k":"\#(zero)"}"#, .shared) }
        expectError(.invalidKey) { try imported(Self.publicJWK.dropLast() + #","d":"\#(zero)"}"#) }
        for role in [KeyRole.device, .shared] {
            expectError(.invalidKey) {
                try Keyring(
                    importingRaw: kept(Array(repeating: 0, count: 32)), half: .secret, name: "a", role: role, at: 1)
            }
        }
        let pkcs8 = "MC4CAQAwBQYDK2VuBCIEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        expectError(.invalidKey) { try imported("-----BEGIN PRIVATE KEY-----\n\(pkcs8)\n-----END PRIVATE KEY-----\n") }
    }

    @Test(
        "a key for another use is refused",
        arguments: [
            #""key_ops":["sign"]"#, #""key_ops":["verify","sign"]"#, #""key_ops":"deriveKey""#, #""key_ops":[1]"#,
            #""alg":"EdDSA""#, #""alg":"HS256""#, #""alg":1"#, #""use":"sig""#,
        ])
    func otherUse(member: String) {
        expectError(.invalidKey) { try imported(Self.publicJWK.dropLast() + ",\(member)}") }
        expectError(.invalidKey) { try imported(#"{"kty":"oct","k":"\#(KnownKeys.shared)",\#(member)}"#, .shared) }
    }

    @Test("the operations and algorithms that other programs write are taken")
    func sameUse() throws {
        for member in [
            #""key_ops":["deriveKey","deriveBits"]"#, #""key_ops":[]"#, #""alg":"ECDH-ES+A256KW""#, #""alg":"HPKE-3""#,
            #""ext":true,"use":"enc""#,
        ] {
            #expect(try imported(Self.publicJWK.dropLast() + ",\(member)}").keys.count == 1)
        }
        for member in [#""key_ops":["encrypt","decrypt"],"alg":"A256GCM""#, #""alg":"dir""#, #""alg":"XC20P""#] {
            let keyring = try imported(#"{"kty":"oct","k":"\#(KnownKeys.shared)",\#(member)}"#, .shared)
            #expect(keyring.keys.count == 1)
        }
    }

    @Test("keys of a set that are of another kind are ignored, and named (RFC 7517 §5)")
    func otherKinds() throws {
        let others = [
            #"{"kty":"AKP","alg":"ML-KEM-768","pub":"AAAA"}"#, #"{"kty":"RSA","n":"AQAB","e":"AQAB","d":"AQAB"}"#,
            #"{"kty":"EC","crv":"P-256","x":"AQ","y":"AQ","d":"AQ"}"#, #"{"kty":"OKP","crv":"Ed25519","x":"AA"}"#,
            #"{"kty":"oct","k":"AAAA"}"#, Self.publicJWK.dropLast() + #","use":"sig"}"#, #"{"key":1}"#,
        ]
        let set = "{\"keys\":[\(others.joined(separator: ",")),\(Self.publicJWK)]}"
        var ignored: [String] = []
        let keyring = try Keyring(importing: kept(Array(set.utf8)), name: "a", role: .device, at: 9) {
            ignored.append($0.reason)
        }
        #expect(keyring.keys.map(\.thumbprint.description) == [KnownKeys.thumbprint])
        #expect(ignored.count == 7)
        for (index, reason) in ignored.enumerated() { #expect(reason.hasPrefix("key \(index) in keyring a ")) }

        // With none left there is nothing to import; a keyring of one's own has keys of its kind only.
        expectError(.invalidKey) { try imported("{\"keys\":[\(others[0]),\(others[1])]}") }
        let own = KnownKeys.device.replacing("{\"keys\":[", with: "{\"keys\":[\(others[0]),")
        #expect(throws: KeyError.self) { try Keyring(own) }
        // A key of the kind that is damaged is an error.
        expectError(.invalidKey) { try imported("{\"keys\":[{\"kty\":\"OKP\",\"crv\":\"X25519\"},\(Self.publicJWK)]}") }
    }

    @Test("an import takes no choice of a provider key and no unknown member")
    func nothingTrusted() throws {
        let key = KnownKeys.point(
            role: "device", life: #""state":"pending","created":1,"enrolment":{"expires":4294967295},"y":1"#)
        let set = #"{"keys":[\#(key)],"sealedpush":{"formerKeyUntil":4294967295},"z":1}"#
        let plain = KnownKeys.set(KnownKeys.point(role: "device", life: #""state":"pending","created":1"#))
        let expected = try imported(plain).string
        #expect(try imported(set).string == expected)
        var pinned = Keyring.forPublicKeys(name: "a", role: .device)
        try pinned.pin(Keyring(set), at: 9)
        #expect(try pinned.string == expected)
    }

    @Test("a key that was made in the future counts as made now, so that a key imported later becomes the primary one")
    func madeInTheFuture() throws {
        let future = KnownKeys.set(KnownKeys.point(role: "device", life: #""state":"active","created":4294967295"#))
        var keyring = try imported(future)
        #expect(try keyring.primary.created == 9)
        let other = Self.publicJWK.replacing(KnownKeys.publicHalf, with: KnownKeys.otherPublicHalf)
        let later = try Keyring(importing: kept(Array(other.utf8)), name: "a", role: .device, at: 10)
        try keyring.pin(later, at: 10)
        #expect(try keyring.primary.thumbprint == later.primary.thumbprint)
        var pinned = Keyring.forPublicKeys(name: "a", role: .device)
        try pinned.pin(Keyring(future), at: 9)
        #expect(try pinned.primary.created == 9)
    }

    /// PKCS #8 with the public key (RFC 5958 §2), assembled by hand from the secret of bytes 1 to 32 and Python's public key.
    private static let pairPEM = """
        -----BEGIN PRIVATE KEY-----
        MFECAQEwBQYDK2VuBCIEIAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8ggSEAB6N8vBQgk8i3VdwbEOhstCY3StFqqFPtC9/AsrhtHHw=
        -----END PRIVATE KEY-----

        """

    @Test("PKCS #8 with its public key is read, and another public key is refused")
    func pair() throws {
        let keyring = try imported(Self.pairPEM)
        #expect(try keyring.primary.thumbprint.description == KnownKeys.thumbprint)
        #expect(keyring.isSecret)
        expectError(.mismatchedHalves) { try imported(Self.pairPEM.replacing("ggSEAB6", with: "ggSEAC6")) }
        expectError(.invalidKey) { try imported(Self.pairPEM.replacing("ggSEA", with: "ggiEA")) }
        expectError(.invalidKey) { try imported(Self.pairPEM.replacing("MFECAQE", with: "MFECAQA")) }
    }

    @Test("blanks at the ends of a PEM's lines are ignored, and what is no PEM is named")
    func names() throws {
        let blanks = Self.pairPEM.replacing("\n", with: " \t\r\n")
        #expect(try imported(blanks).primary.thumbprint.description == KnownKeys.thumbprint)
        func reason(_ bytes: [UInt8]) throws -> String {
            let error = #expect(throws: KeyError.self) {
                try Keyring(importing: kept(bytes), name: "a", role: .device, at: 9)
            }
            #expect(error?.code == .malformed)
            return error?.reason ?? ""
        }
        #expect(try reason(Array(Self.pairPEM.replacing("\n", with: "\\n").utf8)).contains(#"\n as two characters"#))
        #expect(try reason([0x30, 0x2e, 2, 1, 0] + Array(repeating: 1, count: 43)).contains("is in DER"))
        let ssh = "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----\n"
        #expect(try reason(Array(ssh.utf8)).contains("a key of OpenSSH"))
    }

    @Test("an enrolled key keeps its suite and its chain in another registration, and none comes in a set")
    func enrolled() throws {
        let set = try Keyring.enrolled(name: "jane", lifetime: 7, at: 1).registered()
        var registration = Keyring.forPublicKeys(name: "jane", role: .device)
        expectError(.wrongState) { try registration.pin(set, at: 2) }
        try registration.pin(#require(set.primary.devicePublicKey), at: 2)
        #expect(registration.holdsSecrets && registration.keys.map(\.thumbprint) == set.keys.map(\.thumbprint))
        // A known key moves on.
        try registration.pin(set, at: 3)
    }
}
