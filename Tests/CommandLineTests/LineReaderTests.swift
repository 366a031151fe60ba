import Glibc
import Testing

@testable import sealedpush

@Suite("the lines of a stream")
struct LineReaderTests {
    private static let longest = LineReader.maximumByteCount

    /// A line of a size whose bytes tell which one it is and where in it they stand.
    private static func line(_ number: Int, ofSize size: Int) -> [UInt8] {
        (0..<size).map { UInt8(11 + (number * 31 + $0 * 7 + $0 / 251) % 240) }
    }

    /// What a reader gives for each line, in their order; nil for one that was too long.
    private static func lines(_ descriptor: Int32) throws -> [[UInt8]?] {
        var reader = LineReader(descriptor: descriptor, name: "the stream")
        var lines: [[UInt8]?] = []
        while let batch = try reader.next() {
            #expect((1...LineReader.maximumLineCount).contains(batch.count))
            lines += batch.map { line in line.map { Array($0) } }
        }
        return lines
    }

    /// The sizes of the lines of each file.
    private static let files = [
        [], [0], [1], [0, 0, 0], Array(repeating: 3, count: 100), Array(0...400), Array(repeating: 1_127, count: 300),
        [65_534, 65_535, 65_536, 65_537, 1], [1, longest - 1, longest, longest + 1, longest, 2],
        [longest + 65_536, 5, 3 * longest, 0, 6, longest, 10 * longest], [longest, longest, longest, longest],
    ]

    @Test(
        "each line of a file is read once and completely, and one that is too long is reported",
        arguments: files.indices, [true, false])
    func file(number: Int, endsWithLineFeed: Bool) throws {
        let lines = Self.files[number].enumerated().map { Self.line($0.offset, ofSize: $0.element) }
        var text = Array(lines.joined(separator: [10]))
        if endsWithLineFeed, !lines.isEmpty { text.append(10) }
        let file = try #require(tmpfile())
        defer { fclose(file) }
        try #require(fwrite(text, 1, text.count, file) == text.count && fflush(file) == 0)
        rewind(file)
        // Nothing behind the last line feed is no line.
        let expected = !endsWithLineFeed && lines.last == [] ? lines.dropLast() : lines[...]
        // A Bool, since a failure would print megabytes.
        let isRight = try Self.lines(fileno(file)) == expected.map { $0.count > Self.longest ? nil : $0 }
        #expect(isRight)
    }

    @Test("lines that arrive in pieces are joined", arguments: [1, 2, 3, 7, 64, 999])
    func pieces(size: Int) throws {
        var ends: [Int32] = [0, 0]
        // A reading of such a socket gives what one writing gave, however much room it has.
        try #require(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let lines = [0, 1, 2, 5, 0, 9, size, size - 1, size + 1, 20].enumerated().map {
            Self.line($0.offset, ofSize: $0.element)
        }
        var rest = Array(lines.joined(separator: [10]))[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(size))
            try #require(write(ends[0], piece, piece.count) == piece.count)
            rest = rest.dropFirst(size)
        }
        close(ends[0])
        #expect(try Self.lines(ends[1]) == lines)
    }
}
