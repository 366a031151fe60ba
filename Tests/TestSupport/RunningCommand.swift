import Dispatch
package import Glibc
import Synchronization

/// A program that was started; it is killed with its process group if the last reference goes before its end.
package final class RunningCommand: Sendable {
    package let pid: pid_t
    private let output: AnonymousFile?
    private let errors: AnonymousFile?
    /// The end, once the process is reaped; under the lock, because its id may belong to another process from then on.
    private let status = Mutex<Ended.Status?>(nil)

    init(pid: pid_t, output: AnonymousFile?, errors: AnonymousFile?) {
        (self.pid, self.output, self.errors) = (pid, output, errors)
    }

    deinit {
        signal(SIGKILL, toGroup: true)
        reap()
    }

    /// Sends a signal to the process or to its group; returns whether there was one.
    @discardableResult
    package func signal(_ number: Int32, toGroup: Bool = false) -> Bool {
        status.withLock { $0 == nil && kill(toGroup ? -pid : pid, number) == 0 }
    }

    /// Waits for the end; a program that runs longer than the limit is killed with its process group, and is a failure.
    package func end(limit: Duration = .seconds(300)) async throws -> Ended {
        let isLate = Mutex(false)
        let kill = DispatchWorkItem { [self] in
            // Only a process that has not ended is late.
            if signal(SIGKILL, toGroup: true) { isLate.withLock { $0 = true } }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Int(limit.components.seconds)), execute: kill)
        let status = try await onOwnThread { self.reap() }
        kill.cancel()
        guard !isLate.withLock({ $0 }) else {
            throw Command.Failure(description: "the program was still running after \(limit)")
        }
        return Ended(status: status, output: output?.content ?? [], errors: errors?.content ?? [])
    }

    /// Waits for the end on this thread.
    @discardableResult
    private func reap() -> Ended.Status {
        // Not reaped by this call, so that a signal of another thread meanwhile cannot reach another process.
        var information = siginfo_t()
        while status.withLock({ $0 == nil }), waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 {
            guard errno == EINTR else { break }
        }
        return status.withLock { status in
            if let status { return status }
            var word: Int32 = 0
            waitpid(pid, &word, 0)
            let signal = word & 0x7F
            let end = signal == 0 ? Ended.Status.exited(word >> 8 & 0xFF) : .signalled(signal)
            status = end
            return end
        }
    }
}

/// The result of a program that has ended.
package struct Ended: Sendable {
    package enum Status: Sendable, Equatable {
        case exited(Int32)
        case signalled(Int32)
    }

    package let status: Status
    /// The captured standard output.
    package let output: [UInt8]
    /// The captured standard error.
    package let errors: [UInt8]

    /// The exit code by a shell's rule: 128 and more for a signal.
    package var exitCode: Int32 {
        switch status {
        case .exited(let code): code
        case .signalled(let number): 128 + number
        }
    }
}
