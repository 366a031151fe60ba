/// Reads a stream in batches of lines; a batch ends with a read, so that an answer does not wait for the next line.
struct LineReader {
    /// The maximum number of lines in a batch; even short lines may become pushes of 5 KB.
    static let maximumLineCount = 256
    /// The maximum length of a line in bytes; a payload of the maximum size with all other members fits.
    static let maximumByteCount = 1 << 17

    private static let lineFeed = UInt8(ascii: "\n")

    private let descriptor: Int32
    private let name: String
    /// The bytes that were read but not returned yet: at most a line and one more read.
    private var pending: ArraySlice<UInt8> = []
    private var hasLineFeed = false
    private var isAtEnd = false
    /// Whether the start of the next line was discarded.
    private var isSkipping = false

    init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Waits for the next lines, with nil for a line that was too long; nil at the end.
    mutating func next() throws(Failure) -> [ArraySlice<UInt8>?]? {
        while !hasLineFeed, !isAtEnd { try read() }
        var lines = pending.split(
            separator: Self.lineFeed, maxSplits: Self.maximumLineCount, omittingEmptySubsequences: false)
        pending = lines.removeLast()
        hasLineFeed = pending.contains(Self.lineFeed)
        if isAtEnd, lines.count < Self.maximumLineCount, !pending.isEmpty || isSkipping && lines.isEmpty {
            lines.append(pending)
            pending = []
        }
        guard !lines.isEmpty else { return nil }
        let isFirstCut = isSkipping
        isSkipping = false
        return lines.enumerated().map { index, line in
            isFirstCut && index == 0 || line.count > Self.maximumByteCount ? nil : line
        }
    }

    private mutating func read() throws(Failure) {
        if pending.count > Self.maximumByteCount {
            isSkipping = true
            pending = []
        }
        let bytes = try StandardStreams.read(descriptor, name: name)
        isAtEnd = bytes.isEmpty
        hasLineFeed = bytes.contains(Self.lineFeed)
        pending += bytes
    }
}
