#if Observability
import InMemoryLogging
import InMemoryTracing
import Logging
import MetricsTestKit
import Tracing

/// Everything that the backends of a test receive.
struct Reports {
    let metrics = TestMetrics()
    let tracer = InMemoryTracer()
    private let handler: InMemoryLogHandler

    init() {
        var handler = InMemoryLogHandler()
        handler.logLevel = .trace
        self.handler = handler
    }

    /// A logger that keeps every line.
    var logger: Logger { Logger(label: "test") { [handler] _ in handler } }

    /// The lines, each as its level, message and metadata.
    var lines: [String] {
        handler.entries.map { entry in
            let metadata = entry.metadata.map { "\($0)=\($1)" }.sorted()
            let error = entry.error.map { [" \($0)"] } ?? []
            return (["\(entry.level): \(entry.message)"] + metadata + error).joined(separator: " ")
        }
    }

    /// The finished spans, each as its name, attributes, events, errors and status.
    var spans: [String] {
        tracer.finishedSpans.map { span in
            var attributes: [String] = []
            span.attributes.forEach { attributes.append("\($0)=\($1)") }
            let rest = span.events.map { "\($0)" } + span.errors.map { "\($0)" }
            let status = span.status.map { ["status=\($0.code) \($0.message ?? "")"] } ?? []
            return ([span.operationName] + attributes.sorted() + rest + status).joined(separator: " ")
        }
    }

    /// All of it as one text; each metric with its labels and values.
    var text: String { (lines + spans + [metrics.description]).joined(separator: "\n") }

    /// The total of a counter with exactly these labels; nil if there is none.
    func count(_ name: String, _ labels: [(String, String)]) -> Int64? {
        (try? metrics.expectCounter(name, labels))?.totalValue
    }
}
#endif
