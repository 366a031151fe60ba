import Platform
import Synchronization

#if canImport(ExtensionHost)
import ExtensionHost
#endif

/// Signals that would end the process while something of it has to be cleared away.
enum Interruption {
    /// The signals that end a process unless it handles them, but those of a wrong instruction and SIGKILL.
    private static let signals =
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGXCPU, SIGVTALRM, SIGPROF]
        + systemSignals
    #if canImport(Darwin)
    private static let systemSignals: [Int32] = []
    #else
    private static let systemSignals = [SIGSTKFLT, SIGPOLL, SIGPWR]
    #endif
    private static let caught = Atomic<Int32>(0)
    private static let secondEnds = Atomic<Bool>(false)

    /// Whether a signal waits for the end of ``held(secondEnds:_:)``.
    static var isPending: Bool { caught.load(ordering: .relaxed) != 0 }

    /// Runs the body; a signal that comes meanwhile takes effect after it, or at once if it is a second one that ends.
    ///
    /// A signal that was ignored before stays ignored.
    static func held<Result, Failure>(
        secondEnds: Bool = false, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        Self.secondEnds.store(secondEnds, ordering: .relaxed)
        let before = handle(signals) { number in
            let isSecond = Interruption.caught.exchange(number, ordering: .relaxed) != 0
            if isSecond, Interruption.secondEnds.load(ordering: .relaxed) { Interruption.end(by: number) }
        }
        defer {
            for (number, action) in before {
                var action = action
                unsafe sigaction(number, &action, nil)
            }
            // One exchange, no reset at the start: a handler of another thread may store its signal only after this, and the
            // next call then finds it.
            let signal = caught.exchange(0, ordering: .relaxed)
            if signal != 0 { raiseUnblocked(signal) }
        }
        return try body()
    }

    /// Has each signal that is not ignored call a handler, and returns the actions before.
    ///
    /// A call of the system that blocks is interrupted, since the handlers are set without `SA_RESTART`. A handler allocates
    /// nothing: the signal may have come in the middle of an allocation.
    private static func handle(
        _ signals: [Int32], by handler: @convention(c) (Int32) -> Void
    ) -> [(signal: Int32, action: sigaction)] {
        signals.compactMap { signal in
            guard !isIgnored(signal) else { return nil }
            var (before, action) = (sigaction(), sigaction())
            action.handler = handler
            return unsafe sigaction(signal, &action, &before) == 0 ? (signal, before) : nil
        }
    }

    #if canImport(ExtensionHost)
    private static let endsPrograms = Atomic<Bool>(false)

    /// Makes a signal that ends the process kill the programs of a round trip, and the extension.
    static func endProgramsAtEnd() {
        ProgramGroups.prepare()
        endsPrograms.store(true, ordering: .relaxed)
        clearAtEnd()
    }

    /// The command that removes the phone's folder, for a signal handler, which must not allocate.
    private nonisolated(unsafe) static var removal: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

    /// Makes ``removeFolder()``, or a signal that ends the process, remove a folder.
    static func removeAtEnd(_ folder: String) {
        let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: 5)
        for (index, word) in ["/bin/rm", "-rf", "--", folder].enumerated() {
            unsafe (words + index).initialize(to: strdup(word))
        }
        unsafe (words + 4).initialize(to: nil)
        unsafe removal = words
        endProgramsAtEnd()
    }

    /// Removes the folder of ``removeAtEnd(_:)``.
    static func removeFolder() {
        guard let words = unsafe removal, let command = unsafe words.pointee else { return }
        var pid: pid_t = 0
        if unsafe posix_spawn(&pid, command, nil, nil, words, nil) == 0 { waitpid(pid, nil, 0) }
    }
    #endif

    /// Takes the signals back that the Swift runtime reports with registers and memory, which may have secrets, and goes on.
    ///
    /// `SWIFT_BACKTRACE` asks for these reports.
    static func restoreDefaults() {
        guard unsafe getenv("SWIFT_BACKTRACE") == nil else { return }
        for number in [SIGQUIT, SIGABRT, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV] where !isIgnored(number) {
            signal(number, SIG_DFL)
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        // 1 is SIG_IGN.
        return unsafe sigaction(number, nil, &action) == 0 && unsafeBitCast(action.handler, to: Int.self) == 1
    }

    /// The terminal whose echo is off, or -1, and its settings before, which are written only while it is -1.
    private static let silentTerminal = Atomic<Int32>(-1)
    private nonisolated(unsafe) static var settings = termios()

    /// Turns the echo of a terminal off until ``restoreEcho()``, or until a signal ends the process; false with `errno` set.
    static func silence(_ terminal: Int32, _ before: termios) -> Bool {
        unsafe settings = before
        silentTerminal.store(terminal, ordering: .sequentiallyConsistent)
        clearAtEnd()
        var silent = before
        silent.c_lflag = silent.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ICANON)
        // Input from before the question belongs neither to the answer nor, after it, to the next command.
        return unsafe tcsetattr(terminal, TCSAFLUSH, &silent) == 0
    }

    /// Turns the echo on again; returns the terminal, or -1 if none was silent.
    @discardableResult
    static func restoreEcho() -> Int32 {
        let terminal = silentTerminal.exchange(-1, ordering: .sequentiallyConsistent)
        if terminal >= 0 { unsafe tcsetattr(terminal, TCSAFLUSH, &settings) }
        return terminal
    }

    private static func clearAtEnd() {
        _ = handle(signals) { number in
            #if canImport(ExtensionHost)
            if Interruption.endsPrograms.load(ordering: .relaxed) { ProgramGroups.kill() }
            Interruption.removeFolder()
            #endif
            let terminal = Interruption.restoreEcho()
            if terminal >= 0 { _ = unsafe write(terminal, "\n", 1) }
            Interruption.end(by: number)
        }
    }

    /// Ends the process as if the signal had come now, also where it is ignored, or blocked in this thread.
    static func end(by number: Int32) {
        signal(number, SIG_DFL)
        raiseUnblocked(number)
    }

    private static func raiseUnblocked(_ number: Int32) {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, number)
        // The threads that async code runs on start with signals blocked.
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        raise(number)
    }
}
