import KeyManagement
import TestSupport
import Testing

/// A copy of a folder moves nothing back.
@Suite("Restoring a copy")
struct RestoringTests {
    let folder: TemporaryFolder
    let copy: TemporaryFolder

    init() throws { (folder, copy) = (try TemporaryFolder(), try TemporaryFolder()) }

    private func backUp() async throws { try await folder.shell("cp -p *.jwks *.log \(copy.path)") }

    private func restore(published: Keyring? = nil) throws {
        for name in try copy.directory.names() {
            try folder.directory.restore(copy.directory.keyring(name), published: published, at: 50)
        }
    }

    @Test("a key that was revoked or retired after the copy stays so, and a key that was made after it stays")
    func newer() async throws {
        let first = try folder.directory.generate("bank", role: .provider, at: 1).primary.thumbprint
        let second = try folder.directory.change("bank") { try $0.prepare(at: 2).thumbprint }
        try await backUp()
        let third = try folder.directory.change("bank") { keyring in
            try keyring.revoke(second, at: 3)
            return try keyring.rotate(grace: .seconds(100), at: 4).thumbprint
        }
        try restore()
        let restored = try folder.directory.keyring("bank")
        #expect(try restored.key(first).state == .retiring(until: 104))
        #expect(try restored.key(second).state == .revoked)
        #expect(try restored.primary.thumbprint == third)
        #expect(restored.keys.map(\.isSecret) == [true, true, true])
    }

    @Test(
        "a folder that was lost has the states of the copy, and those of the published keyring where they are further")
    func lost() async throws {
        let first = try folder.directory.generate("bank", role: .provider, at: 1).primary.thumbprint
        let second = try folder.directory.change("bank") { keyring in
            try keyring.revoke(first, at: 2)
            return try keyring.rotate(grace: .zero, at: 3).thumbprint
        }
        try await backUp()
        try folder.directory.change("bank") { try $0.revoke(second, at: 4) }
        let published = try folder.directory.publicKeyring("bank")
        try await folder.shell("rm *.jwks *.log")

        try restore()
        var restored = try folder.directory.keyring("bank")
        #expect(try restored.key(first).state == .revoked)
        #expect(try restored.primary.thumbprint == second)
        #expect(restored.keysBehind(published).map(\.thumbprint) == [second])
        try restore(published: published)
        restored = try folder.directory.keyring("bank")
        #expect(restored.keys.map(\.state) == [.revoked, .revoked])
        #expect(restored.keysBehind(published).isEmpty && restored.isRelated(to: published))
        #expect(try folder.text("bank.log").contains(#""action":"revoke","key":"\#(second)""#))
    }

    @Test("a lost secret comes back beside its published half, and an ended one stays erased")
    func secrets() async throws {
        try folder.directory.generate("bank", role: .provider, at: 1)
        try folder.directory.change("bank") { _ = try $0.rotate(grace: .seconds(100), at: 2) }
        try await backUp()
        try await folder.shell("rm bank.jwks")
        #expect(try !folder.directory.keyring("bank").isSecret)
        try restore()
        #expect(try folder.directory.keyring("bank").keys.map(\.isSecret) == [true, true])

        try folder.directory.change("bank") { keyring in
            try keyring.revoke(keyring.keys[0].thumbprint, at: 3)
            try keyring.eraseEndedSecrets(at: 4)
        }
        try restore()
        #expect(try folder.directory.keyring("bank").keys.map(\.isSecret) == [false, true])
    }

    @Test("a keyring that was removed stays removed, and one of another role is not merged")
    func removed() async throws {
        try folder.directory.generate("bank", role: .provider, at: 1)
        try await backUp()
        try folder.directory.remove("bank") as Void
        expectError(.notFound) { try restore() }
        #expect(try folder.directory.names().isEmpty)
        try await folder.shell("rm bank.log")
        try folder.directory.generate("bank", role: .device, at: 1)
        expectError(.wrongRole) { try restore() }
    }

    @Test("a published keyring of other keys is not related, and one with a key that is not here is ahead")
    func behind() throws {
        let keyring = try folder.directory.generate("bank", role: .provider, at: 1)
        let next = try folder.directory.change("bank") { try $0.prepare(at: 2).thumbprint }
        let published = try folder.directory.publicKeyring("bank")
        #expect(keyring.keysBehind(published).map(\.thumbprint) == [next])
        #expect(try !keyring.isRelated(to: Keyring.generate(name: "bank", role: .provider)))
        #expect(published.keysBehind(keyring).isEmpty)
    }
}
