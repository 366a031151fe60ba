import TestSupport
import Testing

@testable import KeyManagement

/// The files of registrations: public keys of devices, with chains where they were enrolled.
@Suite("The files of registrations")
struct RegistrationFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a registration whose last chain is gone stays in its file, and has the same export")
    func lastChain() throws {
        var parties = try EnrolmentParties()
        try parties.enrol()
        try folder.directory.add(parties.registration)
        #expect(folder.mode("jane.jwks") == 0o600)
        for now in [1, 2] as [UInt32] {
            try folder.directory.change("jane") { registration in
                guard now == 1 else { return }
                try registration.revoke(registration.primary.thumbprint, at: EnrolmentParties.start)
                registration.keys[0].enrolment = nil
            }
            let registration = try folder.directory.keyring("jane")
            #expect(!registration.holdsSecrets && registration.keys.map(\.state) == [.revoked])
            #expect(folder.mode("jane.jwks") == 0o600)
            #expect(try folder.directory.publicKeyring("jane").keys.map(\.state) == [.revoked])
            #expect(try folder.directory.problems(of: registration, isSecret: true) == [])
        }
    }

    @Test("a keyring of public keys keeps its unknown members")
    func unknownMembers() throws {
        try folder.write(
            KnownKeys.devicePublic.dropLast() + #","note":"N1"}"#, to: "a.pub.jwks", mode: 0o644)
        try folder.directory.change("a") { try $0.retire($0.primary.thumbprint, grace: .days(1), at: 2) }
        #expect(try folder.text("a.pub.jwks").contains(#""note":"N1""#))
        #expect(folder.files == [".lock", "a.log", "a.pub.jwks"])
    }

    @Test("a key of a device is in use by one registration, in whichever file that is; its owner's keyring is none")
    func keysInUse() throws {
        var parties = try EnrolmentParties()
        try parties.enrol()
        let enrolled = try parties.registration.publicHalf()
        let known = try Keyring(KnownKeys.devicePublic, name: "a")
        let own = try folder.directory.generate("phone", role: .device, at: 1).publicHalf()
        try folder.directory.add(parties.registration)
        try folder.directory.add(known)
        try folder.write("{", to: "damaged.pub.jwks", mode: 0o644)

        /// A registration of the same key, without its enrolment.
        func another(of keyring: Keyring) throws -> Keyring {
            var key = try keyring.primary
            key.enrolment = nil
            var other = Keyring.forPublicKeys(name: "new", role: .device)
            other.keys = [key]
            return other
        }
        for used in [enrolled, known] {
            expectError(.duplicate) { try folder.directory.add(another(of: used)) }
        }
        try folder.directory.add(another(of: own))
        // A registration may bring its own key into use again.
        var again = try folder.directory.keyring("a")
        again.unsavedEvents = [KeyEvent(.activate, try again.primary.thumbprint, at: 2)]
        let change = try KeyringChange(again, from: again.version)
        #expect(change.registeredKey != nil)
        #expect(try folder.directory.keep(change))
    }
}
