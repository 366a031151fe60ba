import Glibc

/// Reads a stream in batches of lines; a batch is one read, so that an answer does not wait for the next line.
struct LineReader {
    /// The maximum number of lines in a batch; even short lines may become pushes of 5 KB.
    static let maximumLineCount = 32
    /// The maximum length of a line in bytes; a payload of the maximum size with all other members fits.
    static let maximumByteCount = 1 << 17

    /// A batch of consecutive lines.
    struct Batch {
        /// The number of the first line, from 1.
        let firstNumber: Int
        let bytes: [UInt8]
        /// The range of each line in the bytes; nil for a line that was too long.
        let lines: [Range<Int>?]
    }

    /// The maximum number of bytes in one read.
    private static let readingByteCount = 1 << 16

    private let descriptor: Int32
    private let name: String
    /// The buffer for an unfinished line and one more read, allocated once.
    private var buffer = [UInt8](repeating: 0, count: Self.maximumByteCount + Self.readingByteCount)
    /// The range of the buffer that was read but not returned yet.
    private var rest = 0..<0
    /// The end of the range that contains no line feed.
    private var scanned = 0
    private var isSkipping = false
    private var isAtEnd = false
    private var lineCount = 0

    /// Takes a descriptor that is open for reading; the name is used in messages.
    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Waits for the next lines; nil at the end.
    ///
    /// - Throws: ``Failure`` if the file cannot be read.
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

    /// Returns the index of the first line feed at or after an index.
    private func lineFeed(from start: Int) -> Int? {
        unsafe buffer.withUnsafeBytes { bytes in
            guard start < rest.upperBound, let first = bytes.baseAddress,
                let found = unsafe memchr(first + start, Int32(UInt8(ascii: "\n")), rest.upperBound - start)
            else { return nil }
            return unsafe UnsafeRawPointer(found) - first
        }
    }

    /// Returns the range of a complete line in its batch; nil if its start was discarded or it is too long.
    private mutating func line(_ range: Range<Int>) -> Range<Int>? {
        defer { isSkipping = false }
        guard !isSkipping, range.count <= Self.maximumByteCount else { return nil }
        return range.lowerBound - rest.lowerBound..<range.upperBound - rest.lowerBound
    }

    /// Reads available bytes, or waits for some.
    private mutating func read() throws(Failure) {
        if rest.lowerBound > 0 {
            // Moves the rest to the start of the buffer, to free space after it.
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
                if errno == EAGAIN {
                    StandardStreams.wait(for: descriptor, POLLIN)
                    continue
                }
                throw .system("\(name) cannot be read", errno)
            }
            isAtEnd = count == 0
            rest = 0..<rest.upperBound + count
            return
        }
    }
}
