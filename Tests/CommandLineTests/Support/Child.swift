import Glibc

/// A process that a test starts, in a session of its own, so that nothing of it outlives the test.
struct Child {
    /// What a test cannot go on without.
    struct Failure: Error {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// Where the three standard streams lead.
    enum Stream {
        case descriptor(Int32)
        /// Opened in the child, where a terminal thereby becomes the controlling one.
        case path(String)
    }

    let pid: pid_t

    /// `POSIX_SPAWN_SETSID`, which glibc's header shows only to those who define `_GNU_SOURCE`.
    private static let newSession: Int16 = 0x80

    /// Starts a command of the shell.
    init(
        _ command: String, in folder: String, environment: [String], input: Stream, output: Stream, errors: Stream
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in [input, output, errors].enumerated() {
            switch stream {
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            case .path(let path): posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_RDWR, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Self.newSession | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // The threads that tests run on have signals blocked, and a child would start so.
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)

        let arguments = Self.strings(["/bin/bash", "-c", "umask 022; cd '\(folder)' || exit 125\n\(command)"])
        let variables = Self.strings(environment)
        defer { (arguments + variables).forEach { free($0) } }
        var pid: pid_t = 0
        let number = posix_spawn(&pid, "/bin/bash", &actions, &attributes, arguments, variables)
        guard number == 0 else { throw Failure("bash cannot be started: \(String(cString: strerror(number)))") }
        self.pid = pid
    }

    /// Copies as C has them, with the nil that ends them.
    private static func strings(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { text in strdup(text) } + [nil]
    }

    /// Waits for the end, ten minutes at most, which only a hang reaches, and returns the exit code as a shell gives it: 128 and more for signals.
    func wait() throws -> Int32 {
        var status: Int32 = 0
        for _ in 0..<120_000 {
            if waitpid(pid, &status, WNOHANG) == pid {
                let signal = status & 0x7F
                return signal == 0 ? status >> 8 & 0xFF : 128 + signal
            }
            usleep(5_000)
        }
        kill(-pid, SIGKILL)
        waitpid(pid, &status, 0)
        throw Failure("the command was still running after ten minutes")
    }
}
