#if Observability
public import Platform
public import KeyManagement
public import Metrics

/// The ages and warnings of a keyring as gauges, so that an alert is raised before a key is due.
public struct KeyringMetrics: Sendable {
    private let policy: KeyPolicy
    private let created: Meter
    private let due: Meter
    private let warnings: [(kind: KeyWarning.Kind, meter: Meter)]

    /// Creates the gauges of one keyring.
    ///
    /// `name` is the label `keyring`. Choose it in code, since each name is a time series of its own; never the name of
    /// a device or an account. `policy` determines when a key is due.
    public init(
        named name: String, policy: KeyPolicy = .standard, metrics: any MetricsFactory = MetricsSystem.factory
    ) {
        let keyring = [("keyring", name)]
        self.policy = policy
        created = Meter(label: "sealedpush_key_created_timestamp_seconds", dimensions: keyring, factory: metrics)
        due = Meter(label: "sealedpush_key_due_timestamp_seconds", dimensions: keyring, factory: metrics)
        warnings = KeyWarning.Kind.allCases.map { kind in
            let labels = keyring + [("kind", kind.rawValue)]
            return (kind, Meter(label: "sealedpush_key_warnings", dimensions: labels, factory: metrics))
        }
    }

    /// Sets the gauges from a keyring: when its primary key was made and is due, and the warnings of each kind.
    ///
    /// Without an active key the first two are 0. Call it regularly, such as once a minute; it reads only memory.
    public func record(_ keyring: Keyring, at now: Date = Date()) {
        let primary = try? keyring.primary
        created.set(primary?.created.unixTime ?? 0)
        due.set(primary?.created.adding(policy.maximumAge).unixTime ?? 0)
        let found = keyring.warnings(policy: policy, at: now)
        for (kind, meter) in warnings { meter.set(found.count { $0.kind == kind }) }
    }
}
#endif
