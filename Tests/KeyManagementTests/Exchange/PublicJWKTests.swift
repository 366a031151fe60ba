import KeyManagement
import StrictJSON
import Testing

@Suite("A device's public key as a JWK")
struct PublicJWKTests {
    /// The public key of RFC 7748 §6.1 (Bob), as RFC 8037 appendix A.6 writes it.
    private static let jwk: JSONObject = [
        "kty": "OKP", "crv": "X25519", "kid": "Bob", "x": "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08",
    ]

    private static let bytes: [UInt8] = [
        0xde, 0x9e, 0xdb, 0x7d, 0x7b, 0x7d, 0xc1, 0xb4, 0xd3, 0x5b, 0x61, 0xc2, 0xec, 0xe4, 0x35, 0x37, 0x3f, 0x83,
        0x43, 0xc8, 0x5b, 0x78, 0x67, 0x4d, 0xad, 0xfc, 0x7e, 0x14, 0x6f, 0x88, 0x2b, 0x4f,
    ]

    @Test("the JWK of RFC 8037 is the key of RFC 7748")
    func published() throws {
        #expect(try DevicePublicKey(jwk: Self.jwk).rawRepresentation == Self.bytes)
    }

    @Test("a published keyring is read back")
    func own() throws {
        let key = try Keyring.generate(name: "phone", role: .device).primary
        #expect(try DevicePublicKey(jwk: try #require(key.publicJWK)) == key.devicePublicKey)
    }

    @Test(
        "a JWK that is not a public key of a device in use is refused",
        arguments: [
            ("d", "3p7bfXt9wbTTW2HC7OQ1Nz-DQ8hbeGdNrfx-FG-IK08", .unexpectedSecret), ("k", "", .unexpectedSecret),
            ("crv", "X448", .wrongCurve), ("kty", "RSA", .invalidKey), ("x", "3p7b", .invalidKey),
            ("x", 1, .invalidKey),
            // U+212A, which Unicode takes for a K.
            ("kty", "O\u{212A}P", .invalidKey),
            ("x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", .lowOrderPublicKey), ("use", "sig", .invalidKey),
            ("sealedpush", ["role": "provider", "state": "active"], .wrongRole),
            ("sealedpush", ["role": "device", "state": "revoked"], .wrongState),
            ("sealedpush", ["role": "device", "state": "pending"], .wrongState),
            ("sealedpush", ["role": "device", "state": "asleep"], .malformed),
        ] as [(String, JSONValue, KeyError.Code)])
    func refused(member: String, value: JSONValue, code: KeyError.Code) {
        var jwk = Self.jwk
        jwk[member] = value
        #expect(#expect(throws: KeyError.self) { try DevicePublicKey(jwk: jwk) }?.code == code)
    }

    @Test("the bytes of a public keyring are those of its file, without secrets")
    func set() throws {
        let folder = try TemporaryFolder()
        let keyring = try folder.directory.generate("bank", role: .provider)
        let bytes = try keyring.publicJWKSet()
        #expect(String(decoding: bytes, as: UTF8.self) == (try folder.text("bank.pub.jwks")))
        #expect(try keyring.publicHalf().publicJWKSet() == bytes)
        let read = try Keyring(publicJWKSet: bytes, name: "bank")
        #expect(try !read.isSecret && read.primary.thumbprint == keyring.primary.thumbprint)
        let secret = Array(try folder.text("bank.jwks").utf8)
        expectError(.unexpectedSecret) { try Keyring(publicJWKSet: secret, name: "bank") }
        expectError(.truncated) { try Keyring(publicJWKSet: [], name: "bank") }
        expectError(.wrongHalf) { try Keyring.generate(name: "s", role: .shared).publicJWKSet() }
        expectError(.noKey) { try Keyring.forPublicKeys(name: "e", role: .device).publicJWKSet() }
    }
}
