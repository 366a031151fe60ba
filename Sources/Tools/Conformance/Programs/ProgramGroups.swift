#if canImport(ExtensionHost)
import Glibc
import Synchronization

/// The process groups of the running programs, so that a signal handler of the command line can end them.
package enum ProgramGroups {
    /// One slot for each group, 0 for a free one.
    ///
    /// A program beyond the last slot is not killed by a signal; it sees the end of its input.
    private static let slots = InlineArray<8, Atomic<Int32>> { _ in Atomic(0) }

    /// Creates the slots, which a signal handler must not do.
    package static func prepare() { _ = slots.count }

    static func insert(_ group: Int32) {
        for index in slots.indices
        where slots[index].compareExchange(expected: 0, desired: group, ordering: .sequentiallyConsistent).exchanged {
            return
        }
    }

    /// Removes a group; called before its first process is reaped, since the id may then be used again.
    static func remove(_ group: Int32) {
        for index in slots.indices {
            _ = slots[index].compareExchange(expected: group, desired: 0, ordering: .sequentiallyConsistent)
        }
    }

    /// Kills the processes of all groups; safe in a signal handler after ``prepare()``.
    package static func kill() {
        for index in slots.indices {
            let group = slots[index].load(ordering: .sequentiallyConsistent)
            if group > 0 { _ = Glibc.kill(-group, SIGKILL) }
        }
    }
}
#endif
