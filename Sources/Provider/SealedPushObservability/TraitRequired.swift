#if !Observability
/// A sealer that reports each seal; it needs the trait `Observability` of this package.
@available(*, unavailable, message: "enable the trait: .package(url: …, from: …, traits: [\"Observability\"])")
public struct ObservedSealer {
    /// Takes any arguments, so that the message above is the only error.
    public init(_ sealer: Any, logger: Any? = nil, metrics: Any? = nil) {}
}

/// An opener that reports each opening; it needs the trait `Observability` of this package.
@available(*, unavailable, message: "enable the trait: .package(url: …, from: …, traits: [\"Observability\"])")
public struct ObservedOpener {
    /// Takes any arguments, so that the message above is the only error.
    public init(_ opener: Any, logger: Any? = nil, metrics: Any? = nil) {}
}

/// The ages and warnings of a keyring as gauges; they need the trait `Observability` of this package.
@available(*, unavailable, message: "enable the trait: .package(url: …, from: …, traits: [\"Observability\"])")
public struct KeyringMetrics {
    /// Takes any arguments, so that the message above is the only error.
    public init(named name: Any, policy: Any? = nil, metrics: Any? = nil) {}
}
#endif
