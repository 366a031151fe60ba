import Foundation
import Glibc
import KeyManagement
import TestSupport
import Testing

/// Keys where Kubernetes, Docker and systemd put them: files of root for a group, behind links, in folders that are only read.
@Suite("Mounted keys")
struct MountedFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let isRoot = geteuid() == 0
    private static let group: gid_t = 12_345

    /// A volume of Kubernetes: `bank.jwks` → `..data/bank.jwks`, `..data` → the folder of a version, mode 1777 above it.
    private func mount(_ version: String, _ text: String) async throws {
        try await folder.shell("mkdir ..\(version); ln -sfn ..\(version) ..data_tmp; ln -sf ..data/bank.jwks bank.jwks")
        try folder.write(text, to: "..\(version)/bank.jwks", mode: 0o440)
        try await folder.shell("mv -T ..data_tmp ..data; chmod 1777 .")
    }

    @Test("a secret in a volume of Kubernetes is read through its links, and a new version of the volume is followed")
    func kubernetes() async throws {
        let keyrings = try (1...2).map { try Keyring.generate(name: "bank", role: .provider, at: $0.date) }
        try await mount("1", keyrings[0].string)
        // A file of the user has mode 0600 at most, one of root 0640.
        if Self.isRoot {
            chown("\(folder.path)/..1/bank.jwks", 0, Self.group)
        } else {
            chmod("\(folder.path)/..1/bank.jwks", 0o400)
        }
        let clock = MonotonicClock()
        let follower = try KeyringFollower(folder.directory.keyring("bank"), now: { clock.now }) {
            keyring throws(KeyError) in try keyring.primary.thumbprint
        }
        #expect(try follower.current() == keyrings[0].primary.thumbprint)
        try await mount("2", keyrings[1].string)
        if !Self.isRoot { chmod("\(folder.path)/..2/bank.jwks", 0o400) }
        clock.pass(.seconds(1))
        #expect(try follower.current() == keyrings[1].primary.thumbprint)

        // It is changed where the volume is made.
        expectError(.insecureFolder) { try folder.directory.change("bank") { _ = try $0.rotate() } }
        chmod(folder.path, 0o700)
        expectError(.symbolicLink) { try folder.directory.change("bank") { _ = try $0.rotate() } }
        try await folder.shell("rm -r ..1 ..2")
    }

    @Test(
        "a file of root may be readable by a group, never by all or writable by others",
        .enabled(if: isRoot, "only root can make files of root"))
    func modes() throws {
        for mode: mode_t in [0o400, 0o440, 0o600, 0o640] {
            try folder.write(KnownKeys.device, to: "a.jwks", mode: mode)
            chown("\(folder.path)/a.jwks", 0, Self.group)
            #expect(try folder.directory.keyring("a").isSecret)
        }
        for mode: mode_t in [0o444, 0o644, 0o660, 0o650, 0o604] {
            try folder.write(KnownKeys.device, to: "a.jwks", mode: mode)
            let error = #expect(throws: KeyError.self) { try folder.directory.keyring("a") }
            #expect(error?.code == .insecurePermissions)
            #expect(error?.reason.hasSuffix("expected at most 0640, or 0400 in a read-only volume") == true)
        }
    }

    @Test(
        "a link or a folder behind it that another user made is refused",
        .enabled(if: isRoot, "only root can give files away"))
    func foreignLinks() async throws {
        try await mount("1", KnownKeys.set(KnownKeys.pair(role: "provider")))
        #expect(try folder.directory.keyring("bank").isSecret)
        lchown("\(folder.path)/bank.jwks", 12_345, 12_345)
        expectError(.insecureFolder) { try folder.directory.keyring("bank") }
        lchown("\(folder.path)/bank.jwks", 0, 0)
        chown("\(folder.path)/..1", 12_345, 12_345)
        expectError(.insecureFolder) { try folder.directory.keyring("bank") }
        chown("\(folder.path)/..1", 0, 0)
        chmod("\(folder.path)/..1", 0o770)
        expectError(.insecureFolder) { try folder.directory.keyring("bank") }
        try await folder.shell("rm -r ..1")
    }

    @Test("no secret is written where others could replace it", arguments: [0o1777, 0o775, 0o777, 0o707] as [mode_t])
    func writing(mode: mode_t) throws {
        chmod(folder.path, mode)
        expectError(.insecureFolder) { try folder.directory.generate("a", role: .device) }
        expectError(.insecureFolder) { try folder.directory.add(Keyring(KnownKeys.device, name: "a")) }
        #expect(folder.files.isEmpty)
        // Public keys only need a folder in which others cannot replace them.
        let pins = try Keyring(KnownKeys.devicePublic, name: "a")
        if mode & S_IWOTH == 0 || mode & S_ISVTX != 0 {
            try folder.directory.pin(pins)
        } else {
            expectError(.insecureFolder) { try folder.directory.pin(pins) }
        }
    }

    @Test("no secret is written to a folder of another user", .enabled(if: isRoot, "only root can give folders away"))
    func foreignFolder() throws {
        chown(folder.path, 12_345, 12_345)
        expectError(.insecureFolder) { try folder.directory.generate("a", role: .device) }
        #expect(folder.files.isEmpty)
        chown(folder.path, 0, 0)
    }

    @Test(
        "a file of another name is no keyring",
        arguments: [
            "b\u{e4}nk.jwks", "my key.jwks", "bank.json", ".bank.jwks.new", "bank.log", ".lock", "-a.jwks",
            "x.log.jwks",
        ])
    func names(file: String) throws {
        try folder.write(KnownKeys.device, to: file)
        #expect(try folder.directory.names().isEmpty)
    }

    @Test("a path is no name, for reading as for a change", arguments: ["k", "k.jwks", "k.pub.jwks"])
    func paths(file: String) throws {
        try folder.directory.generate("k", role: .device)
        let before = try folder.snapshot()
        for path in ["./\(file)", "\(folder.path)/\(file)"] as [UTF8Text] {
            expectError(.invalidName) { try folder.directory.keyring(path) }
            expectError(.invalidName) { try folder.directory.publicKeyring(path) }
            expectError(.invalidName) { try folder.directory.change(path) { _ = try $0.rotate() } }
        }
        #expect(try folder.snapshot() == before)
    }
}

extension Int {
    fileprivate var date: Date { Date(UInt32(self)) }
}
