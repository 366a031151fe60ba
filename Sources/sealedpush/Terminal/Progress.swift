import Glibc
import Synchronization

/// How far a long piece of work has come, on one line of standard error; only on a terminal and only after a second.
final class Progress: Sendable {
    private struct State {
        var shownAt: ContinuousClock.Instant
        var isShown = false
    }

    private static let patience = Duration.seconds(1)
    private static let interval = Duration.milliseconds(200)

    private let start = ContinuousClock.now
    private let state: Mutex<State>
    private let isOn: Bool

    /// Begins; nothing is shown where the output goes to the same terminal.
    init() {
        state = Mutex(State(shownAt: start))
        isOn = isatty(STDERR_FILENO) == 1 && !Terminal.isOutput
    }

    /// The seconds since the beginning.
    var seconds: Double { start.duration(to: .now) / .seconds(1) }

    /// Shows a text, unless the last one was shown a moment ago.
    func show(_ text: () -> String) {
        guard isOn else { return }
        let now = ContinuousClock.now
        state.withLock { state in
            guard start.duration(to: now) > Self.patience, state.shownAt.duration(to: now) > Self.interval else {
                return
            }
            (state.shownAt, state.isShown) = (now, true)
            Self.write("\r\(text())\u{1B}[K")
        }
    }

    /// Takes the line away, so that what follows stands on a line of its own.
    func clear() {
        state.withLock { state in
            if state.isShown { Self.write("\r\u{1B}[K") }
            state.isShown = false
        }
    }

    private static func write(_ text: String) {
        _ = StandardStreams.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
