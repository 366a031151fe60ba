import Glibc
import TestSupport
import Testing

@testable import KeyManagement

/// Keys that a process reads which is not root's.
@Suite("A user that is not root", .enabled(if: geteuid() == 0, "only root can become another user"))
struct OtherUserTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
    }

    private static let user: uid_t = 12_345

    private func give(_ file: String, to user: uid_t, group: gid_t = Self.user) {
        #expect(chown("\(folder.path)/\(file)", user, group) == 0)
    }

    @Test("reads its own secrets and those of root for its group, and no others")
    func secrets() async throws {
        for (file, owner, mode) in [
            ("own", Self.user, 0o600), ("root", 0, 0o640), ("wide", Self.user, 0o640), ("other", 54_321, 0o644),
        ] as [(String, uid_t, mode_t)] {
            try folder.write(KnownKeys.device, to: "\(file).jwks", mode: mode)
            give("\(file).jwks", to: owner)
        }
        for owner in [0, Self.user] {
            give(".", to: owner)
            await #expect(processExitsWith: .success) { [path = folder.path as String] in
                try #require(setgid(Self.user) == 0 && setuid(Self.user) == 0)
                let directory = KeyDirectory(path)
                #expect(try directory.keyring("own").isSecret)
                #expect(try directory.keyring("root").isSecret)
                expectError(.wrongOwner) { try directory.keyring("other") }
                let error = #expect(throws: KeyError.self) { try directory.keyring("wide") }
                #expect(error?.code == .insecurePermissions)
                #expect(error?.reason.hasSuffix("; say chmod 600 \(path)/wide.jwks") == true)
            }
        }
    }

    @Test("writes to its own folder, and finds no problem in one that it only reads")
    func folders() async throws {
        let keyring = try folder.directory.generate("a", role: .provider, at: 1)
        folder.unlink("a.pub.jwks")
        #expect(try folder.directory.problems(of: keyring, isSecret: true).count == 1)
        mkdir("\(folder.path)/keys", 0o700)
        give("keys", to: Self.user)
        let published = try keyring.publicHalf().string
        await #expect(processExitsWith: .success) { [path = folder.path as String, published = published as String] in
            try #require(setgid(Self.user) == 0 && setuid(Self.user) == 0)
            let keyring = try Keyring(published, name: "a")
            #expect(try KeyDirectory(path).problems(of: keyring, isSecret: true) == [])
            #expect(try KeyDirectory("\(path)/keys").generate("a", role: .provider).isSecret)
        }
        for file in [".lock", "a.jwks", "a.log", "a.pub.jwks"] { folder.unlink("keys/\(file)") }
    }
}
