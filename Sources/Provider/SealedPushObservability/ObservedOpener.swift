#if Observability
public import Logging
public import Metrics
public import PushOpener
public import PushPayload
public import SealedEnvelope

/// An opener for servers that reports each opening to swift-log, swift-metrics and swift-distributed-tracing.
///
/// It has the functions of `Opener` that return a push or an envelope, with the same results and errors. Reports
/// contain suites, push types, and codes of refusals. They never contain content, a key, a topic, an audience, a
/// purpose or a request's id.
public struct ObservedOpener: Sendable {
    private let opener: Opener
    private let observer: Observer
    private let factory: any MetricsFactory

    /// Observes an opener.
    ///
    /// Without a `logger`, each call logs to the caller's `Logger.current`. `metrics` creates the counters and the
    /// timer. Spans go to the tracer that is in effect at the call.
    public init(_ opener: Opener, logger: Logger? = nil, metrics: any MetricsFactory = MetricsSystem.factory) {
        self.opener = opener
        observer = Observer(
            "open", codes: Refusal.Code.allCases.map(\.rawValue), logger: logger, factory: metrics)
        factory = metrics
    }

    /// Opens the body of a push, like `Opener.open(_:pushType:request:)`.
    ///
    /// - Throws: `Refusal`, which contains nothing of the sealed content.
    public func open(
        _ body: [UInt8], pushType: PushType = .alert, request: String? = nil
    ) throws(Refusal) -> OpenedPush {
        try observer.observe({ report(of: $0.envelope, pushType: pushType) }) { () throws(Refusal) in
            try opener.open(body, pushType: pushType, request: request)
        }
    }

    /// Opens a parsed payload, like `Opener.open(_:pushType:request:)`.
    ///
    /// - Throws: `Refusal`, which contains nothing of the sealed content.
    public func open(
        _ payload: Payload, pushType: PushType = .alert, request: String? = nil
    ) throws(Refusal) -> OpenedPush {
        try observer.observe({ report(of: $0.envelope, pushType: pushType) }) { () throws(Refusal) in
            try opener.open(payload, pushType: pushType, request: request)
        }
    }

    /// Opens a separate envelope, like `Opener.open(envelope:purpose:request:)`.
    ///
    /// - Throws: `Refusal`, which contains nothing of the sealed content.
    public func open(
        envelope text: String, purpose: Purpose, request: String? = nil
    ) throws(Refusal) -> OpenedEnvelope {
        try observer.observe({ report(of: $0, pushType: nil) }) { () throws(Refusal) in
            try opener.open(envelope: text, purpose: purpose, request: request)
        }
    }

    /// Counts an opened envelope and returns its report.
    private func report(of envelope: OpenedEnvelope, pushType: PushType?) -> Report {
        let labels = [
            ("suite", envelope.suite.name), ("push_type", pushType.label),
            ("replay_checked", "\(envelope.isReplayChecked)"),
        ]
        Counter(label: "sealedpush_opens_total", dimensions: labels, factory: factory).increment()
        return Report(labels: labels)
    }
}
#endif
