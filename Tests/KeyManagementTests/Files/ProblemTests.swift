import Glibc
import KeyManagement
import TestSupport
import Testing

/// The reasons why the next change of a keyring would fail, before it is made.
@Suite("Problems of a keyring's files")
struct ProblemTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func problems(_ keyring: Keyring, isSecret: Bool = true) throws -> [String] {
        try folder.directory.problems(of: keyring, isSecret: isSecret)
    }

    @Test("keyrings that can be changed have none", arguments: KeyRole.allCases)
    func none(role: KeyRole) throws {
        let keyring = try folder.directory.generate("a", role: role, at: 1)
        #expect(try problems(keyring) == [])
        if role != .shared {
            try folder.directory.add(Keyring(keyring.publicHalf().string, name: "b"))
            #expect(try problems(folder.directory.keyring("b"), isSecret: false) == [])
        }
    }

    @Test("an export that is missing, old, damaged or readable by its owner alone is one")
    func export() throws {
        let first = try folder.directory.generate("a", role: .provider, at: 1)
        let old = try folder.text("a.pub.jwks")
        try folder.directory.change("a") { _ = try $0.rotate(grace: .days(1), at: 2) }
        let (keyring, new) = (try folder.directory.keyring("a"), try folder.text("a.pub.jwks"))
        #expect(try problems(keyring) == [] && first.keys.count == 1)
        let problem =
            "\(folder.path)/a.pub.jwks is not its export, which the next change writes again with mode 0644"
        for (text, mode) in [(old, 0o644), ("{", 0o644), (new, 0o600), (new, 0o664)] as [(String, mode_t)] {
            try folder.write(text, to: "a.pub.jwks", mode: mode)
            #expect(try problems(keyring) == [problem])
        }
        folder.unlink("a.pub.jwks")
        #expect(try problems(keyring) == [problem])
        #expect(try problems(keyring.publicHalf(), isSecret: false) == [])
        try folder.directory.change("a") { _ in }
        #expect(try problems(keyring) == [])
    }

    @Test(
        "a file that a change would not replace is one",
        arguments: [".lock", "a.log", "a.jwks", ".a.jwks.new", ".a.pub.jwks.new"])
    func irregular(file: String) throws {
        let keyring = try folder.directory.generate("a", role: .device, at: 1)
        folder.unlink(file)
        mkdir("\(folder.path)/\(file)", 0o700)
        let path = "\(folder.path)/\(file)"
        #expect(try problems(keyring) == ["cannot be changed: \(path) is not a regular file"])
    }

    @Test("a folder in which others can replace secrets is one, for public keys only without the sticky bit")
    func folderOfOthers() throws {
        let keyring = try folder.directory.generate("a", role: .shared, at: 1)
        let pins = try Keyring(KnownKeys.devicePublic, name: "b")
        for (mode, isPublicProblem) in [(0o1777, false), (0o775, false), (0o777, true)] as [(mode_t, Bool)] {
            chmod(folder.path, mode)
            #expect(try problems(keyring).count == 1)
            #expect(
                try problems(keyring).first?.hasPrefix("cannot be changed: \(folder.path) is in a folder of") == true)
            #expect(try problems(pins, isSecret: false).isEmpty != isPublicProblem)
        }
        chmod(folder.path, 0o700)
    }
}
