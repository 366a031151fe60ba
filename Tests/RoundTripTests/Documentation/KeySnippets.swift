import Foundation
import PushOpener
import PushSealer
import TestSupport
import Testing

/// The code of Documentation/keys.md, compiled and run as it is printed there.
@Suite("The examples of keys.md run")
struct KeySnippets {
    let keyFolder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    @Test("a device rotates its key, and pins a provider")
    func states() throws {
        defer { try? FileManager.default.removeItem(atPath: keyFolder) }
        let bank = try Keyring.generate(name: "bank", role: .provider).publicHalf()
        let stolen = try bank.primary.thumbprint

        let directory = KeyDirectory(keyFolder)
        try directory.loadOrMake("phone", role: .device)
        try directory.change("phone") { try $0.rotate() }  // a new primary key; the one before opens for 14 days
        try directory.rotateIfDue("phone")  // or once a day, by the policy
        try directory.change("phone") { try $0.eraseEndedSecrets() }
        for warning in try directory.keyring("phone").warnings() { print(warning) }
        let published = try directory.keyring("phone").publicJWKSet()  // the bytes of a JWK Set without secrets

        try directory.pin(bank)  // on the device, again after each rotation of the bank
        try directory.change("bank") { try $0.revoke(stolen) }

        let states = try directory.keyring("phone").keys.map(\.state.name)
        #expect(states == ["retiring", "active"])
        #expect(try Keyring(publicJWKSet: published, name: "phone").keys.count == 2)
        #expect(try directory.keyring("bank").keys.map(\.state) == [.revoked])
        try directory.remove("phone")
        #expect(try directory.names() == ["bank"])
    }

    @Test("a device reports a key that it never had")
    func reports() throws {
        let provider = try Keyring.generate(name: "bank", role: .provider)
        let phone = try Keyring.generate(name: "phone", role: .device)
        let other = try Keyring.generate(name: "other", role: .device)
        var registration = Keyring.forPublicKeys(name: "jane", role: .device)
        try registration.pin(other.recipient.key)
        let openingKeys = try OpeningKeys(device: phone, provider: provider.publicHalf())
        let sealer = try Sealer(from: provider, topic: "com.example.bank")
        let opener = try Opener(keys: openingKeys, topic: "com.example.bank")
        let payload = Payload(alert: Alert(title: "Payment received"))
        let push = try opener.open(sealer.seal(payload, to: phone.recipient.key).body)
        var printed: [KeyReport.Action] = []
        func print(_ action: KeyReport.Action) { printed.append(action) }

        let wrong = try sealer.seal(payload, to: other.recipient.key).body
        do throws(Refusal) {
            _ = try opener.open(wrong)
        } catch {
            let refusal = error

            let report = openingKeys.report(on: refusal)  // for a push that was refused
            let reports = openingKeys.reports(on: push)  // for a push that opened
            if let report { print(registration.action(on: report)) }  // on the provider

            #expect(reports.isEmpty)
        }
        #expect(printed == [.reRegister])
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        // The registry needs SQLite, which these tests do without.
        let page = try DocumentExamples(of: "keys.md", and: "Tests/KeyDatabaseTests/RegistrySnippets.swift")
        #expect(page.examples.count == 4)
        #expect(page.uncompiledLines == [])
    }
}
