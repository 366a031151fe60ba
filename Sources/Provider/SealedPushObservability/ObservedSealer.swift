#if Observability
public import KeyManagement
public import Logging
public import Metrics
public import PushPayload
public import PushSealer
public import SealedEnvelope
public import StrictJSON

/// A sealer that reports each seal to swift-log, swift-metrics and swift-distributed-tracing.
///
/// It has the functions of `Sealer`, with the same results and errors. Reports contain sizes, suites, push types,
/// overflow steps and error codes. They never contain a payload, a placeholder, a key, a topic, an audience, a purpose
/// or a header.
public struct ObservedSealer: Sendable {
    private let sealer: Sealer
    private let observer: Observer
    private let metrics: SealMetrics

    /// Observes a sealer.
    ///
    /// Without a `logger`, each call logs to the caller's `Logger.current`. `metrics` creates the counters, recorders
    /// and the timer. Spans go to the tracer that is in effect at the call.
    public init(_ sealer: Sealer, logger: Logger? = nil, metrics: any MetricsFactory = MetricsSystem.factory) {
        self.sealer = sealer
        observer = Observer(
            "seal", codes: SealError.Code.allCases.map(\.rawValue), logger: logger, factory: metrics)
        self.metrics = SealMetrics(factory: metrics)
    }

    /// Seals a payload to a device, like the function of `Sealer` with the same arguments.
    ///
    /// - Throws: `SealError`; nothing is ever sent in the clear instead.
    public func seal(
        _ payload: Payload, to device: DevicePublicKey, audience: String? = nil, signingKey: SigningKey = .primary,
        placeholder: Placeholder = .standard, options: SealOptions = SealOptions()
    ) throws(SealError) -> SealedPush {
        try observer.observe(metrics.report) { () throws(SealError) in
            try sealer.seal(
                payload, to: device, audience: audience, signingKey: signingKey, placeholder: placeholder,
                options: options)
        }
    }

    /// Seals a payload under a shared key, like the function of `Sealer` with the same arguments.
    ///
    /// - Throws: `SealError`; nothing is ever sent in the clear instead.
    public func seal(
        _ payload: Payload, with key: SharedKey, audience: String? = nil, placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws(SealError) -> SealedPush {
        try observer.observe(metrics.report) { () throws(SealError) in
            try sealer.seal(payload, with: key, audience: audience, placeholder: placeholder, options: options)
        }
    }

    /// Seals a JSON object to a device, like the function of `Sealer` with the same arguments.
    ///
    /// - Throws: `SealError`.
    public func sealEnvelope(
        of content: JSONObject, to device: DevicePublicKey, purpose: Purpose, audience: String? = nil,
        signingKey: SigningKey = .primary, options: EnvelopeOptions = EnvelopeOptions()
    ) throws(SealError) -> String {
        try observer.observe(metrics.report) { () throws(SealError) in
            try sealer.sealEnvelope(
                of: content, to: device, purpose: purpose, audience: audience, signingKey: signingKey, options: options)
        }
    }

    /// Seals a JSON object under a shared key, like the function of `Sealer` with the same arguments.
    ///
    /// - Throws: `SealError`.
    public func sealEnvelope(
        of content: JSONObject, with key: SharedKey, purpose: Purpose, audience: String? = nil,
        options: EnvelopeOptions = EnvelopeOptions()
    ) throws(SealError) -> String {
        try observer.observe(metrics.report) { () throws(SealError) in
            try sealer.sealEnvelope(of: content, with: key, purpose: purpose, audience: audience, options: options)
        }
    }
}

/// The metrics of what was sealed.
private struct SealMetrics: Sendable {
    private let factory: any MetricsFactory
    private let remainingBytes: Recorder

    init(factory: any MetricsFactory) {
        self.factory = factory
        remainingBytes = Recorder(label: "sealedpush_seal_remaining_bytes", factory: factory)
    }

    /// Counts a push and returns its report.
    func report(of push: SealedPush) -> Report {
        remainingBytes.record(push.bytesLeft)
        for change in push.changes {
            Counter(
                label: "sealedpush_seal_overflow_steps_total", dimensions: [("step", change.step.label)],
                factory: factory
            ).increment()
        }
        var report = report(suite: push.suite, pushType: push.headers.pushType, byteCount: push.body.count)
        report["sealedpush.bytes_left"] = .count(push.bytesLeft)
        report["sealedpush.overflow_steps"] = .count(push.changes.count)
        return report
    }

    /// Counts an envelope on its own and returns its report.
    func report(of envelope: String) -> Report {
        let suite = (try? Envelope(text: envelope))?.suite
        return report(suite: suite, pushType: nil, byteCount: envelope.utf8.count)
    }

    private func report(suite: SealingSuite?, pushType: PushType?, byteCount: Int) -> Report {
        let labels = [("suite", suite?.name ?? "none"), ("push_type", pushType.label)]
        Counter(label: "sealedpush_seals_total", dimensions: labels, factory: factory).increment()
        Recorder(label: "sealedpush_seal_size_bytes", dimensions: [labels[1]], factory: factory).record(byteCount)
        var report = Report(labels: labels)
        report["sealedpush.size"] = .count(byteCount)
        return report
    }
}

extension OverflowStep {
    /// The name of the step, without its path and text.
    fileprivate var label: String {
        switch self {
        case .shorten: "shorten"
        case .drop: "drop"
        case .replaceBody: "replace_body"
        }
    }
}
#endif
