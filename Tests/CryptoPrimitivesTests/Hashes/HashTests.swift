import CryptoPrimitives
import Testing

@Suite("Hashes")
struct HashTests {
    /// Made with Python.
    ///
    ///     hashlib.blake2b(message, digest_size=16).hexdigest()
    @Test(
        "BLAKE2b-128 gives what Python's hashlib gives",
        arguments: [
            ("", "cae66941d9efbd404e4d88758ea67670"),
            ("abc", "cf4ab791c62b8d2b2109c90275287816"),
            (String(repeating: "a", count: 129), "68b7bafbad5055c4ebe6eb170a0f8524"),
        ] as [(String, Hex)])
    func blake2b128(message: String, digest: Hex) {
        let bytes = Array(message.utf8)
        #expect(BLAKE2b.digest(of: bytes.span) == digest.bytes)
    }

    /// RFC 7693, appendix A.
    @Test("BLAKE2b-512 gives the digest of RFC 7693")
    func blake2b512() {
        let digest: Hex =
            """
            ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1\
            7d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923
            """
        let bytes = Array("abc".utf8)
        #expect(BLAKE2b.digest(of: bytes.span, byteCount: 64) == digest.bytes)
    }

    /// Made with Python.
    ///
    ///     hashlib.blake2b(b"abc", digest_size=24).hexdigest()
    @Test("BLAKE2b-192, the nonce of a sealed box, is a hash of its own and no prefix")
    func blake2b192() {
        let digest: Hex = "56a17e38cc371a46b12c32f18e0c61de2a84e9c2555b114e"
        let bytes = Array("abc".utf8)
        #expect(BLAKE2b.digest(of: bytes.span, byteCount: 24) == digest.bytes)
    }

    @Test("a BLAKE2b digest of an impossible size stops", arguments: [15, 65])
    func impossibleSize(byteCount: Int) async {
        await #expect(processExitsWith: .failure) { [byteCount] in
            let bytes: [UInt8] = [1]
            _ = BLAKE2b.digest(of: bytes.span, byteCount: byteCount)
        }
    }

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
