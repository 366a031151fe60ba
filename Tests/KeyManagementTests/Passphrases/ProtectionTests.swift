import Glibc
import KeyManagement
import StrictJSON
import TestSupport
import Testing

@Suite("Passphrases")
struct ProtectionTests {
    let folder: TemporaryFolder
    /// As cheap as the library allows, so that tests are fast.
    let cost: PassphraseCost

    init() throws {
        folder = try TemporaryFolder()
        cost = try PassphraseCost(passes: 1, memoryByteCount: 8192)
    }

    private func directory(_ passphrase: String) -> KeyDirectory {
        KeyDirectory(folder.path, passphrase: source(passphrase))
    }

    private func source(_ passphrase: String) -> PassphraseSource {
        .closure { _ in try Passphrase(copying: Array(passphrase.utf8).span) }
    }

    private func protect(_ name: UTF8Text = "a", role: KeyRole = .device, with passphrase: String = "correct horse")
        throws
    {
        try folder.directory.generate(name, role: role, at: 1)
        try folder.directory.change(name) { [cost] in
            try $0.protect(with: Passphrase(copying: Array(passphrase.utf8).span), cost: cost)
        }
    }

    @Test(
        "a protected keyring opens with its passphrase only",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"), arguments: KeyRole.allCases)
    func opening(role: KeyRole) throws {
        try protect(role: role)
        let keyring = try directory("correct horse").keyring("a")
        #expect(keyring.isProtected && keyring.isSecret)
        expectError(.locked) { try folder.directory.keyring("a") }
        for wrong in ["correct horse ", "Correct horse", "c"] {
            expectError(.wrongPassphrase) { try directory(wrong).keyring("a") }
        }
        #expect(folder.mode("a.jwks") == 0o600)
        let text = try folder.text("a.jwks")
        // In quotation marks, since base64url may spell any word by chance.
        for word in ["oct", "d", "k"] { #expect(!text.contains("\"\(word)\"")) }
        #expect(text.contains("\"OKP\"") == (role != .shared))
    }

    @Test("public halves need no passphrase", .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func publicHalf() throws {
        try protect()
        folder.unlink("a.pub.jwks")
        let halves = try folder.directory.publicKeyring("a")
        #expect(!halves.isSecret && !halves.isProtected)
        #expect(try halves.text().version == directory("correct horse").keyring("a").publicHalf().text().version)
    }

    @Test(
        "public halves, name and role of a protected keyring are authentic to who has the passphrase",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"),
        arguments: [
            (#""state":"active""#, #""state":"revoked""#), (#""created":1"#, #""created":2"#),
            ("{\"keys\"", " {\"keys\""),
        ])
    func authenticHalves(honest: String, changed: String) throws {
        try protect()
        let text = try folder.text("a.jwks")
        #expect(text.contains(honest))
        try folder.write(text.replacing(honest, with: changed), to: "a.jwks")
        expectError(.wrongPassphrase) { try directory("correct horse").keyring("a") }
    }

    @Test(
        "a protected keyring is not taken for one of another name, role or end",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"),
        arguments: [
            (#""name":"a""#, #""name":"b""#), (#""name":"a","#, ""),
            (#""role":"device","name""#, #""role":"shared","name""#),
            (#""role":"device","name""#, #""name""#), ("\"}\n", "\"}"), ("\"}\n", "\",\"note\":1}\n"),
            ("\"}\n", "\"}\r"), ("\"}\n", "\" }"), ("\"}\n", "\"}\n\n"),
        ])
    func foreignHalves(honest: String, changed: String) throws {
        try protect()
        let text = try folder.text("a.jwks")
        #expect(text.contains(honest))
        try folder.write(text.replacing(honest, with: changed), to: "a.jwks")
        expectError(.malformed) { try directory("correct horse").keyring("a") }
    }

    @Test(
        "a protected keyring under another name is refused, and imported",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func renamed() throws {
        try protect()
        try folder.write(folder.read("a.jwks"), to: "b.jwks")
        expectError(.malformed) { try directory("correct horse").keyring("b") }
        expectError(.malformed) { try directory("correct horse").publicKeyring("b") }
        let text = try KeyringText(copying: folder.read("b.jwks").slice.span)
        let imported = try Keyring(
            importing: text, name: "c", role: .device, passphrase: source("correct horse"), at: 2)
        #expect(try imported.primary.thumbprint == directory("correct horse").keyring("a").primary.thumbprint)
        #expect(imported.isProtected)
    }

    @Test(
        "a protected file is a file with secrets: for its permissions, its name, and a store",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func secretFile() async throws {
        try protect()
        let stored = try #require(try await folder.directory.load("a"))
        let published = try folder.directory.publicKeyring("a")
        let before = try folder.snapshot()
        await expectError(.wrongHalf) {
            try await folder.directory.save(KeyringChange(published, from: stored.version))
        }
        #expect(try folder.snapshot() == before)
        try folder.write(folder.read("a.jwks"), to: "b.pub.jwks", mode: 0o644)
        expectError(.unexpectedSecret) { try folder.directory.publicKeyring("b") }
        chmod("\(folder.path)/a.jwks", 0o644)
        expectError(.insecurePermissions) { try folder.directory.publicKeyring("a") }
        expectError(.insecurePermissions) { try directory("correct horse").keyring("a") }
    }

    @Test("a secret beside the protected ones is refused, since it may have leaked")
    func openSecret() throws {
        let text = """
            {"keys":[
            \(KnownKeys.pair(role: "device"))
            ],"sealedpush":{"role":"device","name":"a","protection":"argon2id-xchacha20poly1305","passes":1,"memory":8192,\
            "salt":"AAAAAAAAAAAAAAAAAAAAAA"},"keyring":"AAAA"}

            """
        try folder.write(text, to: "a.jwks")
        expectError(.unexpectedSecret) { try folder.directory.publicKeyring("a") }
        expectError(.unexpectedSecret) { try directory("correct horse").keyring("a") }
    }

    @Test(
        "a changed keyring stays protected by the same passphrase",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func changing() throws {
        try protect()
        let old = try directory("correct horse").keyring("a").primary.thumbprint
        try directory("correct horse").change("a") { try $0.rotate(grace: .days(1), at: 2) }
        let keyring = try directory("correct horse").keyring("a")
        #expect(keyring.keys.count == 2 && keyring.isProtected)
        #expect(try keyring.key(old).state == .retiring(until: 86_402))
        expectError(.locked) { try folder.directory.change("a") { try $0.rotate(grace: .days(1), at: 2) } }
    }

    @Test(
        "a passphrase can be changed and removed", .enabled(if: Passphrase.isSupported, "this build has no passphrases")
    )
    func removing() throws {
        try protect()
        let key = try directory("correct horse").keyring("a").primary.thumbprint
        try directory("correct horse").change("a") { [cost] in
            try $0.protect(with: Passphrase(copying: Array("battery".utf8).span), cost: cost)
        }
        expectError(.wrongPassphrase) { try directory("correct horse").keyring("a") }
        try directory("battery").change("a") { $0.removeProtection() }
        #expect(try folder.directory.keyring("a").primary.thumbprint == key)
    }

    @Test("two writes of one keyring differ", .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func nonces() throws {
        try protect()
        let first = try folder.read("a.jwks")
        try directory("correct horse").change("a") { _ in }
        #expect(try folder.read("a.jwks") != first)
    }

    @Test(
        "a hostile file cannot exhaust memory or time",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"),
        arguments: [
            (#""memory":8192"#, #""memory":68719476736"#), (#""memory":8192"#, #""memory":1073741825"#),
            (#""memory":8192"#, #""memory":8191"#), (#""passes":1,"#, #""passes":17,"#),
            (#""passes":1,"#, #""passes":0,"#),
            (#""passes":1,"#, #""passes":4294967296,"#),
        ])
    func hostile(honest: String, hostile: String) throws {
        try protect()
        let text = try folder.text("a.jwks")
        #expect(text.contains(honest))
        try folder.write(text.replacing(honest, with: hostile), to: "a.jwks")
        expectError(.excessiveCost) { try directory("correct horse").keyring("a") }
    }

    @Test(
        "an incomplete protection is refused", .enabled(if: Passphrase.isSupported, "this build has no passphrases"),
        arguments: [
            (#""memory":8192"#, #""memory":"8192""#), (#""passes":1,"#, ""), (#""salt":""#, #""salt":"AA"#),
            ("argon2id-xchacha20poly1305", "argon2i"), (#""keyring":""#, #""keyring":"!"#),
            (#""keyring":"#, #""other":"#),
        ])
    func incomplete(honest: String, wrong: String) throws {
        try protect()
        try folder.write(folder.text("a.jwks").replacing(honest, with: wrong), to: "a.jwks")
        expectError(.malformed) { try directory("correct horse").keyring("a") }
    }

    @Test(
        "one changed character of a protected keyring is refused",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func flipped() throws {
        try protect()
        let whole = try folder.read("a.jwks")
        for index in whole.indices.dropLast() {
            var changed = whole
            changed[index] ^= 1
            try folder.write(changed, to: "a.jwks")
            #expect(throws: KeyError.self, "byte \(index)") { try directory("correct horse").keyring("a") }
        }
    }

    @Test(
        "a keyring that is protected twice is refused",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func twice() throws {
        try protect()
        let inner = try JSONValue(parsing: folder.read("a.jwks"))
        #expect(inner.objectValue?["keyring"]?.stringValue != nil)
        expectError(.wrongHalf) {
            var open = try folder.directory.publicKeyring("a")
            try open.protect(with: Passphrase(copying: [1].span), cost: cost)
        }
    }

    @Test(
        "the standard cost is 256 MiB and 3 passes",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func standardCost() throws {
        try folder.directory.generate("a", role: .device)
        try folder.directory.change("a") { try $0.protect(with: Passphrase(copying: [1].span)) }
        #expect(try folder.text("a.jwks").contains(#""passes":3,"memory":268435456"#))
    }
}

@Suite("Reading passphrases")
struct PassphraseTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a file's passphrase is its content without one line feed", arguments: ["a b", "a b\n"])
    func files(content: String) throws {
        try folder.write(content, to: "p")
        #expect(try Passphrase(file: "\(folder.path)/p").matches(Passphrase(copying: Array("a b".utf8).span)))
        try folder.write("a b\n\n", to: "p")
        #expect(try !Passphrase(file: "\(folder.path)/p").matches(Passphrase(copying: Array("a b".utf8).span)))
    }

    @Test("a passphrase file that ends in CR LF is refused, because its passphrase cannot be typed")
    func carriageReturn() throws {
        for text in ["a\r\n", "\r\n"] {
            try folder.write(text, to: "passphrase")
            let error = #expect(throws: KeyError.self) { try Passphrase(file: "\(folder.path)/passphrase") }
            #expect(error?.code == .wrongPassphrase && error?.reason.contains("ends in CR LF") == true)
        }
        try folder.write("a\r", to: "passphrase")
        _ = try Passphrase(file: "\(folder.path)/passphrase")
    }

    @Test("a passphrase has 1 to 1024 bytes")
    func sizes() throws {
        for (content, isTaken) in [("", false), ("\n", false), (String(repeating: "x", count: 1024) + "\n", true)] {
            try folder.write(content, to: "p")
            #expect(((try? Passphrase(file: "\(folder.path)/p")) != nil) == isTaken)
        }
        for count in [1025, 1026, 100_000] {
            try folder.write(String(repeating: "x", count: count), to: "p")
            expectError(.wrongPassphrase) { try Passphrase(file: "\(folder.path)/p") }
        }
    }

    @Test("a passphrase file that others may read is refused")
    func modes() throws {
        try folder.write("x", to: "p", mode: 0o644)
        expectError(.insecurePermissions) { try Passphrase(file: "\(folder.path)/p") }
        expectError(.notFound) { try Passphrase(file: "\(folder.path)/q") }
    }
}
