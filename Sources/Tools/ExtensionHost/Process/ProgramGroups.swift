import Glibc
import Synchronization

/// The process groups of the programs and extensions that run, so that a signal handler of the command line can end them.
package enum ProgramGroups {
    /// One slot for each group, 0 for a free one.
    ///
    /// A program beyond the last slot is not killed by a signal; it sees the end of its input.
    private static let slots = InlineArray<8, Atomic<Int32>> { _ in Atomic(0) }
    /// The number of threads that start a program.
    private static let starting = Atomic<Int>(0)
    private static let isEnding = Atomic<Bool>(false)

    /// Creates the slots, which a signal handler must not do.
    package static func prepare() {
        _ = (slots.count, starting.load(ordering: .relaxed), isEnding.load(ordering: .relaxed))
    }

    /// Starts a program as a group that ``kill()`` finds; `spawn` returns its id, or 0 without one.
    ///
    /// After `kill()`, no program is started, and the thread waits for the end of the process.
    static func start(_ spawn: () -> pid_t) {
        // A handler on this thread would wait for the start that it has interrupted.
        var (all, before) = (sigset_t(), sigset_t())
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
        starting.add(1, ordering: .sequentiallyConsistent)
        defer {
            starting.subtract(1, ordering: .sequentiallyConsistent)
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        guard !isEnding.load(ordering: .sequentiallyConsistent) else {
            starting.subtract(1, ordering: .sequentiallyConsistent)
            while true { pause() }
        }
        insert(spawn())
    }

    private static func insert(_ group: Int32) {
        for index in slots.indices
        where slots[index].compareExchange(expected: 0, desired: group, ordering: .sequentiallyConsistent).exchanged {
            return
        }
    }

    /// Removes a group; called before its first process is reaped, since the id may then be used again.
    ///
    /// After ``kill()`` the thread waits for the end of the process, which must not report the end of the program.
    static func remove(_ group: Int32) {
        while isEnding.load(ordering: .sequentiallyConsistent) { pause() }
        for index in slots.indices {
            _ = slots[index].compareExchange(expected: group, desired: 0, ordering: .sequentiallyConsistent)
        }
    }

    /// Kills the processes of all groups, also of those that are being started; safe in a signal handler after ``prepare()``.
    ///
    /// The process must end after this call.
    package static func kill() {
        isEnding.store(true, ordering: .sequentiallyConsistent)
        while starting.load(ordering: .sequentiallyConsistent) != 0 { sched_yield() }
        for index in slots.indices {
            let group = slots[index].load(ordering: .sequentiallyConsistent)
            if group > 0 { _ = Glibc.kill(-group, SIGKILL) }
        }
    }
}
