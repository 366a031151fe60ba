import SealedEnvelope
import Testing

@Suite("Message")
struct MessageTests {
    static let content = Array(#"{"a":1}"#.utf8)

    /// Written by hand from the wire format §3.
    static let layouts: [(message: Message, bytes: [UInt8])] = [
        (
            Message(issuedAt: 0x0102_0304, expiresAt: 0x0102_0506, content: content),
            [1, 1, 2, 3, 4, 1, 2, 5, 6] + content + [0x80]
        ),
        (
            Message(issuedAt: 0xAABB_CCDD, expiresAt: 0xAABB_CCDD, sequence: 0x0102_0304_0506_0708, content: content),
            [3, 0xAA, 0xBB, 0xCC, 0xDD, 0xAA, 0xBB, 0xCC, 0xDD, 1, 2, 3, 4, 5, 6, 7, 8] + content + [0x80]
        ),
        (
            Message(issuedAt: 1, expiresAt: 2, sequence: 3, content: content),
            [3, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3] + content + [0x80]
        ),
    ]

    @Test("fields are in the order of the format", arguments: layouts.indices)
    func layout(index: Int) throws {
        let (message, bytes) = Self.layouts[index]
        #expect(message.unpaddedByteCount == bytes.count - 1)
        let fields = Message.fieldByteCount(counts: message.sequence != nil)
        #expect(fields == bytes.count - 1 - Self.content.count)
        #expect(message.encoded(paddedTo: bytes.count) == bytes)
        #expect(try Message(decoding: bytes) == message)
        #expect(try Message(decoding: bytes + [0, 0, 0]) == message)
    }

    @Test("a message needs a byte for its padding")
    func noPadding() {
        let message = Message(issuedAt: 1, expiresAt: 2, content: Self.content)
        for byteCount in [0, message.unpaddedByteCount, message.unpaddedByteCount + 1] {
            #expect(message.encoded(paddedTo: byteCount).count == message.unpaddedByteCount + 1)
        }
    }

    @Test("padding of any length is removed", arguments: [0, 1, 63, 64, 1000])
    func padding(extra: Int) throws {
        let message = Message(issuedAt: 1, expiresAt: 2, content: Self.content)
        let bytes = message.encoded(paddedTo: message.unpaddedByteCount + 1 + extra)
        #expect(bytes.count == message.unpaddedByteCount + 1 + extra)
        #expect(try Message(decoding: bytes) == message)
    }

    /// "À" ends with the byte 0x80 in UTF-8.
    @Test(
        "only the padding is removed, for every end of the content",
        arguments: [[0xC3, 0x80], [0x80], [0x80, 0], []])
    func contentLikePadding(content: [UInt8]) throws {
        let message = Message(issuedAt: 0x80, expiresAt: 0x80, content: content)
        for extra in 1...70 {
            let bytes = message.encoded(paddedTo: message.unpaddedByteCount + extra)
            #expect(try Array(Message(decoding: bytes).content) == content)
        }
    }

    @Test("an unknown flag is refused", arguments: 2..<8)
    func unknownFlag(bit: Int) {
        var bytes = Self.layouts[0].bytes
        bytes[0] |= 1 << bit
        let error = #expect(throws: MessageError.self) { try Message(decoding: bytes) }
        #expect(error == .unknownFlags)
    }

    @Test("a message truncated anywhere before its padding is refused with the cause", arguments: layouts.indices)
    func truncated(index: Int) throws {
        let bytes = Self.layouts[index].bytes
        let fieldByteCount = bytes.count - 1 - Self.content.count
        for count in bytes.indices {
            let error = try #require(throws: MessageError.self) { try Message(decoding: Array(bytes.prefix(count))) }
            switch error {
            case .truncated: #expect(count < fieldByteCount)
            case .notPadded: #expect(count >= fieldByteCount)
            case .unknownFlags, .badLifetime: Issue.record("\(error)")
            }
        }
    }

    @Test(
        "a message that does not end with 0x80 and zeros is refused",
        arguments: [[], [0x81], [0x80, 1], [0, 0], [0x7f, 0]])
    func badPadding(end: [UInt8]) {
        #expect(throws: MessageError.self) {
            try Message(decoding: [1, 0, 0, 0, 1, 0, 0, 0, 1] + Self.content + end)
        }
    }

    @Test("a flag byte of 0x80 is not read as padding of an empty message")
    func markerInsideTheFields() {
        #expect(throws: MessageError.self) { try Message(decoding: [1, 0, 0, 0, 0, 0, 0, 0, 0x80]) }
        #expect(throws: MessageError.self) { try Message(decoding: [1, 0, 0, 0, 0, 0, 0, 0x80, 0]) }
    }

    @Test("a message without the flag of an expiry is refused", arguments: [0, 2] as [UInt8])
    func noExpiry(flags: UInt8) {
        let times: [UInt8] = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
        for count in [4, 8, 12, 16] {
            #expect(throws: MessageError.self) {
                try Message(decoding: [flags] + times.prefix(count) + Self.content + [0x80])
            }
        }
    }

    /// 30 days have 2,592,000 seconds.
    @Test(
        "a message lives 0 to 30 days",
        arguments: [
            (0, 0, true), (0, 2_592_000, true), (0, 2_592_001, false), (0, .max, false), (1, 0, false),
            (.max, 0, false),
            (.max - 2_592_000, .max, true), (.max - 2_592_001, .max, false), (.max, .max, true),
        ] as [(UInt32, UInt32, Bool)])
    func lifetime(issuedAt: UInt32, expiresAt: UInt32, isValid: Bool) {
        let bytes = Message(issuedAt: issuedAt, expiresAt: expiresAt, content: Self.content).encoded(paddedTo: 0)
        #expect((try? Message(decoding: bytes)) == nil ? !isValid : isValid)
    }
}
