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
        let second = try folder.directory.change("bank") { try $0.rotate(grace: .seconds(100), at: 2).thumbprint }
        try await backUp()
        let third = try folder.directory.change("bank") { keyring in
            try keyring.revoke(second, at: 3)
            return try keyring.rotate(grace: .seconds(100), at: 4).thumbprint
        }
        try restore()
        let restored = try folder.directory.keyring("bank")
        #expect(try restored.key(first).state == .retiring(until: 102))
        #expect(try restored.key(second).state == .revoked)
        #expect(try restored.primary.thumbprint == third)
        #expect(restored.keys.map(\.isSecret) == [true, true, true])
        // Nothing was missing, so the set is the same.
        #expect(restored.setVersion == 4)
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
        #expect((published.setVersion, restored.setVersion) == (4, 4))
        try restore(published: published)
        restored = try folder.directory.keyring("bank")
        #expect(restored.keys.map(\.state) == [.revoked, .revoked])
        // Devices, which have pinned version 4, take this one.
        #expect(restored.setVersion > 4)
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

    @Test("a copy of the keyring that is here changes nothing, also of the last version, after which there is none")
    func same() async throws {
        try folder.directory.generate("bank", role: .provider, at: 1)
        let text = try folder.text("bank.jwks").replacing("\"version\":1,", with: "\"version\":9007199254740991,")
        try folder.write(text, to: "bank.jwks")
        try await backUp()
        let before = try folder.read("bank.jwks")
        try restore()
        #expect(try folder.read("bank.jwks") == before)
    }

    @Test(
        "a protected keyring that was lost comes back protected, and its passphrase is needed for the copy only",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func protected() throws {
        func passphrase() throws -> Passphrase { try Passphrase(copying: Array("correct horse".utf8).span) }
        let first = try copy.directory.generate("bank", role: .provider, at: 1).primary.thumbprint
        try copy.directory.change("bank") {
            try $0.protect(with: passphrase(), cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        }
        let source = PassphraseSource.closure { _ in try Passphrase(copying: Array("correct horse".utf8).span) }
        let protected = try KeyDirectory(copy.path, passphrase: source).keyring("bank")
        try folder.directory.restore(protected, at: 50)
        expectError(.locked) { try folder.directory.keyring("bank") }
        let restored = try KeyDirectory(folder.path, passphrase: source).keyring("bank")
        #expect(try restored.isProtected && restored.isSecret && restored.primary.thumbprint == first)
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

    @Test("a key that the keyring has no more does not come back from its end, as the log says")
    func logged() async throws {
        // A symmetric key is removed when its secret is erased.
        let old = try folder.directory.generate("pair", role: .shared, at: 1).primary.thumbprint
        let new = try folder.directory.change("pair") { try $0.rotate(at: 2).thumbprint }
        let bank = try folder.directory.generate("bank", role: .provider, at: 1).primary.thumbprint
        let later = try folder.directory.change("bank") { try $0.rotate(at: 2).thumbprint }
        try await backUp()
        try folder.directory.change("pair") { keyring in
            try keyring.revoke(old, at: 3)
            try keyring.eraseEndedSecrets(at: 3)
        }
        try folder.directory.change("bank") { keyring in
            try keyring.retire(bank, grace: .seconds(5), at: 3)
            try keyring.revoke(later, at: 3)
        }
        try await folder.shell("rm bank.*jwks; printf '{' >> bank.log")
        try restore()
        #expect(try folder.directory.keyring("pair").keys.map(\.thumbprint) == [new])
        #expect(try folder.directory.keyring("bank").keys.map(\.state) == [.retiring(until: 8), .revoked])
    }

    @Test(
        "the keys of a keyring that was removed do not come back in one of the same name, unless they were added again")
    func successor() async throws {
        let former = try folder.directory.generate("bank", role: .provider, at: 1)
        try await backUp()
        try folder.directory.remove("bank") as Void
        let next = try folder.directory.generate("bank", role: .provider, at: 2).primary.thumbprint
        let before = try folder.snapshot()
        expectError(.notFound) { try restore() }
        #expect(try folder.snapshot() == before)
        #expect(try folder.directory.keyring("bank").primary.thumbprint == next)
        try folder.directory.remove("bank") as Void
        try await folder.directory.add(Keyring(importing: former.text(), name: "bank", role: .provider, at: 3))
        try await folder.shell("rm bank.*jwks")
        try restore()
        #expect(try folder.directory.keyring("bank").keys.map(\.thumbprint) == former.keys.map(\.thumbprint))
    }

    @Test("a published keyring of other keys is not related, and one with a key that is not here is ahead")
    func behind() throws {
        let keyring = try folder.directory.generate("bank", role: .provider, at: 1)
        try folder.directory.change("bank") { _ = try $0.rotate(at: 2) }
        let published = try folder.directory.publicKeyring("bank")
        #expect(keyring.keysBehind(published).map(\.thumbprint) == published.keys.map(\.thumbprint))
        #expect(try !keyring.isRelated(to: Keyring.generate(name: "bank", role: .provider)))
        #expect(published.keysBehind(keyring).isEmpty)
        #expect(keyring.isBehind(published) && !published.isBehind(keyring) && !published.isBehind(published))
    }

    @Test("a key that was made in a changed copy seals to no device that has pinned the set without it")
    func keyOfCopy() async throws {
        try folder.directory.generate("bank", role: .provider, at: 1)
        try await backUp()
        let second = try folder.directory.change("bank") { try $0.rotate(at: 2) }
        let other = try copy.directory.change("bank") { try $0.rotate(at: 3) }
        let published = try folder.directory.publicKeyring("bank")
        #expect((published.setVersion, other.setVersion) == (2, 2))
        // With the folder, or lost with what it had published.
        for isLost in [false, true] {
            if isLost { try await folder.shell("rm *.jwks *.log") }
            try restore(published: isLost ? published : nil)
            let restored = try folder.directory.keyring("bank")
            let keys = try SigningKeys(restored)
            let known = keys.key(pinnedVersion: 2, at: 60).publicKey.thumbprint
            #expect(known == (isLost ? restored.keys[0].thumbprint : second.thumbprint))
            #expect(keys.key(pinnedVersion: 3, at: 60).publicKey.thumbprint == other.thumbprint)
            #expect(restored.setVersion == 3 && published.keys.contains { $0.thumbprint == known })
        }
    }

    @Test(
        "a copy that was changed is behind by its version, or as another set of the same one, and devices take what is restored"
    )
    func changedCopy() async throws {
        let first = try folder.directory.generate("bank", role: .provider, at: 1).primary.thumbprint
        try folder.directory.change("bank") { _ = try $0.rotate(grace: .seconds(100), at: 2) }
        try await backUp()
        try folder.directory.change("bank") { try $0.retire(first, grace: .seconds(50), at: 3) }
        let published = try folder.directory.publicKeyring("bank")
        try folder.directory.change("bank") { try $0.retire(first, grace: .seconds(40), at: 3) }
        let later = try folder.directory.publicKeyring("bank")

        try copy.directory.change("bank") { try $0.retire(first, grace: .seconds(20), at: 3) }
        let changed = try copy.directory.keyring("bank")
        // No key is missing and no state is behind, but devices that have pinned one of the two refuse the copy's.
        for set in [published, later] {
            #expect(changed.keysBehind(set).isEmpty && changed.isBehind(set))
            var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
            try pinned.pin(set, at: 4)
            _ = try? pinned.pin(changed.publicHalf(), at: 4)
            #expect(try pinned.key(first).state == set.key(first).state)
            try copy.directory.restore(changed, published: set, at: 4)
            let restored = try copy.directory.keyring("bank")
            #expect(!restored.isBehind(set))
            try pinned.pin(restored.publicHalf(), at: 5)
            #expect(try pinned.key(first).state == .retiring(until: 23))
        }
    }
}
