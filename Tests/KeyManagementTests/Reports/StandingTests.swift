import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("The standing of a key")
struct StandingTests {
    /// Two keys of the test vectors whose ids are both c14ffd1c.
    private static let twins = [
        "sDGeyDY8j0tjq4yH4RbiCaA9cEQKJ_uFmCY3ZzHhKDk", "rZQcHG2Ow6BcbHPF83M9P7l2O6xD8P3pm9Yvg-DiaRQ",
    ]

    @Test(
        "of two keys with one id, the report is about the one that is in use, then about the one that still opens",
        arguments: [
            (#""state":"revoked""#, #""state":"active""#, "current"),
            (#""state":"retiring","until":99"#, #""state":"active""#, "current"),
            (#""state":"active""#, #""state":"retiring","until":99"#, "current"),
            (#""state":"revoked""#, #""state":"retiring","until":99"#, "retiring"),
            (#""state":"retiring","until":9"#, #""state":"retiring","until":199"#, "retiring"),
            (#""state":"retiring","until":99"#, #""state":"revoked""#, "retiring"),
            (#""state":"revoked""#, #""state":"retiring","until":9"#, "revoked"),
            (#""state":"retiring","until":9"#, #""state":"revoked""#, "ended"),
        ])
    func twins(first: String, second: String, standing: String) throws {
        let device = try Keyring(
            KnownKeys.set(
                KnownKeys.point(role: "device", life: #""state":"revoked""#),
                KnownKeys.point(role: "device", life: first, x: Self.twins[0]),
                KnownKeys.point(role: "device", life: second, x: Self.twins[1])))
        #expect(device.keys[1].id == device.keys[2].id)
        #expect(device.report(on: device.keys[1].id, at: 80).standing.rawValue == standing)
    }

    @Test("a report on a pinned provider's key asks for no new enrolment, also where no key is active")
    func noneActive() throws {
        let life = #""state":"retiring","until":9"#
        let pinned = try Keyring(KnownKeys.set(KnownKeys.point(role: "provider", life: life)))
        for (now, standing) in [(9, KeyReport.Standing.retiring), (10, .ended)] as [(Date, KeyReport.Standing)] {
            let report = pinned.report(on: pinned.keys[0].id, at: now)
            #expect(report.standing == standing && report.action == .update && report.current == nil)
            #expect(report.until == 9)
        }
    }

    @Test("a registration keeps no version, and no empty member, after a report that names none")
    func noVersion() throws {
        let bank = try Keyring.generate(name: "bank", role: .provider, at: 1)
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        let unknown = try pinned.report(on: bank.primary.id, at: 2)
        try pinned.pin(bank.publicHalf(), at: 3)
        var registration = try Keyring(KnownKeys.devicePublic)
        try registration.take(pinned.report(on: bank.primary.id, at: 4))
        #expect(registration.pinnedVersion == 1)
        try registration.take(unknown)
        #expect(registration.pinnedVersion == nil && registration.otherMembers.isEmpty)
    }

    @Test(
        "a report on a device's key is ignored by a provider's keyring that has the same key, and the other way round")
    func otherSubject() throws {
        let life = #""state":"retiring","until":9"#
        let device = try Keyring(KnownKeys.set(KnownKeys.point(role: "device", life: life)))
        let provider = try Keyring(KnownKeys.set(KnownKeys.point(role: "provider", life: life)))
        let (recipient, sender) = (
            device.report(on: device.keys[0].id, at: 5), provider.report(on: device.keys[0].id, at: 5)
        )
        #expect((recipient.action, sender.action) == (.reRegister, .update))
        #expect((device.action(on: recipient), provider.action(on: sender)) == (.reRegister, .update))
        #expect((device.action(on: sender), provider.action(on: recipient)) == (.ignore, .ignore))
    }
}
