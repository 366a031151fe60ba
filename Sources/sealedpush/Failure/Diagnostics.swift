import Glibc

/// Lines to the user, on standard error: no capital at the start and no full stop at the end, as age's are.
enum Diagnostics {
    /// Says what went wrong.
    static func error(_ message: String) { write("error", message) }

    /// Says what may help.
    static func hint(_ message: String) { write("hint", message) }

    /// Says what the user should know although the work is done.
    static func warning(_ message: String) { write("warning", message) }

    /// Says that a keyring protects nothing.
    static func demonstration(_ name: String) {
        warning("keyring \(name) is a public demonstration; everyone has its keys")
    }

    /// Says what went wrong and what may help.
    static func report(_ failure: Failure) {
        error(failure.message)
        failure.hints.forEach(hint)
    }

    private static func write(_ kind: String, _ message: String) {
        // Paths, arguments and member names come from elsewhere and must not reach the terminal as they are.
        let line = "sealedpush: \(kind): \(message.showingControls(keepingLineFeeds: false))\n"
        _ = StandardStreams.write(Array(line.utf8), to: STDERR_FILENO)
    }
}
