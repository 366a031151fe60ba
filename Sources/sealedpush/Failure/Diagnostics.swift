import Glibc

/// Messages on standard error; like age's, they start in lower case and have no full stop.
enum Diagnostics {
    /// Writes an error.
    static func error(_ message: String) { write("error", message) }

    /// Writes a hint.
    static func hint(_ message: String) { write("hint", message) }

    /// Writes a warning; the command still succeeds.
    static func warning(_ message: String) { write("warning", message) }

    /// Warns that a keyring is a demonstration and its keys are public.
    static func demonstration(_ name: String) {
        warning("keyring \(name) is a public demonstration; everyone has its keys")
    }

    /// Writes the message and the hints of a failure.
    static func report(_ failure: Failure) {
        error(failure.message)
        failure.hints.forEach(hint)
    }

    private static func write(_ kind: String, _ message: String) {
        // Paths, arguments and member names may contain control characters, which must not reach the terminal.
        let line = "sealedpush: \(kind): \(message.showingControls(keepingLineFeeds: false))\n"
        _ = StandardStreams.write(Array(line.utf8), to: STDERR_FILENO)
    }
}
