import Glibc

/// A call of the system that a test lets fail, by its numbers on this processor (Linux, `asm/unistd.h`).
package enum SystemCall: Sendable {
    case changeMode, examine, link, lock, read, rename, synchronize

    fileprivate var numbers: [UInt32] {
        #if arch(x86_64)
        switch self {
        // chmod, fchmod, fchmodat, fchmodat2
        case .changeMode: [90, 91, 268, 452]
        // fstat, newfstatat, statx
        case .examine: [5, 262, 332]
        case .link: [265]
        case .lock: [73]
        case .read: [0]
        // rename, renameat, renameat2
        case .rename: [82, 264, 316]
        case .synchronize: [74]
        }
        #else
        switch self {
        case .changeMode: [52, 53, 452]
        case .examine: [79, 80, 291]
        case .link: [37]
        case .lock: [32]
        case .read: [63]
        case .rename: [38, 276]
        case .synchronize: [82]
        }
        #endif
    }
}

extension SystemCall {
    /// Lets the call fail on this thread, for as long as it lives, with an `errno`: always, or for one descriptor.
    ///
    /// Call it on a thread of `onOwnThread`. Linux alone has these filters (seccomp(2), a program for the Berkeley Packet Filter).
    package func fail(with number: Int32, of descriptor: Int32? = nil) throws {
        /// `struct sock_filter`: an operation, the instructions to skip if it holds and if not, and a constant.
        func instruction(_ code: UInt64, _ constant: UInt32, otherwise skipped: UInt64 = 0) -> UInt64 {
            code | skipped << 24 | UInt64(constant) << 32
        }
        let (load, jumpIfEqual, end): (UInt64, UInt64, UInt64) = (0x20, 0x15, 0x06)
        var program: [UInt64] = []
        for call in numbers {
            // The number of the call is at 0, the lower half of its first argument at 16.
            program += [instruction(load, 0), instruction(jumpIfEqual, call, otherwise: descriptor == nil ? 1 : 3)]
            if let descriptor {
                let value = UInt32(bitPattern: descriptor)
                program += [instruction(load, 16), instruction(jumpIfEqual, value, otherwise: 1)]
            }
            program.append(instruction(end, 0x0005_0000 | UInt32(number)))
        }
        program.append(instruction(end, 0x7FFF_0000))
        // Swift imports no function with `...`.
        typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
        guard let function = dlsym(nil, "prctl") else { throw Command.Failure(description: "prctl is missing") }
        let control = unsafeBitCast(function, to: Control.self)
        let isInstalled = program.withUnsafeBufferPointer { program in
            // `struct sock_fprog`: a count of 16 bits and an address.
            let whole = [UInt64(program.count), UInt64(UInt(bitPattern: program.baseAddress))]
            return whole.withUnsafeBytes { whole in
                // PR_SET_NO_NEW_PRIVS, then PR_SET_SECCOMP with SECCOMP_MODE_FILTER.
                control(38, 1, 0, 0, 0) == 0 && control(22, 2, UInt(bitPattern: whole.baseAddress), 0, 0) == 0
            }
        }
        guard isInstalled else { throw Command.Failure(description: "this system allows no filter of system calls") }
    }
}

/// Runs work on a thread of its own on which a call of the system fails; the work makes no expectations.
package func withFailing<Result: Sendable>(
    _ call: SystemCall, _ number: Int32, _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
    try await onOwnThread {
        try call.fail(with: number)
        return try work()
    }
}
