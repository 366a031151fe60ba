import CryptoPrimitives
import Testing

@Suite("Hashes")
struct HashTests {
    /// FIPS 180-4's examples, from NIST's page on its cryptographic standards; the empty message with Python's hashlib.
    @Test(
        "SHA-256 gives NIST's digests",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ] as [(String, Hex)])
    func sha256(message: String, digest: Hex) {
        let bytes = Array(message.utf8)
        #expect(SHA256.digest(of: bytes.span) == digest.bytes)
    }
}
