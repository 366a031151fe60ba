import CryptoPrimitives
import KeyManagement
import Testing

@Suite(
    "A build without passphrases says so",
    .enabled(if: !Argon2id.isAvailable, "this build has passphrases; one with the trait SwiftCrypto has none"))
struct UnavailableTests {
    /// The form of a protected keyring, with a text that no key opens.
    private static let protected = #"""
        {"keys":[
        \#(KnownKeys.point(role: "device", x: KnownKeys.bob))
        ],"sealedpush":{"role":"device","name":"a","protection":"argon2id-xchacha20poly1305","passes":1,"memory":8192,"salt":"AAAAAAAAAAAAAAAAAAAAAA"},"keyring":"\#(String(repeating: "A", count: 56))"}

        """#

    @Test("a keyring is not protected, and its file stays as it is")
    func protecting() throws {
        let folder = try TemporaryFolder()
        try folder.directory.generate("a", role: .device)
        let before = try folder.text("a.jwks")
        expectError(.passphrasesUnavailable) {
            try folder.directory.change("a") {
                try $0.protect(
                    with: Passphrase(copying: Array("correct horse".utf8).span),
                    cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
            }
        }
        #expect(try folder.text("a.jwks") == before)
    }

    @Test("a protected keyring is not opened, and no passphrase is asked for")
    func opening() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.protected, to: "a.jwks")
        let asking = KeyDirectory(
            folder.path,
            passphrase: .closure { _ in
                Issue.record("a passphrase is asked for")
                return try Passphrase(copying: Array("correct horse".utf8).span)
            })
        expectError(.passphrasesUnavailable) { try asking.keyring("a") }
    }
}
