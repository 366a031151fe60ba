import Foundation
import Glibc
import KeyManagement
import TestSupport
import Testing

@Suite("A keyring and the export of its public halves")
struct HalvesTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a store keeps no public text in place of a keyring with secrets")
    func publicText() async throws {
        try folder.directory.generate("k", role: .provider)
        let stored = try #require(try await folder.directory.load("k"))
        let before = try folder.snapshot()
        let published = try folder.directory.publicKeyring("k")
        await expectError(.wrongHalf) {
            try await folder.directory.save(KeyringChange(published, from: stored.version))
        }
        #expect(try folder.snapshot() == before)
    }

    @Test("a store keeps no public text in place of a shared keyring")
    func publicTextOfShared() async throws {
        try folder.directory.generate("k", role: .shared)
        let stored = try #require(try await folder.directory.load("k"))
        let before = try folder.snapshot()
        let published = try Keyring(KnownKeys.devicePublic, name: "k")
        await expectError(.wrongHalf) {
            try await folder.directory.save(KeyringChange(published, from: stored.version))
        }
        #expect(try folder.snapshot() == before)
    }

    @Test("a public file that is a link or a folder is not replaced, and then nothing changes")
    func link() throws {
        try folder.directory.generate("k", role: .provider)
        #expect(rename("\(folder.path)/k.pub.jwks", "\(folder.path)/real") == 0)
        symlink("real", "\(folder.path)/k.pub.jwks")
        let before = try folder.snapshot()
        expectError(.symbolicLink) { try folder.directory.change("k") { try $0.rotate(grace: .days(1), at: 2) } }
        #expect(try folder.snapshot() == before)
        unlink("\(folder.path)/k.pub.jwks")
        mkdir("\(folder.path)/k.pub.jwks", 0o700)
        expectError(.notRegularFile) { try folder.directory.change("k") { try $0.rotate(grace: .days(1), at: 2) } }
        #expect(try folder.read("k.jwks") == before["k.jwks"])
        #expect(try folder.read("k.log") == before["k.log"])
    }

    @Test("unknown members of a private file stay out of the public one")
    func unknownMembers() throws {
        let pair = KnownKeys.pair(role: "device").replacing(#""kty""#, with: #""note":"N1","kty""#)
        let erased = KnownKeys.point(role: "device", x: KnownKeys.bob)
            .replacing(#""kty""#, with: #""note":"N2","kty""#).replacing(#""role""#, with: #""seed":"N3","role""#)
        let text = KnownKeys.set(pair, erased)
        try folder.write(
            text.prefix(text.count - 1) + #","backup-passphrase":"N4","sealedpush":{"recovery":"N5"}}"#, to: "k.jwks")
        try folder.directory.change("k") { _ = try $0.rotate(grace: .days(1), at: 2) }
        let (secret, published) = (try folder.text("k.jwks"), try folder.text("k.pub.jwks"))
        for secretMember in ["N1", "N2", "N3", "N4", "N5"] {
            #expect(secret.contains("\"\(secretMember)\""), "\(secretMember)")
            #expect(!published.contains("\"\(secretMember)\""), "\(secretMember)")
        }
        #expect(try folder.directory.publicKeyring("k").keys.count == 3)
    }

    @Test("unknown members of a key survive a rewrite, also where they have the names of a set's members")
    func unknownMembersOfKeys() throws {
        let note = #""keys":[1],"keyring":"N","#
        try folder.write(KnownKeys.device.replacing(#""kty""#, with: note + #""kty""#), to: "k.jwks")
        try folder.directory.change("k") { _ = try $0.rotate(grace: .days(1), at: 2) }
        #expect(try folder.text("k.jwks").contains(note.dropLast()))
        #expect(try folder.directory.keyring("k").keys.map(\.isSecret) == [true, true])
    }

    @Test("a member that only the other kind of key has is unknown and survives a rewrite; known ones are written once")
    func membersOfTheOtherKind() throws {
        let life = #""state":"active","created":1,"purposes":["fcm"]"#
        let pair = try Keyring(KnownKeys.set(KnownKeys.pair(role: "device", life: life)))
        #expect(try pair.string.contains(#""purposes":["fcm"]"#))
        #expect(pair.keys[0].otherMembers.isEmpty && pair.keys[0].otherLifeMembers.map(\.name) == ["purposes"])
        let text = KnownKeys.set(KnownKeys.oct(life: life).replacing(#""kty""#, with: #""crv":"C","x":"N","kty""#))
        let shared = try Keyring(text)
        #expect(try shared.string.contains(#""crv":"C","x":"N""#))
        #expect(shared.keys[0].otherMembers.map(\.name) == ["crv", "x"] && shared.keys[0].otherLifeMembers.isEmpty)
        #expect(try Keyring(shared.string).primary.sharedKey?.purposes == ["fcm"])
        // Without members of the set, nothing is behind its keys (keys.md, section 3).
        #expect(try pair.otherMembers.isEmpty && pair.string.hasSuffix("}\n]}\n"))
    }

    @Test("a change that does not fit on the disk is neither made nor logged")
    func fullDisk() async throws {
        let directory = folder.directory
        try directory.generate("k", role: .device, at: 1)
        for now in [2, 3] as [Date] {
            try directory.change("k") { _ = try $0.rotate(grace: .days(1), at: now) }
        }
        let before = try folder.snapshot()
        // The log with three more lines would fit, the secret file would not.
        let sizes = (try #require(before["k.jwks"]).count, try #require(before["k.log"]).count)
        #expect(sizes.0 > sizes.1 - 300)
        await #expect(processExitsWith: .success) { [path = folder.path as String, limit = sizes.0 as Int] in
            signal(SIGXFSZ, SIG_IGN)
            var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
            setrlimit(__rlimit_resource_t(1), &limits)
            expectError(.inputOutput) {
                try KeyDirectory(path).change("k") { try $0.rotate(grace: .days(1), at: 4) }
            }
        }
        #expect(try folder.snapshot() == before)
    }

    @Test("the export is not read where the keyring is, and the next change writes it again")
    func export() throws {
        let directory = folder.directory
        let first = try directory.generate("k", role: .provider, at: 1).primary
        let published = try folder.read("k.pub.jwks")
        try directory.change("k") { try $0.revoke(first.thumbprint, at: 2) }
        let revoked = try folder.read("k.pub.jwks")
        // As a process leaves it that is killed right after the change, and as others leave it.
        for text in [published, Array("{".utf8), nil] {
            if let text { try folder.write(text, to: "k.pub.jwks", mode: 0o644) } else { folder.unlink("k.pub.jwks") }
            #expect(try directory.publicKeyring("k").key(first.thumbprint).state == .revoked)
            try directory.change("k") { _ in }
            #expect(try folder.read("k.pub.jwks") == revoked)
        }
    }
}
