import PushSealer
import Synchronization

/// The results of all attempts and the key reports since this process started.
final class Metrics: Sendable {
    private let counts = Mutex<[String: [String: Int]]>([:])  // By name and labels.

    /// Counts the result of an attempt.
    func count(_ result: String, reason: String) {
        count("provider_pushes_total", #"{result="\#(result)",reason="\#(reason)"}"#)
    }

    /// Counts a key report by the action that the device was told, and by whether the phone showed its push or a placeholder.
    func count(_ report: KeyReport, action: String) {
        let shown = [.unknown, .ended, .revoked].contains(report.standing) ? "placeholder" : "push"
        count("provider_key_reports_total", #"{action="\#(action)",shown="\#(shown)"}"#)
    }

    private func count(_ name: String, _ labels: String) {
        counts.withLock { $0[name, default: [:]][labels, default: 0] += 1 }
    }

    /// The counts, the pushes that wait, and the devices' keys by labels, in the text format of Prometheus.
    func text(waiting: (count: Int, oldestAge: Int), keys: [String: Int]) -> String {
        var lines = [
            ("provider_outbox_pushes", waiting.count), ("provider_outbox_oldest_age_seconds", waiting.oldestAge),
        ]
        .flatMap { ["# TYPE \($0) gauge", "\($0) \($1)"] }
        lines += ["# TYPE provider_device_keys gauge"] + keys.map { "provider_device_keys\($0) \($1)" }
        for (name, series) in counts.withLock({ $0 }) {
            lines += ["# TYPE \(name) counter"] + series.map { "\(name)\($0) \($1)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
