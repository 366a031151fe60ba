import Platform
import Synchronization

/// The terminals whose echo is off, for the signal handler that turns it on again.
///
/// A handler may run at any instruction: it allocates nothing, takes no lock, and calls only async-signal-safe functions.
enum EchoGuard {
    private struct Terminal {
        var descriptor: Int32 = -1
        var settings = termios()
    }

    private static let slotCount = 8

    /// Written only while the slot's bit in ``silent`` is clear.
    private nonisolated(unsafe) static let terminals = {
        let terminals = UnsafeMutablePointer<Terminal>.allocate(capacity: slotCount)
        unsafe terminals.initialize(repeating: Terminal(), count: slotCount)
        return unsafe terminals
    }()

    /// Bit n is set while the echo of slot n may be off.
    private static let silent = Atomic<UInt8>(0)

    /// Bit n is set while slot n is in use.
    private static let taken = Mutex<UInt8>(0)

    /// Signals whose default ends the process, except those of a crash, and the one by which a terminal stops it.
    private static let signals = [
        SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
        SIGIO, SIGTSTP,
    ]

    /// The action of each signal before, by its number; written before the handler is set.
    private nonisolated(unsafe) static let actions = {
        let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        unsafe actions.initialize(repeating: sigaction(), count: 65)
        return unsafe actions
    }()

    /// Turns the echo of a terminal off, and returns the slot to release, or nil with `errno` set.
    static func silence(_ descriptor: Int32, _ settings: termios) -> Int? {
        let slot = taken.withLock { taken in
            let slot = (~taken).trailingZeroBitCount
            guard slot < slotCount else { return slot }
            unsafe terminals[slot] = Terminal(descriptor: descriptor, settings: settings)
            if taken == 0 { handleSignals() }
            taken |= 1 << slot
            return slot
        }
        guard slot < slotCount else {
            errno = EBUSY
            return nil
        }
        // Before the echo is off, so that a signal in between turns it on.
        silent.bitwiseOr(1 << slot, ordering: .sequentiallyConsistent)
        guard setEcho(of: slot, isOn: false) else {
            let number = errno
            release(slot)
            errno = number
            return nil
        }
        return slot
    }

    static func release(_ slot: Int) {
        _ = setEcho(of: slot, isOn: true)
        silent.bitwiseAnd(~(1 << slot), ordering: .sequentiallyConsistent)
        taken.withLock { taken in
            taken &= ~(1 << slot)
            if taken == 0 { leaveSignals() }
        }
    }

    private static func setEcho(of slot: Int, isOn: Bool) -> Bool {
        var settings = unsafe terminals[slot].settings
        if !isOn {
            settings.c_lflag &= ~tcflag_t(ECHO)
            settings.c_lflag |= tcflag_t(ICANON)
        }
        // Input from before the question, or after a signal, belongs to neither the passphrase nor the next command.
        return unsafe tcsetattr(terminals[slot].descriptor, TCSAFLUSH, &settings) == 0
    }

    private static func handleSignals() {
        for number in signals {
            var action = sigaction()
            // An ignored signal stays ignored.
            guard unsafe sigaction(number, nil, &action) == 0, address(action) != ignored else { continue }
            unsafe actions[Int(number)] = action
            handle(number)
        }
    }

    private static func handle(_ number: Int32) {
        var action = sigaction()
        action.handler = handler
        unsafe sigaction(number, &action, nil)
    }

    /// Hands the signals back, unless the program has set another handler meanwhile.
    private static func leaveSignals() {
        for number in signals {
            var action = sigaction()
            guard unsafe sigaction(number, nil, &action) == 0, address(action) == own else { continue }
            unsafe sigaction(number, actions + Int(number), nil)
        }
    }

    private static func address(_ action: sigaction) -> Int {
        unsafe unsafeBitCast(action.handler, to: Int.self)
    }

    /// Shown when the process goes on after a signal, since the question is out of sight.
    private static let reminder: StaticString = "input is not shown: "
    private static let ignored = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    private static let own = unsafe unsafeBitCast(handler, to: Int.self)
    private static let handler: @convention(c) (Int32) -> Void = { EchoGuard.takeEffect($0) }

    /// Turns each echo on, lets the signal have its earlier effect and, if the process goes on, turns them off again.
    private static func takeEffect(_ number: Int32) {
        let error = errno
        let open = silent.exchange(0, ordering: .sequentiallyConsistent)
        for slot in 0..<slotCount where open & 1 << slot != 0 {
            _ = setEcho(of: slot, isOn: true)
            _ = unsafe write(terminals[slot].descriptor, "\n", 1)
        }
        unsafe sigaction(number, actions + Int(number), nil)
        var this = sigset_t()
        unsafe sigemptyset(&this)
        unsafe sigaddset(&this, number)
        unsafe pthread_sigmask(SIG_UNBLOCK, &this, nil)
        raise(number)
        for slot in 0..<slotCount where open & 1 << slot != 0 {
            // Continued in the background, where the terminal is another job's; nil for one that controls no process.
            while true {
                let foreground = unsafe tcgetpgrp(terminals[slot].descriptor)
                guard foreground > 0, foreground != getpgrp() else { break }
                raise(SIGSTOP)
            }
            silent.bitwiseOr(1 << slot, ordering: .sequentiallyConsistent)
            _ = setEcho(of: slot, isOn: false)
            // Here, and not where the answer is read: the signal may have come before the reading began.
            _ = unsafe write(terminals[slot].descriptor, reminder.utf8Start, reminder.utf8CodeUnitCount)
        }
        handle(number)
        errno = error
    }
}
