import CryptoPrimitives
import TestSupport
import Testing

@testable import KeyManagement

@Suite("The two parts of a protected keyring")
struct SealedTextTests {
    private static let words = Array("correct horse".utf8)

    private func passphrase() throws -> Passphrase { try Passphrase(copying: Self.words.span) }

    /// A protected keyring that its owner has sealed: a text behind the public halves of another one.
    private func sealed(_ text: String, behind halves: String) throws -> KeyringText {
        let protection = try Protection(passphrase(), cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        return KeyringText(try protection.seal(kept(Array(text.utf8)).memory, of: Keyring(halves, name: "a")))
    }

    private func opened(_ text: KeyringText) throws -> Keyring {
        let source = PassphraseSource.closure { _ in try Passphrase(copying: Self.words.span) }
        return try Keyring(text, name: "a", passphrase: source)
    }

    private static let retiring = #""state":"retiring","until":9,"created":1"#

    @Test(
        "the public halves are those of the sealed keys: role, key, state, times and number (keys.md, section 5)",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"),
        arguments: [
            KnownKeys.set(KnownKeys.point(role: "provider")),
            KnownKeys.set(KnownKeys.point(role: "device", x: KnownKeys.bob)),
            KnownKeys.set(KnownKeys.point(role: "device", life: #""state":"revoked","created":1"#)),
            KnownKeys.set(KnownKeys.point(role: "device", life: retiring)),
            KnownKeys.set(KnownKeys.point(role: "device", life: #""state":"active","created":2"#)),
            KnownKeys.set(KnownKeys.point(role: "device", life: #""state":"active","created":1,"suite":5"#)),
            KnownKeys.set(KnownKeys.point(role: "device"), KnownKeys.point(role: "device", x: KnownKeys.bob)),
            KnownKeys.set(KnownKeys.oct()),
        ])
    func otherHalves(halves: String) throws {
        #expect(try opened(sealed(KnownKeys.device, behind: KnownKeys.devicePublic)).isProtected)
        expectError(.malformed) { try opened(sealed(KnownKeys.device, behind: halves)) }
    }

    @Test(
        "a shared key is not sealed behind the public halves of a pair",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func shared() throws {
        let shared = KnownKeys.set(KnownKeys.oct())
        #expect(try opened(sealed(shared, behind: shared)).primary.sharedKey != nil)
        expectError(.malformed) { try opened(sealed(shared, behind: KnownKeys.devicePublic)) }
    }

    @Test(
        "the sealed text is not protected again", .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func twice() throws {
        let inner = try sealed(KnownKeys.device, behind: KnownKeys.devicePublic)
        let text = inner.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        let error = #expect(throws: KeyError.self) { try opened(sealed(text, behind: KnownKeys.devicePublic)) }
        #expect(error?.code == .malformed && error?.reason == "keyring a is protected twice")
    }

    // MARK: - Without the passphrase

    private func halves(_ keys: String, role: String, sealedByteCount: Int = 41, other: String = "") throws -> Keyring {
        let sealed = Base64URL.string(encoding: [UInt8](repeating: 1, count: sealedByteCount).span)
        let life =
            #"{"role":"\#(role)","name":"a","protection":"argon2id-xchacha20poly1305","passes":1,"memory":8192,"#
            + #""salt":"AAAAAAAAAAAAAAAAAAAAAA"}"#
        let text = KnownKeys.set(keys).dropLast() + #",\#(other)"sealedpush":\#(life),"keyring":"\#(sealed)"}"# + "\n"
        return try KeySetReader(kept(Array(text.utf8)).memory, name: "a").publicKeyring()
    }

    @Test("a sealed text is longer than its nonce of 24 bytes and its tag of 16", arguments: [0, 1, 39, 40])
    func short(byteCount: Int) throws {
        let key = KnownKeys.point(role: "device")
        #expect(try halves(key, role: "device").keys.map(\.thumbprint.description) == [KnownKeys.thumbprint])
        expectError(.malformed) { try halves(key, role: "device", sealedByteCount: byteCount) }
    }

    @Test(
        "a protected keyring has the public halves of its role, and none of shared keys",
        arguments: [
            ("device", ""), ("shared", KnownKeys.point(role: "device")), ("device", KnownKeys.point(role: "provider")),
            ("device", KnownKeys.point(role: "device") + "," + KnownKeys.point(role: "provider", x: KnownKeys.bob)),
        ])
    func otherRole(role: String, keys: String) throws {
        #expect(try halves("", role: "shared").keys.isEmpty)
        expectError(.malformed) { try halves(keys, role: role) }
    }

    @Test("a secret beside the protected ones is refused in the set, too", arguments: ["d", "k"])
    func openSecret(member: String) {
        expectError(.unexpectedSecret) {
            try halves(
                KnownKeys.point(role: "device"), role: "device", other: #""\#(member)":"\#(KnownKeys.secret)","#)
        }
    }
}
