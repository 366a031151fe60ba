#if !Observability
public import PushOpener
public import PushSealer

// Any arguments are taken, so that the message is the only error.

extension Sealer {
    /// Returns the sealer with an observer; it needs the trait `Observability` of this package.
    @available(*, unavailable, message: "enable the trait: .package(url: …, from: …, traits: [\"Observability\"])")
    public func observed(logger: Any? = nil, metrics: Any? = nil) -> Sealer { self }
}

extension Opener {
    /// Returns the opener with an observer; it needs the trait `Observability` of this package.
    @available(*, unavailable, message: "enable the trait: .package(url: …, from: …, traits: [\"Observability\"])")
    public func observed(logger: Any? = nil, metrics: Any? = nil) -> Opener { self }
}

/// The ages and warnings of a keyring as gauges; they need the trait `Observability` of this package.
@available(*, unavailable, message: "enable the trait: .package(url: …, from: …, traits: [\"Observability\"])")
public struct KeyringMetrics {
    /// Takes any arguments, so that the message above is the only error.
    public init(named name: Any, policy: Any? = nil, metrics: Any? = nil) {}
}
#endif
