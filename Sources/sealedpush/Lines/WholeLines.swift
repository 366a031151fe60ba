import Glibc
import Synchronization

/// Writes lines to standard output so that a signal that ends the process leaves only whole ones.
enum WholeLines {
    private static let isWriting: Int32 = 1
    /// ``isWriting``, and from the ninth bit on the signal that came.
    private static let state = Atomic<Int32>(0)

    /// Sees to it that a signal takes effect between two lines; one that is ignored stays ignored.
    ///
    /// A second signal takes effect at once, for a reader that has stopped reading.
    static func holdSignals() {
        _ = Interruption.handleSignals { number in
            let before = WholeLines.state.bitwiseOr(number << 8, ordering: .sequentiallyConsistent).oldValue
            guard before & WholeLines.isWriting == 0 || before >> 8 != 0 else { return }
            // Takes effect when this handler returns.
            signal(number, SIG_DFL)
            raise(number)
        }
    }

    /// Writes lines, each with the line feed that ends it; one caller at a time.
    ///
    /// A closed pipe ends the process quietly.
    ///
    /// - Throws: ``Failure`` for what cannot be written, a full disk for example.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        guard state.bitwiseOr(isWriting, ordering: .sequentiallyConsistent).oldValue >> 8 == 0 else { end() }
        var offset = 0
        var end = bytes.count
        var number: Int32 = 0
        while offset < end, number == 0 {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(
                    STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: buffer[offset..<end]).baseAddress, end - offset)
            }
            if count >= 0 { offset += count } else if errno != EINTR { number = errno }
            if state.load(ordering: .sequentiallyConsistent) >> 8 != 0 { end = endOfLine(in: bytes, at: offset) }
        }
        if state.bitwiseAnd(~isWriting, ordering: .sequentiallyConsistent).oldValue >> 8 != 0 { self.end() }
        if number == EPIPE { Interruption.end(by: SIGPIPE) }
        guard number == 0 else { throw .system("standard output cannot be written", number) }
    }

    /// The end of the line in which an offset lies, which is the offset itself at the start of one.
    private static func endOfLine(in bytes: [UInt8], at offset: Int) -> Int {
        let lineFeed = UInt8(ascii: "\n")
        if offset == 0 || bytes[offset - 1] == lineFeed { return offset }
        return bytes[offset...].firstIndex(of: lineFeed).map { $0 + 1 } ?? bytes.count
    }

    private static func end() -> Never {
        Interruption.end(by: state.load(ordering: .sequentiallyConsistent) >> 8)
        while true { pause() }
    }
}
