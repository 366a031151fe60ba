import Platform
import Synchronization

/// Messages on standard error; like age's, they start in lower case and have no full stop.
enum Diagnostics {
    static func error(_ message: String) { write("error", message) }

    static func hint(_ message: String) { write("hint", message) }

    /// Writes a warning, each text once; the command still succeeds.
    static func warning(_ message: String) {
        if warnings.withLock({ $0.insert(Array(message.utf8)).inserted }) { write("warning", message) }
    }

    private static let warnings = Mutex<Set<[UInt8]>>([])

    static func report(_ failure: Failure) {
        error(failure.message)
        failure.hints.forEach(hint)
    }

    private static func write(_ kind: String, _ message: String) {
        // Paths, arguments and member names may contain control characters, which must not reach the terminal.
        let line = "sealedpush: \(kind): \(message.showingControls())\n"
        _ = writeAll(ContiguousArray(line.utf8).span, to: STDERR_FILENO)
    }
}
