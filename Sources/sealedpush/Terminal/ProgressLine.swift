import Glibc
import Synchronization

/// A line on standard error that says how far a long run is; only on a terminal, and only after a second.
final class ProgressLine: Sendable {
    private struct State {
        var next: ContinuousClock.Instant
        var isShown = false
        var isOver = false
    }

    private let isOn = isatty(STDERR_FILENO) == 1
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    init() {
        state = Mutex(State(next: start + .seconds(1)))
    }

    /// Shows how much is done, ten times a second at most.
    @Sendable
    func show(_ done: Int, of total: Int) {
        guard isOn else { return }
        let now = ContinuousClock.now
        state.withLock { state in
            guard now >= state.next, !state.isOver else { return }
            if !state.isShown { Interruption.eraseLineAtEnd() }
            state.next = now + .milliseconds(100)
            state.isShown = true
            let elapsed = (now - start) / .seconds(1)
            let left = elapsed / Double(max(done, 1)) * Double(total - done)
            let text = "\(done) of \(total), \(done * 100 / max(total, 1)) %, about \(Int(left.rounded(.up))) s left"
            write(text.truncated(to: Terminal.width(of: STDERR_FILENO) - 1))
        }
    }

    /// Takes the line away.
    func erase() {
        state.withLock { state in
            state.isOver = true
            guard state.isShown else { return }
            write("")
            Interruption.keepLineAtEnd()
        }
    }

    private func write(_ text: String) {
        _ = StandardStreams.write(Array("\r\u{1B}[K\(text)".utf8), to: STDERR_FILENO)
    }
}
