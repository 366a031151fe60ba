import Foundation
import TestSupport
import Testing

@testable import KeyManagement

extension EnrolmentTests {
    @Test("the store makes a device's keyring with its first offer, and keeps each offer")
    func storedOffers() throws {
        let folder = try TemporaryFolder()
        let directory = KeyDirectory(folder.path)
        let first = try directory.offer("phone", pinned: pinned, at: Self.now)
        #expect(try directory.keyring("phone").keys.map(\.thumbprint) == [first.key.thumbprint])
        let again = try directory.offer("phone", pinned: pinned, at: Self.now + 1)
        #expect(again.key == first.key && again.ephemeral != first.ephemeral && again.pinnedVersion == 1)
        var registration = registration
        let challenge = try registration.challenge(again, from: providerKey, context: context, at: Self.now)
        let answer = try directory.change("phone") { phone in
            try phone.answer(challenge, from: pinned, context: context, at: Self.now)
        }
        #expect(try directory.keyring("phone").awaitedAnswer?.members == answer.members)
    }

    @Test("one key under two registrations of a folder is refused")
    func twoRegistrations() throws {
        let folder = try TemporaryFolder()
        let directory = KeyDirectory(folder.path)
        var copy = self
        try copy.enrol()
        try directory.add(copy.registration)
        // The device's own keyring is no registration.
        try directory.add(copy.device)
        var other = Keyring.forPublicKeys(name: "other", role: .device)
        try other.pin(copy.registration.recipient.key, at: Self.now)
        expectError(.duplicate) { try directory.add(other) }
        try directory.change("installation-7") { try $0.revoke($0.keys[0].thumbprint, at: Self.now) }
        try directory.add(other)
    }

    @Test("an enrolled keyring is not rotated, and its secret is exported as a JWK only")
    func oneSuite() throws {
        var copy = self
        try copy.enrol()
        expectError(.wrongState) { try copy.device.rotate(at: Self.now) }
        for form in [KeyForm.pem, .raw] { expectError(.wrongState) { try copy.device.keys[0].text(as: form) } }
        let jwk = try copy.device.keys[0].text(as: .jwk)
        let imported = try Keyring(importing: jwk, name: "phone", role: .device, at: Self.now)
        #expect(chains(imported) == chains(copy.device))
    }

    @Test(
        "a registration in a folder has the mode of secrets, also after its chain is gone, and comes from no public file"
    )
    func folder() throws {
        let folder = try TemporaryFolder()
        let directory = KeyDirectory(folder.path)
        var copy = self
        try copy.enrol()
        try directory.add(copy.registration)
        #expect(folder.mode("installation-7.jwks") == 0o600)
        #expect(try chains(directory.keyring("installation-7")) == chains(copy.registration))
        try directory.change("installation-7") { try $0.revoke($0.keys[0].thumbprint, at: Self.now) }
        #expect(try directory.keyring("installation-7").keys[0].state == .revoked)
        #expect(try !directory.publicKeyring("installation-7").holdsSecrets)
    }
}
