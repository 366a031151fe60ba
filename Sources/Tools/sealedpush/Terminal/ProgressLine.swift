import Platform
import Synchronization

/// A progress line on standard error, shown only on a terminal and only after one second.
final class ProgressLine: Sendable {
    private struct State {
        var next: ContinuousClock.Instant
        var isShown = false
    }

    private let isOn: Bool
    private let start = ContinuousClock.now
    private let state: Mutex<State>

    /// Starts the timer; with `besidesOutput`, no line is shown if standard output is a terminal too.
    init(besidesOutput: Bool = false) {
        isOn = isatty(STDERR_FILENO) == 1 && !(besidesOutput && Terminal.isOutput)
        state = Mutex(State(next: start + .seconds(1)))
    }

    var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }

    func show(_ text: () -> String) {
        guard isOn else { return }
        let now = ContinuousClock.now
        state.withLock { state in
            guard now >= state.next else { return }
            if !state.isShown { Interruption.eraseLineAtEnd() }
            state.next = now + .milliseconds(100)
            state.isShown = true
            write(text().truncated(to: Terminal.width(of: STDERR_FILENO) - 1))
        }
    }

    @Sendable
    func show(_ done: Int, of total: Int) {
        show {
            let left = seconds / Double(max(done, 1)) * Double(total - done)
            return "\(done) of \(total), \(done * 100 / max(total, 1)) %, about \(Int(left.rounded(.up))) s left"
        }
    }

    func erase() {
        if state.withLock({ $0.isShown }) { write("") }
    }

    private func write(_ text: String) {
        _ = writeAll(ContiguousArray("\r\u{1B}[K\(text)".utf8).span, to: STDERR_FILENO)
    }
}
