import Glibc

/// The lines of a stream in batches: the lines of one read, so that an answer does not wait for the next line.
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

    /// The most bytes that are read at once.
    private static let readingByteCount = 1 << 16

    private let descriptor: Int32
    private let name: String
    /// Space for an unfinished line and one more read, allocated once.
    private var buffer = [UInt8](repeating: 0, count: Self.maximumByteCount + Self.readingByteCount)
    /// Where in the buffer is what was read and not yet handed over.
    private var rest = 0..<0
    /// Up to where the rest is known to hold no line feed.
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
            var end = rest.lowerBound
            var lines: [Range<Int>?] = []
            while lines.count < Self.maximumLineCount, let lineFeed = lineFeed(from: max(end, scanned)) {
                lines.append(line(end..<lineFeed))
                (end, scanned) = (lineFeed + 1, lineFeed + 1)
            }
            if lines.isEmpty {
                scanned = rest.upperBound
                guard isAtEnd else {
                    if isSkipping || rest.count > Self.maximumByteCount {
                        (isSkipping, rest, scanned) = (true, 0..<0, 0)
                    }
                    try read()
                    continue
                }
                guard !rest.isEmpty || isSkipping else { return nil }
                lines.append(line(rest))
                end = rest.upperBound
            }
            let batch = Batch(
                firstNumber: lineCount + 1, bytes: Array(buffer[rest.lowerBound..<end]), lines: lines)
            rest = end..<rest.upperBound
            lineCount += lines.count
            return batch
        }
    }

    /// The first line feed from a place on.
    private func lineFeed(from start: Int) -> Int? {
        unsafe buffer.withUnsafeBytes { bytes in
            guard start < rest.upperBound, let first = bytes.baseAddress,
                let found = unsafe memchr(first + start, Int32(UInt8(ascii: "\n")), rest.upperBound - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - first
        }
    }

    /// Where in its batch a line is that has ended, unless its beginning was given up.
    private mutating func line(_ range: Range<Int>) -> Range<Int>? {
        defer { isSkipping = false }
        guard !isSkipping, range.count <= Self.maximumByteCount else { return nil }
        return range.lowerBound - rest.lowerBound..<range.upperBound - rest.lowerBound
    }

    /// Reads what is there, or waits for it.
    private mutating func read() throws(Failure) {
        if rest.lowerBound > 0 {
            // The rest moves to the front, so that there is room behind it.
            unsafe buffer.withUnsafeMutableBytes { buffer in
                unsafe buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[rest]))
            }
            (rest, scanned) = (0..<rest.count, scanned - rest.lowerBound)
        }
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { buffer in
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[rest.upperBound...])
                return unsafe Glibc.read(descriptor, room.baseAddress, min(room.count, Self.readingByteCount))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system("\(name) cannot be read", errno)
            }
            isAtEnd = count == 0
            rest = 0..<rest.upperBound + count
            return
        }
    }
}
