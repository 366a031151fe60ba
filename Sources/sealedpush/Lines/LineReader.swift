import Glibc

/// The lines of a stream in batches: what one reading brought, so that nobody waits for lines that have not come yet.
struct LineReader {
    /// The most lines of a batch; with few bytes each they may still become pushes of 5 KB.
    static let maximumLineCount = 32
    /// The most bytes of a line without its end: more than a payload of the most bytes with everything beside it.
    static let maximumByteCount = 1 << 17

    /// Lines that follow each other.
    struct Batch {
        /// The number of the first one, from 1.
        let firstNumber: Int
        let bytes: [UInt8]
        /// Where each line is in the bytes; nil for one that was too long to keep.
        let lines: [Range<Int>?]
    }

    private let descriptor: Int32
    private let name: String
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    /// What was read and not yet handed over.
    private var rest: [UInt8] = []
    /// How far the rest is known to hold no line feed.
    private var scanned = 0
    private var isSkipping = false
    private var isAtEnd = false
    private var lineCount = 0

    /// Takes a file that is open for reading; the name is for messages.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Waits for the next lines; nil at the end.
    ///
    /// - Throws: ``Failure`` when the file cannot be read.
    mutating func next() throws(Failure) -> Batch? {
        while true {
            var start = 0
            var lines: [Range<Int>?] = []
            while lines.count < Self.maximumLineCount,
                let end = lineFeed(from: max(start, scanned))
            {
                lines.append(line(start..<end))
                (start, scanned) = (end + 1, end + 1)
            }
            if lines.isEmpty {
                scanned = rest.count
                guard isAtEnd else {
                    if isSkipping || rest.count > Self.maximumByteCount { (isSkipping, rest, scanned) = (true, [], 0) }
                    try read()
                    continue
                }
                guard !rest.isEmpty || isSkipping else { return nil }
                lines.append(line(0..<rest.count))
                start = rest.count
            }
            let batch = Batch(firstNumber: lineCount + 1, bytes: Array(rest[..<start]), lines: lines)
            rest = Array(rest[start...])
            scanned = max(0, scanned - start)
            lineCount += lines.count
            return batch
        }
    }

    /// The first line feed from a place on.
    private func lineFeed(from start: Int) -> Int? {
        unsafe rest.withUnsafeBytes { bytes in
            guard start < bytes.count, let first = bytes.baseAddress,
                let found = unsafe memchr(first + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - first
        }
    }

    /// A line that has ended, unless its beginning was given up.
    private mutating func line(_ range: Range<Int>) -> Range<Int>? {
        defer { isSkipping = false }
        return isSkipping || range.count > Self.maximumByteCount ? nil : range
    }

    /// Reads what is there, or waits for it.
    private mutating func read() throws(Failure) {
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { buffer in
                unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system("\(name) cannot be read", errno)
            }
            isAtEnd = count == 0
            rest += chunk.prefix(count)
            return
        }
    }
}
