import Glibc
import KeyManagement
import TestSupport
import Testing

@Suite("Generating keyrings")
struct GeneratingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a pair becomes a file of mode 0600 and one with its public half", arguments: [KeyRole.device, .provider])
    func pair(role: KeyRole) throws {
        let made = try folder.directory.generate("a", role: role, at: 1000)
        #expect(folder.files == [".lock", "a.jwks", "a.log", "a.pub.jwks"])
        #expect(folder.mode("a.jwks") == 0o600)
        #expect(folder.mode("a.log") == 0o600)
        #expect(folder.mode("a.pub.jwks") == 0o644)
        let secret = try folder.directory.keyring("a")
        let open = try folder.directory.publicKeyring("a")
        #expect(secret.isSecret && !open.isSecret)
        for keyring in [secret, open] {
            #expect(keyring.role == role)
            #expect(try keyring.primary.thumbprint == made.primary.thumbprint)
            #expect(try keyring.primary.created == 1000)
        }
        #expect(try !folder.text("a.pub.jwks").contains("\"d\""))
    }

    @Test("a shared key becomes one file")
    func shared() throws {
        try folder.directory.generate("s", role: .shared)
        #expect(folder.files == [".lock", "s.jwks", "s.log"])
        #expect(try folder.directory.publicKeyring("s").primary.sharedKey != nil)
    }

    @Test("file modes do not depend on the umask", arguments: [mode_t(0), 0o777])
    func umask(mask: mode_t) async throws {
        await #expect(processExitsWith: .success) { [path = folder.path as String, mask = mask as mode_t] in
            Glibc.umask(mask)
            try KeyDirectory(path).generate("a", role: .device)
        }
        #expect(folder.mode("a.jwks") == 0o600)
        #expect(folder.mode("a.pub.jwks") == 0o644)
    }

    @Test("no file is ever overwritten", arguments: ["a.jwks", "a.pub.jwks"])
    func overwriting(file: String) throws {
        try folder.write("precious", to: file)
        let before = try folder.snapshot()
        expectError(.alreadyExists) { try folder.directory.generate("a", role: .device) }
        #expect(try folder.read(file) == before[file])
        #expect(folder.files == [".lock", file])
    }

    @Test("a link in the place of a new file is not followed")
    func link() throws {
        symlink("\(folder.path)/elsewhere", "\(folder.path)/a.jwks")
        expectError(.alreadyExists) { try folder.directory.generate("a", role: .device) }
        #expect(!folder.files.contains("elsewhere"))
    }

    @Test("two keyrings never have the same key")
    func distinct() throws {
        let first = try folder.directory.generate("a", role: .device)
        let second = try folder.directory.generate("b", role: .device)
        #expect(try first.primary.thumbprint != second.primary.thumbprint)
        #expect(try folder.directory.names() == ["a", "b"])
    }

    @Test("a missing folder is created for its owner only")
    func makesFolder() throws {
        let directory = KeyDirectory("\(folder.path)/new")
        try directory.generate("a", role: .device)
        #expect(folder.mode("new") == 0o700)
        for file in ["a.jwks", "a.pub.jwks", "a.log", ".lock"] { unlink("\(folder.path)/new/\(file)") }
    }

    @Test(
        "a name with anything but letters, digits, dot, underscore and dash is refused",
        arguments: [
            "", ".", "..", ".hidden", "-rf", "a b", "a/b", "/a", "ä", "a\n", "x.pub",
            UTF8Text(String(repeating: "n", count: 65)),
        ])
    func names(name: UTF8Text) throws {
        expectError(.invalidName) { try folder.directory.generate(name, role: .device) }
        #expect(folder.files == [])
    }

    @Test("a zero byte does not cut a name or a folder short")
    func zeroByte() throws {
        try folder.directory.generate("a", role: .device)
        expectError(.invalidName) { try folder.directory.generate("b\u{0}c", role: .device) }
        expectError(.invalidName) { try KeyDirectory("\(folder.path)\u{0}x").keyring("a") }
    }

    @Test(
        "the longest name and unusual valid names are accepted",
        arguments: [UTF8Text(String(repeating: "n", count: 64)), "A.b_c-1", "_"])
    func validNames(name: UTF8Text) throws {
        try folder.directory.generate(name, role: .provider)
        #expect(try folder.directory.keyring(name).name == name)
    }
}
