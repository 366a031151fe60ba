#if Observability
public import Logging
public import Metrics
public import PushOpener
public import PushSealer
import Tracing

extension Sealer {
    /// Returns the sealer with an observer that reports each call to swift-log, swift-metrics and swift-distributed-tracing.
    ///
    /// Without a `logger`, each call logs to the caller's `Logger.current`. `metrics` creates the counters, recorders and the
    /// timer. Spans go to the tracer that is in effect at the call. Reports contain sizes, suites, push types, overflow steps
    /// and error codes. They never contain a payload, a placeholder, a key, a topic, an audience, a purpose or a header.
    public func observed(
        logger: Logger? = nil, metrics: any MetricsFactory = MetricsSystem.factory
    ) -> Sealer {
        let reports = CallReports(
            "seal", codes: SealError.Code.allCases.map(\.rawValue), logger: logger, factory: metrics)
        let remainingBytes = Recorder(label: "sealedpush_seal_remaining_bytes", factory: metrics)
        var sealer = self
        sealer.observer = { event in
            switch event.outcome {
            case .refused(let code): reports.refused(code.rawValue, after: event.duration)
            case .sealed(let suite, let pushType, let byteCount, let bytesLeft, let steps):
                let labels = [("suite", suite.name), ("push_type", pushType.label)]
                reports.counter("sealedpush_seals_total", labels).increment()
                Recorder(label: "sealedpush_seal_size_bytes", dimensions: [labels[1]], factory: metrics)
                    .record(byteCount)
                for step in steps {
                    reports.counter("sealedpush_seal_overflow_steps_total", [("step", step.label)]).increment()
                }
                var facts = facts(labels)
                facts["sealedpush.size"] = .int64(Int64(byteCount))
                if let bytesLeft {
                    remainingBytes.record(bytesLeft)
                    facts["sealedpush.bytes_left"] = .int64(Int64(bytesLeft))
                    facts["sealedpush.overflow_steps"] = .int64(Int64(steps.count))
                }
                reports.finished(facts, after: event.duration)
            }
        }
        return sealer
    }
}

extension Opener {
    /// Returns the opener with an observer that reports each call to swift-log, swift-metrics and swift-distributed-tracing.
    ///
    /// `logger` and `metrics` are as for a sealer. Reports contain suites, push types and codes of refusals. They never contain
    /// content, a key, a topic, an audience, a purpose or a request's id.
    public func observed(
        logger: Logger? = nil, metrics: any MetricsFactory = MetricsSystem.factory
    ) -> Opener {
        let reports = CallReports(
            "open", codes: Refusal.Code.allCases.map(\.rawValue), logger: logger, factory: metrics)
        var opener = self
        opener.observer = { event in
            switch event.outcome {
            case .refused(let code): reports.refused(code.rawValue, after: event.duration)
            case .opened(let suite, let pushType, let isReplayChecked):
                let labels = [
                    ("suite", suite.name), ("push_type", pushType.label), ("replay_checked", "\(isReplayChecked)"),
                ]
                reports.counter("sealedpush_opens_total", labels).increment()
                reports.finished(facts(labels), after: event.duration)
            }
        }
        return opener
    }
}

extension OverflowStep.Kind {
    fileprivate var label: String {
        switch self {
        case .shorten: "shorten"
        case .drop: "drop"
        case .replaceBody: "replace_body"
        }
    }
}
#endif
