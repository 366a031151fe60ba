import Metrics
import MetricsTestKit
import PushSealer
import SealedPushObservability
import Testing

@Suite("Keyrings are gauges")
struct KeyringTests {
    @Test("when the primary key was made, when it is due, and the warnings of each kind")
    func gauges() throws {
        let reports = Reports()
        let day: UInt32 = 86_400
        let made = Parties.now
        var keyring = try Keyring.generate(name: "bank", role: .provider, clock: .fixed(made))
        let gauges = KeyringMetrics(named: "bank", metrics: reports.metrics)

        func value(_ name: String) throws -> Double? {
            try reports.metrics.expectMeter(name, [("keyring", "bank")]).lastValue
        }
        func warnings(_ kind: KeyWarning.Kind) throws -> Double? {
            let labels = [("keyring", "bank"), ("kind", kind.rawValue)]
            return try reports.metrics.expectMeter("sealedpush_key_warnings", labels).lastValue
        }

        gauges.record(keyring, clock: .fixed(made))
        #expect(try value("sealedpush_key_created_timestamp_seconds") == Double(made))
        // The standard policy is 30 days, with a week's notice.
        #expect(try value("sealedpush_key_due_timestamp_seconds") == Double(made + 30 * day))
        for kind in KeyWarning.Kind.allCases { #expect(try warnings(kind) == 0, "\(kind)") }

        gauges.record(keyring, clock: .fixed(made + 23 * day))
        #expect(try warnings(.expiresSoon) == 1)
        gauges.record(keyring, clock: .fixed(made + 30 * day))
        #expect(try warnings(.expiresSoon) == 0)
        #expect(try warnings(.expired) == 1)

        let rotated = made + 30 * day
        try keyring.rotate(grace: .days(7), at: rotated)
        gauges.record(keyring, clock: .fixed(rotated))
        #expect(try value("sealedpush_key_created_timestamp_seconds") == Double(rotated))
        #expect(try warnings(.expired) == 0)

        for key in try [keyring.primary, #require(keyring.keys.first)] {
            try keyring.revoke(key.thumbprint, at: rotated)
        }
        gauges.record(keyring, clock: .fixed(rotated))
        // Without a key both times are long past, so that every alert on them is raised.
        #expect(try value("sealedpush_key_created_timestamp_seconds") == 0)
        #expect(try value("sealedpush_key_due_timestamp_seconds") == 0)
        #expect(try warnings(.noActiveKey) == 1)
        #expect(try warnings(.endedSecret) == 2)
    }
}
