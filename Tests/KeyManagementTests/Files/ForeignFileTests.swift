import Glibc
import KeyManagement
import TestSupport
import Testing

/// Files with the names that a change of a keyring uses, made by others or by mistake.
@Suite("Files in place of a keyring's own")
struct ForeignFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let stranger: uid_t = 12_345
    private static let isRoot = geteuid() == 0

    /// A keyring of public keys in a folder in which every user may make files.
    private func share() throws {
        let key = try Keyring.generate(name: "a", role: .device, at: 1)
        try folder.directory.add(key.publicHalf())
        // So that there is a log.
        try folder.directory.change("a") { try $0.retire(key.primary.thumbprint, grace: .days(1), at: 2) }
        chmod(folder.path, 0o1777)
    }

    @Test(
        "in a shared folder, another user's file is not read as an unfinished change",
        .enabled(if: isRoot, "only root can give files away"),
        arguments: [".a.pub.jwks.new", ".a.jwks.new"])
    func otherUser(file: String) throws {
        try share()
        let before = try folder.read("a.pub.jwks")
        let log = try folder.text("a.log")
        try folder.write(KnownKeys.devicePublic, to: file, mode: 0o644)
        chown("\(folder.path)/\(file)", Self.stranger, Self.stranger)
        #expect(try folder.directory.publicKeyring("a").string == String(decoding: before, as: UTF8.self))
        try folder.directory.change("a") { _ in }
        #expect(try folder.read("a.pub.jwks") == before)
        #expect(try folder.text("a.log") == log)
    }

    @Test("a file that others can write is not read as an unfinished change", arguments: [0o664, 0o646] as [mode_t])
    func writable(mode: mode_t) throws {
        try folder.directory.generate("a", role: .device, at: 1)
        let before = try folder.snapshot()
        try folder.write(KnownKeys.devicePublic, to: ".a.pub.jwks.new", mode: mode)
        #expect(try folder.directory.publicKeyring("a").primary.thumbprint.description != KnownKeys.thumbprint)
        try folder.directory.change("a") { _ in }
        #expect(try folder.read("a.pub.jwks") == before["a.pub.jwks"])
    }

    @Test(
        "a pipe, a link or a folder in place of an unfinished change is neither followed nor waited for",
        .timeLimit(.minutes(60)),
        arguments: ["pipe", "link", "folder"], [".a.pub.jwks.new", ".a.jwks.new"])
    func irregular(kind: String, file: String) throws {
        try folder.directory.generate("a", role: .device, at: 1)
        let before = try folder.snapshot()
        try folder.write(KnownKeys.devicePublic, to: "other.pub.jwks", mode: 0o644)
        let path = "\(folder.path)/\(file)"
        switch kind {
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        case "link": #expect(symlink("other.pub.jwks", path) == 0)
        default: #expect(mkdir(path, 0o700) == 0)
        }
        let thumbprint = try folder.directory.keyring("a").primary.thumbprint
        #expect(try folder.directory.publicKeyring("a").primary.thumbprint == thumbprint)
        if kind == "folder" {
            let error = #expect(throws: KeyError.self) { try folder.directory.change("a") { _ in } }
            #expect(error?.code == .insecureFolder)
            #expect(error?.reason.contains(file) == true)
        } else {
            try folder.directory.change("a") { try $0.retire(thumbprint, grace: .days(1), at: 2) }
            #expect(try folder.directory.publicKeyring("a").isRetiring(thumbprint))
        }
        for name in before.keys where name != ".lock" && kind == "folder" {
            #expect(try folder.read(name) == before[name])
        }
        #expect(try folder.text("other.pub.jwks") == KnownKeys.devicePublic)
    }

    @Test(
        "a keyring's unfinished change, log and lock are not read as keyrings",
        arguments: [".a.jwks.new", ".a.pub.jwks.new", "a.log", ".lock"])
    func path(file: String) async throws {
        try folder.write(KnownKeys.device, to: file)
        let before = try folder.snapshot()
        let path: UTF8Text = "\(folder.path)/\(file)"
        expectError(.invalidName) { try folder.directory.keyring(path) }
        expectError(.invalidName) { try folder.directory.publicKeyring(path) }
        await expectError(.invalidName) { try await folder.directory.load(path) }
        expectError(.invalidName) { try folder.directory.change(path) { _ in } }
        #expect(try folder.read(file) == before[file])
    }

    @Test("a keyring's name with a log's extension is refused", arguments: ["a.log", ".log", "a.b.log"])
    func logName(name: UTF8Text) throws {
        expectError(.invalidName) { try folder.directory.generate(name, role: .device) }
        expectError(.invalidName) { try folder.directory.keyring(name) }
        try folder.write(KnownKeys.device, to: "\(name).jwks")
        #expect(try folder.directory.names() == [])
    }
}

extension Keyring {
    /// Whether a key retires.
    fileprivate func isRetiring(_ thumbprint: Thumbprint) throws -> Bool {
        guard case .retiring = try key(thumbprint).state else { return false }
        return true
    }
}
