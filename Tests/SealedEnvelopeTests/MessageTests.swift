import SealedEnvelope
import Testing

@Suite("Message")
struct MessageTests {
    static let overlay = Array(#"{"a":1}"#.utf8)
    static let digest = [UInt8](repeating: 0xD1, count: 16)

    /// Written by hand from the wire format §4.
    static let layouts: [(message: Message, bytes: [UInt8])] = [
        (Message(issuedAt: 0x01020304, overlay: overlay), [0, 1, 2, 3, 4] + overlay + [0x80]),
        (
            Message(issuedAt: 1, expiresAt: 0xAABBCCDD, overlay: overlay),
            [1, 0, 0, 0, 1, 0xAA, 0xBB, 0xCC, 0xDD] + overlay + [0x80]
        ),
        (
            Message(issuedAt: 1, sequence: 0x0102030405060708, overlay: overlay),
            [2, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8] + overlay + [0x80]
        ),
        (Message(issuedAt: 1, outerDigest: digest, overlay: overlay), [4, 0, 0, 0, 1] + digest + overlay + [0x80]),
        (
            Message(issuedAt: 1, expiresAt: 2, sequence: 3, outerDigest: digest, overlay: overlay),
            [7, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3] + digest + overlay + [0x80]
        ),
    ]

    @Test("fields stand in the order of the format", arguments: layouts.indices)
    func layout(index: Int) throws {
        let (message, bytes) = Self.layouts[index]
        #expect(message.unpaddedByteCount == bytes.count - 1)
        #expect(message.encoded(paddedTo: bytes.count) == bytes)
        #expect(try Message(decoding: bytes) == message)
        #expect(try Message(decoding: bytes + [0, 0, 0]) == message)
    }

    @Test("there is no message without room for padding")
    func noRoom() {
        let message = Message(issuedAt: 1, overlay: Self.overlay)
        #expect(message.encoded(paddedTo: message.unpaddedByteCount) == nil)
        #expect(message.encoded(paddedTo: message.unpaddedByteCount + 1) != nil)
    }

    @Test("padding of any length comes off again", arguments: [0, 1, 63, 64, 1000])
    func padding(extra: Int) throws {
        let message = Message(issuedAt: 1, overlay: Self.overlay)
        let bytes = try #require(message.encoded(paddedTo: message.unpaddedByteCount + 1 + extra))
        #expect(bytes.count == message.unpaddedByteCount + 1 + extra)
        #expect(try Message(decoding: bytes) == message)
    }

    @Test("an unknown flag is refused", arguments: 3..<8)
    func unknownFlag(bit: Int) {
        var bytes = Self.layouts[0].bytes
        bytes[0] |= 1 << bit
        #expect(throws: MessageError.self) { try Message(decoding: bytes) }
    }

    @Test("a message cut anywhere before its padding is refused", arguments: layouts.indices)
    func truncated(index: Int) {
        let bytes = Self.layouts[index].bytes
        for count in bytes.indices {
            #expect(throws: MessageError.self) { try Message(decoding: Array(bytes.prefix(count))) }
        }
    }

    @Test("what does not end with 0x80 and zeros is refused", arguments: [[], [0x81], [0x80, 1], [0, 0], [0x7f, 0]])
    func badPadding(end: [UInt8]) {
        #expect(throws: MessageError.self) {
            try Message(decoding: [0, 0, 0, 0, 1] + Self.overlay + end)
        }
    }

    @Test("a flag byte of 0x80 is not taken for padding of an empty message")
    func markerInsideTheFields() {
        #expect(throws: MessageError.self) { try Message(decoding: [0, 0, 0, 0, 0x80]) }
        #expect(throws: MessageError.self) { try Message(decoding: [0, 0, 0, 0x80, 0]) }
    }
}

@Suite("Padding")
struct PaddingTests {
    @Test(
        "a message grows to the next block",
        arguments: [(0, 64), (62, 64), (63, 64), (64, 128), (127, 128), (128, 192)])
    func block(byteCount: Int, padded: Int) {
        #expect(Padding.standard.paddedByteCount(of: byteCount, capacity: 4096) == padded)
    }

    @Test("it grows only to the limit where the block would pass it")
    func limit() {
        #expect(Padding.block(64).paddedByteCount(of: 130, capacity: 150) == 150)
        #expect(Padding.block(64).paddedByteCount(of: 149, capacity: 150) == 150)
        #expect(Padding.block(64).paddedByteCount(of: 150, capacity: 150) == nil)
        #expect(Padding.maximum.paddedByteCount(of: 1, capacity: 150) == 150)
        #expect(Padding.none.paddedByteCount(of: 149, capacity: 150) == 150)
        #expect(Padding.none.paddedByteCount(of: 1, capacity: -5) == nil)
    }
}
