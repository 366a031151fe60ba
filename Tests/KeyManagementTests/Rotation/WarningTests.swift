import Foundation
import KeyManagement
import TestSupport
import Testing

@Suite("Warnings")
struct WarningTests {
    private let day = 86_400.0

    @Test("a key is warned about a week before it is 30 days old, and again from then on")
    func age() throws {
        let keyring = try Keyring.generate(name: "a", role: .device, at: 100)
        #expect(keyring.warnings(at: 100 + 23 * day - 1) == [])
        #expect(kinds(keyring, at: 100 + 23 * day) == [.dueSoon])
        #expect(kinds(keyring, at: 100 + 30 * day - 1) == [.dueSoon])
        #expect(kinds(keyring, at: 100 + 30 * day) == [.overdue])
        let warning = try #require(keyring.warnings(at: 100 + 32 * day).first)
        #expect(warning.time == Date(2_592_100))
        #expect(try warning.key == keyring.primary.thumbprint)
        #expect(try warning.description == "key \(keyring.primary.id) has been due for 2d: rotate it")
    }

    @Test("a custom policy is applied")
    func policy() throws {
        let keyring = try Keyring.generate(name: "a", role: .device, at: 0)
        let policy = KeyPolicy(maximumAge: .hours(2), notice: .minutes(10))
        #expect(keyring.warnings(policy: policy, at: 6599) == [])
        #expect(keyring.warnings(policy: policy, at: 6600).map(\.kind) == [.dueSoon])
    }

    @Test("an age that ends after 2106 is not due before its notice")
    func centuries() throws {
        let keyring = try Keyring.generate(name: "a", role: .device, at: 1_800_000_000)
        let policy = KeyPolicy(maximumAge: .days(36_500), notice: .days(30_000))
        #expect(keyring.warnings(policy: policy, at: 1_800_000_000) == [])
        #expect(keyring.warnings(policy: policy, at: Date(1_800_000_000 + 6500 * 86_400)).map(\.kind) == [.dueSoon])
    }

    @Test("an expired key still opens: the policy warns, it never refuses")
    func neverRefuses() throws {
        let keyring = try Keyring.generate(name: "a", role: .device, at: 0)
        #expect(try keyring.primary.state.isUsable(at: .distantFuture))
    }

    @Test("warnings name a missing active key, long-pending keys, a wrong clock and unused secrets")
    func others() throws {
        var keyring = try Keyring.generate(name: "a", role: .device, at: 10)
        #expect(kinds(keyring, at: 9) == [.madeInTheFuture])
        try keyring.revoke(keyring.primary.thumbprint, at: 30)
        #expect(kinds(keyring, at: 30) == [.noActiveKey, .endedSecret])
        try keyring.rotate(grace: .zero, at: 40)
        #expect(kinds(keyring, at: 40) == [.endedSecret])
        try keyring.eraseEndedSecrets(at: 41)
        #expect(kinds(keyring, at: 41) == [])
        var registration = Keyring.forPublicKeys(name: "jane", role: .device)
        try registration.pin(DeviceKey().publicKey, at: 10)
        try registration.pin(DeviceKey().publicKey, state: .pending, at: 20)
        #expect(kinds(registration, at: 20 + 7 * day - 1) == [])
        #expect(kinds(registration, at: 20 + 7 * day) == [.stillPending])
    }

    @Test("a grace of any length gives no warning", arguments: [31.0, 60, 3650])
    func longGrace(days: Double) throws {
        var keyring = try Keyring.generate(name: "a", role: .provider, at: 0)
        try keyring.rotate(grace: .seconds(Int64(days * day)), at: 10)
        #expect(kinds(keyring, at: 10) == [])
        #expect(kinds(keyring, at: 10 + 20 * day) == [])
        try keyring.retire(keyring.primary.thumbprint, grace: .seconds(Int64(days * day)), at: 20)
        #expect(kinds(keyring, at: 20) == [.noActiveKey])
    }

    @Test(
        "a time is told in its largest whole unit",
        arguments: [
            (0, "0s"), (59, "59s"), (60, "1m"), (3599, "59m"), (3600, "1h"), (86_399, "23h"), (86_400, "1d"),
            (172_799, "1d"),
        ])
    func spans(seconds: Int, text: String) throws {
        let keyring = try Keyring.generate(name: "a", role: .device, at: 100)
        let now = Date(100) + 30 * day + Double(seconds)
        let warning = try #require(keyring.warnings(at: now).first)
        #expect(try warning.description == "key \(keyring.primary.id) has been due for \(text): rotate it")
    }

    @Test("a key that retires when one from the future was made, or later, was prolonged by a clock that was ahead")
    func prolonged() throws {
        for grace: Int64 in [0, 1] {
            var keyring = try Keyring.generate(name: "a", role: .provider, at: 0)
            try keyring.rotate(grace: .seconds(grace), at: 1000)
            #expect(kinds(keyring, at: 999) == [.madeInTheFuture, .madeInTheFuture])
        }
        // One that ends a second before has the end that its owner chose.
        var keyring = try Keyring.generate(name: "a", role: .provider, at: 0)
        let first = try keyring.primary.thumbprint
        try keyring.rotate(grace: .zero, at: 1000)
        try keyring.retire(first, grace: .seconds(999), at: 0)
        #expect(kinds(keyring, at: 998) == [.madeInTheFuture])
        #expect(try keyring.warnings(at: 998).map(\.key) == [keyring.primary.thumbprint])
    }

    @Test("the warnings come with the most urgent first: no key in use, then what is overdue")
    func order() throws {
        var keyring = try Keyring.generate(name: "a", role: .device, at: 0)
        let first = try keyring.primary.thumbprint
        try keyring.rotate(at: 1)
        try keyring.revoke(first, at: 2)
        #expect(kinds(keyring, at: 1 + 30 * day) == [.overdue, .endedSecret])
        try keyring.revoke(keyring.primary.thumbprint, at: 3)
        #expect(kinds(keyring, at: 1 + 30 * day) == [.noActiveKey, .endedSecret, .endedSecret])
    }

    private func kinds(_ keyring: Keyring, at now: Date) -> [KeyWarning.Kind] {
        keyring.warnings(at: now).map(\.kind)
    }
}
