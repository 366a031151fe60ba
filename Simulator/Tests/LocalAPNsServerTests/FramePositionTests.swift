import Testing

@testable import LocalAPNsServer

@Suite("Position in the stream of frames")
struct FramePositionTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    private static let headers: UInt8 = 1
    private static let continuation: UInt8 = 9
    private static let settings: UInt8 = 4
    private static let endHeaders: UInt8 = 4

    private static func frame(_ type: UInt8, flags: UInt8 = 0, count: Int) -> [UInt8] {
        [UInt8(count >> 16 & 0xff), UInt8(count >> 8 & 0xff), UInt8(count & 0xff), type, flags, 0, 0, 0, 1]
            + Array(repeating: 0, count: count)
    }

    /// Returns the position after bytes, and whether the preface or a frame ended in them.
    private static func position(after parts: [[UInt8]]) -> (position: FramePosition, hasEnded: Bool) {
        var position = FramePosition()
        var hasEnded = false
        for part in parts where position.read(part) { hasEnded = true }
        return (position, hasEnded)
    }

    @Test("the preface is incomplete until its 24th byte")
    func start() {
        #expect(FramePosition().isIncomplete && FramePosition().isPreface)
        let (half, _) = Self.position(after: [Array(Self.preface.dropLast())])
        #expect(half.isPreface && half.isIncomplete)
        let (whole, hasEnded) = Self.position(after: [Self.preface])
        #expect(!whole.isPreface && !whole.isIncomplete && hasEnded)
    }

    @Test("a frame is incomplete from the first byte of its header to the last one of its content")
    func frames() {
        let settings = Self.frame(Self.settings, count: 70_000)
        for count in 1...settings.count - 1 where count < 12 || count > 69_999 {
            #expect(Self.position(after: [Self.preface, Array(settings.prefix(count))]).position.isIncomplete)
        }
        #expect(!Self.position(after: [Self.preface, settings]).position.isIncomplete)
        #expect(!Self.position(after: [Self.preface, Self.frame(Self.settings, count: 0)]).position.isIncomplete)
    }

    @Test("a header block is incomplete until END_HEADERS, and its frames do not end in between")
    func headerBlock() {
        var position = Self.position(after: [Self.preface]).position
        let frames = [
            (frame: Self.frame(Self.headers, count: 5), ends: false),
            (frame: Self.frame(Self.continuation, count: 0), ends: false),
            (frame: Self.frame(Self.continuation, flags: Self.endHeaders, count: 3), ends: true),
            (frame: Self.frame(Self.headers, flags: Self.endHeaders | 1, count: 0), ends: true),
        ]
        for (frame, ends) in frames {
            let hasEnded = position.read(frame)
            #expect(hasEnded == ends && position.isIncomplete != ends)
        }
    }

    /// The expected state is that of a reader that has all bytes.
    private static func isIncomplete(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 24 else { return true }
        var index = 24
        var isInHeaderBlock = false
        while index < bytes.count {
            guard index + 9 <= bytes.count else { return true }
            let count = Int(bytes[index]) * 65_536 + Int(bytes[index + 1]) * 256 + Int(bytes[index + 2])
            guard index + 9 + count <= bytes.count else { return true }
            if [headers, continuation].contains(bytes[index + 3]) { isInHeaderBlock = bytes[index + 4] & 4 == 0 }
            index += 9 + count
        }
        return isInHeaderBlock
    }

    @Test("any bytes in any parts have the state of a reader that has all of them", arguments: 0..<200)
    func parts(seed: UInt64) {
        var generator = Generator(state: seed)
        var bytes = Self.preface
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            let types: [UInt8] = [Self.headers, Self.continuation, Self.settings, 0]
            let type = types[Int.random(in: types.indices, using: &generator)]
            let flags: UInt8 = Bool.random(using: &generator) ? Self.endHeaders : 0
            bytes += Self.frame(type, flags: flags, count: Int.random(in: 0...40, using: &generator))
        }
        // Some streams end within a frame, and some with bytes of no meaning.
        bytes.removeLast(Int.random(in: 0...min(12, bytes.count), using: &generator))
        if seed.isMultiple(of: 4) { bytes += (0..<50).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        var position = FramePosition()
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...15, using: &generator))
            rest = rest.dropFirst(part.count)
            _ = position.read(part)
            #expect(position.isIncomplete == Self.isIncomplete(Array(bytes[..<part.endIndex])))
        }
    }
}

/// SplitMix64, so that each seed has the same test.
private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }
}
