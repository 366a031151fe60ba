import Glibc
import KeyManagement
import TestSupport
import Testing

/// A file that is not what it should be, how it is made, and the code it is refused with.
private struct WrongFile: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: KeyError.Code
    let make: @Sendable (TemporaryFolder) throws -> Void

    init(
        _ description: String,
        _ code: KeyError.Code,
        make: @escaping @Sendable (TemporaryFolder) throws -> Void
    ) {
        testDescription = description
        self.code = code
        self.make = make
    }

    /// A file of a text.
    init(_ description: String, _ code: KeyError.Code, file: String = "a.jwks", text: String) {
        self.init(description, code) { try $0.write(text, to: file) }
    }

    static let system: [WrongFile] = [
        WrongFile("mode 0660", .insecurePermissions) { try $0.write(KnownKeys.device, to: "a.jwks", mode: 0o660) },
        WrongFile("mode 0604", .insecurePermissions) { try $0.write(KnownKeys.device, to: "a.jwks", mode: 0o604) },
        WrongFile("public and writable by all", .writableByEveryone) {
            try $0.write(KnownKeys.devicePublic, to: "a.pub.jwks", mode: 0o666)
        },
        WrongFile("folder writable by the group", .insecureFolder) {
            try $0.write(KnownKeys.device, to: "a.jwks")
            chmod($0.path, 0o770)
        },
        WrongFile("public, in a folder writable by all", .insecureFolder) {
            try $0.write(KnownKeys.devicePublic, to: "a.pub.jwks", mode: 0o644)
            chmod($0.path, 0o777)
        },
        WrongFile("link out of the folder", .symbolicLink) { symlink("/etc/passwd", "\($0.path)/a.jwks") },
        WrongFile("link to the folder", .symbolicLink) { symlink(".", "\($0.path)/a.jwks") },
        WrongFile("link to nothing", .notFound) { symlink("nothing", "\($0.path)/a.jwks") },
        WrongFile("link to itself", .inputOutput) { symlink("a.jwks", "\($0.path)/a.jwks") },
        WrongFile("pipe", .notRegularFile) { mkfifo("\($0.path)/a.jwks", 0o600) },
        WrongFile("folder", .notRegularFile) { mkdir("\($0.path)/a.jwks", 0o700) },
        WrongFile("1 GiB", .tooLarge) {
            try $0.write("", to: "a.jwks")
            truncate("\($0.path)/a.jwks", 1 << 30)
        },
        WrongFile("missing", .notFound) { _ in },
    ]

    static let content: [WrongFile] = [
        WrongFile("empty", .truncated, text: ""),
        WrongFile("only white space", .truncated, text: " \n"),
        WrongFile("a member twice", .duplicate, text: #"{"keys":[],"keys":[]}"#),
        WrongFile(
            "a member of a key twice", .duplicate,
            text: KnownKeys.set(#"{"kty":"OKP","kty":"OKP","crv":"X25519","x":"","sealedpush":{}}"#)),
        WrongFile(
            "a secret twice", .duplicate,
            text: KnownKeys.set(#"{"d":"\#(KnownKeys.secret)","d":"\#(KnownKeys.secret)","kty":"OKP"}"#)),
        WrongFile(
            "a key twice", .duplicate,
            text: KnownKeys.set(KnownKeys.pair(role: "device"), KnownKeys.pair(role: "device"))),
        WrongFile(
            "Ed25519", .wrongCurve,
            text: KnownKeys.device.replacing("X25519", with: "Ed25519")),
        WrongFile(
            "P-256", .wrongCurve,
            text: KnownKeys.device.replacing("X25519", with: "P-256").replacing("OKP", with: "EC")),
        WrongFile("X25519 of the type EC", .wrongCurve, text: KnownKeys.device.replacing("OKP", with: "EC")),
        WrongFile("RSA", .invalidKey, text: KnownKeys.device.replacing("OKP", with: "RSA")),
        WrongFile("for signing", .invalidKey, text: KnownKeys.device.replacing(#""kty""#, with: #""use":"sig","kty""#)),
        WrongFile("secret of 31 bytes", .invalidKey, text: KnownKeys.device.replacing("IDBAUG", with: "IDB")),
        WrongFile("secret with padding", .invalidKey, text: KnownKeys.device.replacing("0eHyA", with: "0eHy=")),
        WrongFile("secret with trailing bits", .invalidKey, text: KnownKeys.device.replacing("0eHyA", with: "0eHyB")),
        WrongFile(
            "secret that is a number", .malformed,
            text: KnownKeys.device.replacing("\"\(KnownKeys.secret)\"", with: "5")),
        WrongFile("secret with an escape", .malformed, text: KnownKeys.device.replacing("AQID", with: #"\u0041QID"#)),
        WrongFile("x of 31 bytes", .invalidKey, text: KnownKeys.devicePublic.replacing("B6N8vBQ", with: "B6N")),
        WrongFile("no x", .invalidKey, text: KnownKeys.device.replacing(#""x""#, with: #""y""#)),
        WrongFile(
            "x of another pair", .mismatchedHalves,
            text: KnownKeys.set(KnownKeys.pair(role: "device", x: KnownKeys.bob))),
        WrongFile(
            "low-order public key, zero", .lowOrderPublicKey,
            text: KnownKeys.set(KnownKeys.point(role: "device", x: String(repeating: "A", count: 43)))),
        WrongFile(
            "low-order public key, one", .lowOrderPublicKey,
            text: KnownKeys.set(KnownKeys.point(role: "provider", x: "AQ" + String(repeating: "A", count: 41)))),
        WrongFile(
            "symmetric key that is a device's", .invalidKey,
            text: KnownKeys.set(KnownKeys.oct().replacing("\"shared\"", with: "\"device\""))),
        WrongFile("pair that is shared", .invalidKey, text: KnownKeys.set(KnownKeys.pair(role: "shared"))),
        WrongFile(
            "pair with the secret of a shared key", .malformed,
            text: KnownKeys.device.replacing(#""kty""#, with: #""k":"\#(KnownKeys.shared)","kty""#)),
        WrongFile(
            "shared key with the secret of a pair", .invalidKey,
            text: KnownKeys.set(KnownKeys.oct().replacing(#""kty""#, with: #""d":"\#(KnownKeys.secret)","kty""#))),
        WrongFile(
            "shared key for no purpose", .malformed,
            text: KnownKeys.set(KnownKeys.oct(life: #""state":"active","created":1,"purposes":[]"#))),
        WrongFile(
            "shared key for a purpose that is no text", .malformed,
            text: KnownKeys.set(KnownKeys.oct(life: #""state":"active","created":1,"purposes":["fcm",1]"#))),
        WrongFile(
            "shared key for a purpose without a list", .malformed,
            text: KnownKeys.set(KnownKeys.oct(life: #""state":"active","created":1,"purposes":"fcm""#))),
        WrongFile(
            "shared key of another type", .invalidKey,
            text: KnownKeys.set(KnownKeys.oct().replacing("oct", with: "OKP"))),
        WrongFile(
            "the name of another key", .malformed,
            text: KnownKeys.device.replacing(#""kty""#, with: #""kid":"\#(KnownKeys.alice)","kty""#)),
        WrongFile("two roles", .malformed, text: KnownKeys.set(KnownKeys.pair(role: "device"), KnownKeys.oct())),
        WrongFile("no role", .malformed, text: KnownKeys.device.replacing(#""role":"device","#, with: "")),
        WrongFile("no state", .malformed, text: KnownKeys.device.replacing(#""state":"active","#, with: "")),
        WrongFile("unknown state", .malformed, text: KnownKeys.device.replacing(#""active""#, with: #""asleep""#)),
        WrongFile(
            "retiring without an end", .malformed, text: KnownKeys.device.replacing(#""active""#, with: #""retiring""#)),
        WrongFile(
            "active with an end", .malformed,
            text: KnownKeys.device.replacing(#""active""#, with: #""active","until":2"#)),
        WrongFile(
            "time past 2106", .malformed,
            text: KnownKeys.device.replacing(#""created":1"#, with: #""created":4294967296"#)),
        WrongFile("no keys", .malformed, text: #"{"keys":[]}"#),
        WrongFile("no member keys", .malformed, text: #"{}"#),
        WrongFile("one JWK", .malformed, text: KnownKeys.pair(role: "device")),
        WrongFile(
            "sealed text without a protection", .malformed,
            text: KnownKeys.device.dropLast() + #","keyring":"\#(KnownKeys.shared)"}"#),
        WrongFile("an array", .malformed, text: "[]"),
        WrongFile("bytes after it", .malformed, text: KnownKeys.device + "{}"),
        WrongFile("not UTF-8", .malformed) { try $0.write(Array("{\"".utf8) + [0xFF, 0x22], to: "a.jwks") },
        WrongFile("secret where public belongs", .unexpectedSecret, file: "a.pub.jwks", text: KnownKeys.device),
        WrongFile(
            "secret beside public keys", .unexpectedSecret, file: "a.pub.jwks",
            text: KnownKeys.devicePublic.dropLast() + #","d":"\#(KnownKeys.secret)"}"#),
    ]
}

@Suite("Wrong files")
struct WrongFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "a wrong file is refused with its own error and nothing changes",
        arguments: WrongFile.system + WrongFile.content)
    fileprivate func refused(wrong: WrongFile) throws {
        try wrong.make(folder)
        let large = wrong.code == .tooLarge || wrong.code == .notRegularFile
        let before = large ? [:] : try folder.snapshot()
        expectError(wrong.code) { try folder.directory.keyring("a") }
        expectError(wrong.code) { try folder.directory.change("a") { try $0.rotate(grace: .days(1), at: 1) } }
        let after = large ? [:] : try folder.snapshot().filter { $0.key != ".lock" }
        #expect(after == before)
        chmod(folder.path, 0o700)
    }

    @Test("a file cut at any byte is refused as truncated")
    func truncated() throws {
        try folder.directory.generate("g", role: .device)
        let whole = try folder.read("g.jwks")
        // Without the line feed at its end the file is whole.
        for count in 0..<whole.count - 1 {
            try folder.write(Array(whole.prefix(count)), to: "a.jwks")
            expectError(.truncated) { try folder.directory.keyring("a") }
        }
    }

    @Test("one flipped bit never loads another secret")
    func flipped() throws {
        try folder.write(KnownKeys.device, to: "a.jwks")
        let whole = try folder.read("a.jwks")
        for index in whole.indices {
            for bit in 0..<8 {
                var changed = whole
                changed[index] ^= 1 << bit
                try folder.write(changed, to: "a.jwks")
                guard let keyring = try? folder.directory.keyring("a"), keyring.isSecret else { continue }
                #expect(keyring.keys.first?.thumbprint.description == KnownKeys.thumbprint)
            }
        }
    }

    @Test("a secret of another user is refused", .enabled(if: geteuid() == 0, "only root can give files away"))
    func owner() throws {
        try folder.write(KnownKeys.device, to: "a.jwks")
        chown("\(folder.path)/a.jwks", 12_345, 12_345)
        expectError(.wrongOwner) { try folder.directory.keyring("a") }
        // The owner's file is not to be taken away from the owner.
        let error = #expect(throws: KeyError.self) { try folder.directory.keyring("a") }
        #expect(error?.reason.contains("run the command as that user, for example with sudo -u '#12345'") == true)
        try folder.write(KnownKeys.device, to: "b.jwks")
        chown(folder.path, 12_345, 12_345)
        expectError(.insecureFolder) { try folder.directory.keyring("b") }
        chown(folder.path, 0, 0)
    }

    @Test(
        "another user's public keys in a sticky folder are refused, the user's own are read",
        .enabled(if: geteuid() == 0, "only root can give files away"))
    func stickyFolder() throws {
        try folder.write(KnownKeys.devicePublic, to: "a.pub.jwks", mode: 0o644)
        chmod(folder.path, 0o1777)
        #expect(try folder.directory.keyring("a").keys.count == 1)
        chown("\(folder.path)/a.pub.jwks", 12_345, 12_345)
        expectError(.insecureFolder) { try folder.directory.keyring("a") }
    }

    @Test("public keys may be read through a link, which is not replaced")
    func publicLink() throws {
        try folder.write(KnownKeys.devicePublic, to: "real.pub.jwks", mode: 0o644)
        symlink("real.pub.jwks", "\(folder.path)/a.pub.jwks")
        let key = try folder.directory.keyring("a").primary
        expectError(.symbolicLink) { try folder.directory.change("a") { try $0.revoke(key.thumbprint, at: 1) } }
    }

    @Test("no error contains a secret")
    func silence() throws {
        for wrong in WrongFile.content {
            let folder = try TemporaryFolder()
            try wrong.make(folder)
            do throws(KeyError) {
                _ = try folder.directory.keyring("a")
            } catch {
                #expect(!error.reason.contains(KnownKeys.secret.prefix(6)), "\(wrong.testDescription)")
            }
        }
    }
}
