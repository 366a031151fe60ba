import Glibc
import Synchronization

/// Signals that would end the process while something of it has to be cleared away.
enum Interruption {
    /// Those by which people and services end a process.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// All that end a process unless it handles them, but those that report an error of its own and SIGKILL.
    private static let endingSignals =
        signals + [
            SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGSTKFLT, SIGXCPU, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR,
        ]
    private static let caught = Atomic<Int32>(0)
    private static let erasing = Mutex<[Int32]>([])

    /// Runs the body; a signal that comes meanwhile takes effect after it.
    ///
    /// The body is handed a function that says whether one came, so that it can undo its work. A signal that was ignored
    /// before stays ignored.
    static func held<Result>(_ body: (_ isInterrupted: () -> Bool) -> Result) -> Result {
        caught.store(0, ordering: .relaxed)
        let held = handleSignals(endingSignals) { Interruption.caught.store($0, ordering: .relaxed) }
        let result = body { caught.load(ordering: .relaxed) != 0 }
        for number in held { signal(number, SIG_DFL) }
        let signal = caught.load(ordering: .relaxed)
        if signal != 0 { end(by: signal) }
        return result
    }

    /// Has each signal that would end the process call a handler instead, and returns those; one that is ignored stays ignored.
    ///
    /// A call of the system that blocks is interrupted, since the handlers are set without `SA_RESTART`. A handler allocates
    /// nothing: the signal may have come in the middle of an allocation.
    static func handleSignals(
        _ signals: [Int32] = signals,
        by handler: @convention(c) (Int32) -> Void
    ) -> [Int32] {
        signals.filter { signal in
            var action = sigaction()
            guard unsafe sigaction(signal, nil, &action) == 0,
                unsafe action.__sigaction_handler.sa_handler == nil  // SIG_DFL
            else { return false }
            unsafe action.__sigaction_handler.sa_handler = handler
            return unsafe sigaction(signal, &action, nil) == 0
        }
    }

    /// Sees to it that a signal that ends the process erases the line which the cursor of standard error stands on.
    static func eraseLineAtEnd() {
        let handled = handleSignals { number in
            let erase: StaticString = "\r\u{1B}[K"
            _ = unsafe write(STDERR_FILENO, erase.utf8Start, erase.utf8CodeUnitCount)
            Interruption.end(by: number)
        }
        erasing.withLock { $0 += handled }
    }

    /// Takes back what ``eraseLineAtEnd()`` did.
    static func keepLineAtEnd() {
        erasing.withLock { signals in
            for number in signals { signal(number, SIG_DFL) }
            signals = []
        }
    }

    /// Ends the process as if the signal had come now, also where it is ignored, or blocked in this thread.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        // The threads that async code runs on start with signals blocked.
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
