/// The position in the client's stream of frames (RFC 9113, sections 3.4, 4.1 and 6.2).
struct FramePosition {
    private static let prefaceSize = 24
    private static let headerSize = 9

    private(set) var isPreface = true
    /// The bytes of the preface or of a frame's content that have not arrived.
    private var missing = prefaceSize
    private var header: [UInt8] = []
    private var isInHeaderBlock = false

    /// Whether the preface, a frame or a header block has begun and not ended.
    var isIncomplete: Bool { missing > 0 || !header.isEmpty || isInHeaderBlock }

    /// Reads bytes; returns whether the preface or a frame ended in them outside a header block.
    mutating func read(_ bytes: some Collection<UInt8>) -> Bool {
        var bytes = bytes[...]
        var hasEnded = false
        while !bytes.isEmpty {
            if missing > 0 {
                let count = min(missing, bytes.count)
                bytes = bytes.dropFirst(count)
                missing -= count
                if missing == 0 { isPreface = false }
            } else {
                let part = bytes.prefix(Self.headerSize - header.count)
                header += part
                bytes = bytes.dropFirst(part.count)
                guard header.count == Self.headerSize else { break }
                missing = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
                // HEADERS or CONTINUATION, which has the flag END_HEADERS if it ends the block.
                if [1, 9].contains(header[3]) { isInHeaderBlock = header[4] & 0x4 == 0 }
                header = []
            }
            if missing == 0, !isInHeaderBlock { hasEnded = true }
        }
        return hasEnded
    }
}
