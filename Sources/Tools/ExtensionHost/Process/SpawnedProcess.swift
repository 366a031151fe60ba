import Foundation
package import Glibc

/// A started process that inherits only a channel and an output.
package struct SpawnedProcess: Sendable {
    package let pid: pid_t
    package let channel: Channel
    /// Standard output of the process, and its standard error unless that is passed on.
    package let output: Channel

    /// Starts an executable in its own process group, without blocked or ignored signals.
    ///
    /// The channel is one of its descriptors; unless that is standard input, standard input is empty.
    package static func start(
        _ executable: String, arguments: [String], environment: [String: String], channelDescriptor: Int32,
        passesStandardError: Bool
    ) throws(SpawnFailure) -> SpawnedProcess {
        let (channel, theirs) = try pair()
        defer { close(theirs) }
        let (output, printed) = try pair()
        defer { close(printed) }

        var actions = unsafe posix_spawn_file_actions_t()
        _ = unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        _ = unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        _ = unsafe posix_spawn_file_actions_adddup2(&actions, printed, 1)
        // A descriptor that is duplicated to itself is inherited.
        _ = unsafe posix_spawn_file_actions_adddup2(&actions, passesStandardError ? STDERR_FILENO : printed, 2)
        _ = unsafe posix_spawn_file_actions_adddup2(&actions, theirs, channelDescriptor)
        for descriptor in inheritable where descriptor > max(channelDescriptor, STDERR_FILENO) {
            _ = unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        var attributes = posix_spawnattr_t()
        _ = unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        _ = unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        _ = unsafe posix_spawnattr_setpgroup(&attributes, 0)
        // A thread of Swift's pool has signals blocked, and a process would start so.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        _ = unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        _ = unsafe posix_spawnattr_setsigdefault(&attributes, &signals)

        var words = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe variables.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        var failure: Int32 = 0
        ProgramGroups.start {
            failure = unsafe posix_spawn(&pid, executable, &actions, &attributes, &words, &variables)
            return failure == 0 ? pid : 0
        }
        guard failure == 0 else { throw SpawnFailure("the executable cannot be started", failure) }
        return SpawnedProcess(pid: pid, channel: channel, output: output)
    }

    /// Creates two connected sockets that no other process inherits.
    private static func pair() throws(SpawnFailure) -> (Channel, Int32) {
        var sockets: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &sockets) == 0 else {
            throw SpawnFailure("a socket cannot be created", errno)
        }
        return (Channel(sockets[0]), sockets[1])
    }

    /// The descriptors of this process that an executable would inherit.
    private static var inheritable: [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { descriptor in
            let flags = fcntl(descriptor, F_GETFD)
            return flags >= 0 && flags & FD_CLOEXEC == 0
        }
    }

    package func kill() {
        _ = Glibc.kill(-pid, SIGKILL)
        _ = Glibc.kill(pid, SIGKILL)
    }

    /// A description of the end of the process, which is not reaped, so that its id is not used again; nil while it runs.
    package var end: String? { wait(WNOHANG | WNOWAIT) }

    /// Reaps the process and returns a description of its end; nil while it runs and `waiting` is false.
    package func reap(waiting: Bool) -> String? {
        guard waiting || end != nil else { return nil }
        // Before its id may be used again.
        ProgramGroups.remove(pid)
        return wait(0)
    }

    private func wait(_ options: Int32) -> String? {
        var end = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(pid), &end, WEXITED | options) != 0 {
            // Without EINTR, another part of the program has reaped the process; no part of this package does.
            guard errno == EINTR else { return "has ended" }
        }
        guard unsafe end.si_signo == SIGCHLD else { return nil }
        let status = unsafe end._sifields._sigchld.si_status
        return unsafe end.si_code == Int32(CLD_EXITED) ? "exited with code \(status)" : "was ended by signal \(status)"
    }

    /// The private memory of the process, in bytes: resident pages that belong to no file.
    var memory: Int? {
        let file = unsafe open("/proc/\(pid)/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 128) { buffer, filled in
            filled = max(0, unsafe read(file, buffer.baseAddress, buffer.count))
        }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ").prefix(3).compactMap { Int($0) }
        guard fields.count == 3 else { return nil }
        return max(0, fields[1] - fields[2]) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// The reason why a process could not be started.
package struct SpawnFailure: Error {
    package let reason: String

    init(_ what: String, _ number: Int32) {
        reason = unsafe "\(what): \(String(cString: strerror(number)))"
    }
}
