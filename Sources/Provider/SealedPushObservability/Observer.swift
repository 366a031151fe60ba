#if Observability
import KeyManagement
import Logging
import Metrics
import PushOpener
import PushPayload
import PushSealer
import Tracing

/// The facts about a finished operation, by name, for its span and its log line; sizes, and texts of a fixed set.
typealias Report = [String: ReportValue]

/// A fact about a finished operation.
enum ReportValue: Sendable, CustomStringConvertible {
    case text(String)
    case count(Int)

    var description: String {
        switch self {
        case .text(let text): text
        case .count(let count): "\(count)"
        }
    }

    var attribute: SpanAttribute {
        switch self {
        case .text(let text): .string(text)
        case .count(let count): .int64(Int64(count))
        }
    }
}

/// Reports the duration and the failure of each operation of one kind, with a span and a log line.
struct Observer: Sendable {
    private let operation: String
    private let logger: Logger?
    private let factory: any MetricsFactory
    private let duration: Metrics.Timer

    /// Observes operations of a kind, `seal` or `open`, and creates the counters of their codes.
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

    /// Runs an operation; `report` counts its value and returns the facts about it.
    func observe<Value, Failure: Error>(
        _ report: (Value) -> Report, _ body: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let logger = logger ?? .current
        let span = startSpan("sealedpush.\(operation)")
        defer { span.end() }
        let start = ContinuousClock.now
        let result = Result(catching: body)
        duration.record(duration: start.duration(to: .now))
        switch result {
        case .success(let value):
            let facts = report(value)
            if span.isRecording { for (name, fact) in facts { span.attributes.set(name, value: fact.attribute) } }
            logger.trace("\(operation) finished", metadata: facts.mapValues { "\($0)" })
        case .failure(let error):
            // The code alone: a reason can name members of the payload, ids of keys and keyrings.
            let code = code(of: error)
            refusals(code).increment()
            span.attributes.set("error.type", value: .string(code))
            span.setStatus(SpanStatus(code: .error, message: code))
            logger.debug("\(operation) refused", metadata: ["sealedpush.code": "\(code)"])
        }
        return try result.get()
    }

    private func refusals(_ code: String) -> Counter {
        Counter(label: "sealedpush_\(operation)_refusals_total", dimensions: [("code", code)], factory: factory)
    }
}

/// Returns the code of an error of this package, and `other` for any other error, whose texts are unknown.
private func code(of error: any Error) -> String {
    switch error {
    case let error as SealError: error.code.rawValue
    case let error as Refusal: error.code.rawValue
    case let error as KeyError: error.code.rawValue
    default: "other"
    }
}

extension PushType? {
    /// The label of a push type: `none` for an envelope on its own, `other` for a type that Apple does not document.
    var label: String {
        guard let self else { return "none" }
        return PushType.documented.contains(self) ? self.rawValue : "other"
    }
}

extension Report {
    /// A report of labels, each under `sealedpush.` and its name.
    init(labels: [(String, String)]) {
        self = [:]
        for (name, value) in labels { self["sealedpush.\(name)"] = .text(value) }
    }
}
#endif
