#if Observability
import Foundation
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
        let day = 86_400.0
        let made = Parties.now
        var keyring = try Keyring.generate(name: "bank", role: .provider, at: made)
        let gauges = KeyringMetrics(named: "bank", metrics: reports.metrics)

        func value(_ name: String) throws -> Double? {
            try reports.metrics.expectMeter(name, [("keyring", "bank")]).lastValue
        }
        func warnings(_ kind: KeyWarning.Kind) throws -> Double? {
            let labels = [("keyring", "bank"), ("kind", kind.rawValue)]
            return try reports.metrics.expectMeter("sealedpush_key_warnings", labels).lastValue
        }

        gauges.record(keyring, at: made)
        #expect(try value("sealedpush_key_created_timestamp_seconds") == made.timeIntervalSince1970)
        // The standard policy is 30 days, with a week's notice.
        #expect(try value("sealedpush_key_due_timestamp_seconds") == made.timeIntervalSince1970 + 30 * day)
        for kind in KeyWarning.Kind.allCases { #expect(try warnings(kind) == 0, "\(kind)") }

        gauges.record(keyring, at: made + 23 * day)
        #expect(try warnings(.dueSoon) == 1)
        gauges.record(keyring, at: made + 30 * day)
        #expect(try warnings(.dueSoon) == 0)
        #expect(try warnings(.overdue) == 1)

        let rotated = made + 30 * day
        try keyring.rotate(grace: .days(7), at: rotated)
        gauges.record(keyring, at: rotated)
        #expect(try value("sealedpush_key_created_timestamp_seconds") == rotated.timeIntervalSince1970)
        #expect(try warnings(.overdue) == 0)

        for key in try [keyring.primary, #require(keyring.keys.first)] {
            try keyring.revoke(key.thumbprint, at: rotated)
        }
        gauges.record(keyring, at: rotated)
        // Without a key both times are long past, so that every alert on them is raised.
        #expect(try value("sealedpush_key_created_timestamp_seconds") == 0)
        #expect(try value("sealedpush_key_due_timestamp_seconds") == 0)
        #expect(try warnings(.noActiveKey) == 1)
        #expect(try warnings(.endedSecret) == 2)
    }
}
#endif
