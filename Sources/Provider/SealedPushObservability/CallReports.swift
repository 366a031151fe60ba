#if Observability
import Logging
import Metrics
import PushPayload
import Tracing

/// The facts about a finished call, by name, for its span and its log line; sizes, and texts of a fixed set.
typealias Facts = [String: SpanAttribute]

/// Reports the end of each call of one kind: its duration, its refusal, a span and a log line.
struct CallReports: Sendable {
    private let operation: String
    private let logger: Logger?
    let factory: any MetricsFactory
    private let duration: Metrics.Timer

    /// Reports calls of a kind, `seal` or `open`, and creates the counters of their codes.
    ///
    /// A counter that begins with its first refusal hides that refusal from a rate.
    init(_ operation: String, codes: [String], logger: Logger?, factory: any MetricsFactory) {
        self.operation = operation
        self.logger = logger
        self.factory = factory
        duration = Timer(
            label: "sealedpush_\(operation)_duration_seconds", preferredDisplayUnit: .seconds, factory: factory)
        for code in codes { _ = refusals(code) }
    }

    /// Reports a call that has succeeded.
    func finished(_ facts: Facts, after duration: Duration) {
        self.duration.record(duration: duration)
        withSpan(of: duration) { span in
            for (name, fact) in facts { span.attributes.set(name, value: fact) }
        }
        let metadata = facts.mapValues { fact -> Logger.MetadataValue in
            if case .int64(let number) = fact {
                "\(number)"
            } else if case .string(let text) = fact {
                "\(text)"
            } else {
                ""
            }
        }
        (logger ?? .current).trace("\(operation) finished", metadata: metadata)
    }

    /// Reports a call that was refused, by its code.
    func refused(_ code: String, after duration: Duration) {
        self.duration.record(duration: duration)
        refusals(code).increment()
        withSpan(of: duration) { span in
            span.attributes.set("error.type", value: .string(code))
            span.setStatus(SpanStatus(code: .error, message: code))
        }
        (logger ?? .current).debug("\(operation) refused", metadata: ["sealedpush.code": "\(code)"])
    }

    func counter(_ name: String, _ labels: [(String, String)]) -> Counter {
        Counter(label: name, dimensions: labels, factory: factory)
    }

    private func refusals(_ code: String) -> Counter {
        counter("sealedpush_\(operation)_refusals_total", [("code", code)])
    }

    /// Makes the span of a call that ends now.
    private func withSpan(of duration: Duration, _ body: (any Span) -> Void) {
        let end = DefaultTracerClock.now
        let (seconds, attoseconds) = duration.components
        let nanoseconds = UInt64(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        let (start, isOverflow) = end.nanosecondsSinceEpoch.subtractingReportingOverflow(nanoseconds)
        let span = startSpan(
            "sealedpush.\(operation)",
            at: DefaultTracerClock.Timestamp(nanosecondsSinceEpoch: isOverflow ? 0 : start))
        if span.isRecording { body(span) }
        span.end(at: end)
    }
}

/// Returns labels as facts, each under `sealedpush.` and its name.
func facts(_ labels: [(String, String)]) -> Facts {
    Facts(uniqueKeysWithValues: labels.map { ("sealedpush.\($0)", .string($1)) })
}

extension PushType? {
    /// The label of a push type: `none` for an envelope on its own, `other` for a type that Apple does not document.
    var label: String {
        guard let self else { return "none" }
        return PushType.documented.contains(self) ? self.rawValue : "other"
    }
}
#endif
