import Glibc
import Synchronization

/// Writes lines to standard output so that a signal that ends the process leaves only complete lines.
enum WholeLines {
    private static let isWriting: Int32 = 1
    /// The flag ``isWriting``, and from bit 8 on the number of the received signal.
    private static let state = Atomic<Int32>(0)

    /// Delays signals until a line is complete; an ignored signal stays ignored.
    ///
    /// A second signal takes effect at once, in case the reader has stopped reading.
    static func holdSignals() {
        _ = Interruption.handleSignals { number in
            let before = WholeLines.state.bitwiseOr(number << 8, ordering: .sequentiallyConsistent).oldValue
            guard before & WholeLines.isWriting == 0 || before >> 8 != 0 else { return }
            // The signal takes effect when this handler returns.
            signal(number, SIG_DFL)
            raise(number)
        }
    }

    /// Writes lines, each with its line feed; one caller at a time.
    ///
    /// A closed pipe ends the process without a message.
    ///
    /// - Throws: ``Failure`` if the lines cannot be written, for example on a full disk.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        endAfterSignal(state.bitwiseOr(isWriting, ordering: .sequentiallyConsistent).oldValue)
        let number = StandardStreams.write(bytes.span, to: STDOUT_FILENO) { offset in
            state.load(ordering: .sequentiallyConsistent) >> 8 == 0 ? bytes.count : endOfLine(in: bytes, at: offset)
        }
        endAfterSignal(state.bitwiseAnd(~isWriting, ordering: .sequentiallyConsistent).oldValue)
        try StandardStreams.check(number)
    }

    /// Returns the end of the line at an offset; the offset itself at the start of a line.
    private static func endOfLine(in bytes: [UInt8], at offset: Int) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        if offset == 0 || bytes[offset - 1] == lineFeed { return offset }
        return bytes[offset...].firstIndex(of: lineFeed).map { $0 + 1 } ?? bytes.count
    }

    /// Ends the process if a state contains a signal.
    private static func endAfterSignal(_ state: Int32) {
        guard state >> 8 != 0 else { return }
        Interruption.end(by: state >> 8)
        while true { pause() }
    }
}
