#if !Observability
/// A sealer that reports each seal; it needs the trait `Observability` of this package.
@available(*, unavailable, message: "enable the trait: .package(url: …, from: …, traits: [\"Observability\"])")
public struct ObservedSealer {
    /// Takes any arguments, so that the message above is the only error.
    public init(_ sealer: Any, logger: Any? = nil, metrics: Any? = nil) {}
}
#endif
