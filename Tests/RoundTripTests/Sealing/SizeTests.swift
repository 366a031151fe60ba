import PushOpener
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON
import Testing

/// Sizes by the formulas of the wire format, section 6, calculated by hand.
@Suite("Sizes and padding")
struct SizeTests {
    /// The content `{"aps":{"alert":"xx…"}}` has 20 bytes and the text, the message 10 more.
    private func payload(_ count: Int) -> Payload {
        Payload(["aps": ["alert": .string(String(repeating: "x", count: count))]])
    }

    @Test(
        "a push holds what the table says, and not a byte more",
        arguments: [(SealingSuite.hpkeAuth, 2959), (.hpkeBase, 2963), (.shared, 2971), (.hpkeAuthPSK, 2957)])
    func capacity(suite: SealingSuite, capacity: Int) throws {
        let pair = try Pair(suite)
        let longest = capacity - 10 - 20
        let push = try pair.seal(payload(longest))
        #expect(push.bytesLeft == 0)
        #expect(push.body.count == 4096)
        #expect(try pair.messageByteCount(push) == capacity)
        #expect(try pair.seal(payload(longest - 100)).bytesLeft == 100)
        for (more, excess) in [(1, 2), (2, 3), (3, 4), (4, 6), (30, 40)] {
            // 3016 bytes of envelope make 4022 characters; 3017 make 4023, 3018 4024 and so on, by ⌈4n/3⌉.
            let error = #expect(throws: SealError.self) { try pair.seal(payload(longest + more)) }
            let characters = (4 * (3016 + more) + 2) / 3
            #expect(error?.excessByteCount == 74 + characters - 4096)
            #expect(abs((error?.excessByteCount ?? 0) - excess) <= 1)
        }
    }

    @Test("a VoIP push holds more, and has neither placeholder nor mutable-content")
    func voip() throws {
        let pair = try Pair()
        // `{"sealed":""}` has 13 bytes: ⌊3 · 5107 / 4⌋ - 57 = 3773; the content `{"a":""}` has 8.
        let payload = Payload(["a": .string(String(repeating: "x", count: 3773 - 10 - 8))])
        let push = try pair.seal(payload) { $0.pushType = .voip }
        #expect(push.bytesLeft == 0)
        #expect((5119...5120).contains(push.body.count))
        #expect(try JSONValue(parsing: push.body).objectValue?.members.map(\.name) == ["sealed"])
        #expect(try pair.opener().open(push.body, pushType: .voip).payload == payload)
    }

    @Test("messages are padded to the block, and to the limit at most", arguments: SealingSuite.allCases)
    func padding(suite: SealingSuite) throws {
        let pair = try Pair(suite)
        for count in [0, 32, 33, 34, 35, 97, 98, 500] {
            // 1 + 4 + 4 bytes of fields, the content, 0x80.
            let least = 10 + 20 + count
            #expect(try pair.messageByteCount(pair.seal(payload(count)) { $0.padding = .none }) == least)
            for block in [1, 16, 64, 256] {
                let length = try pair.messageByteCount(pair.seal(payload(count)) { $0.padding = .block(block) })
                #expect(length == (least + block - 1) / block * block)
            }
            let most = try pair.seal(payload(count)) { $0.padding = .maximum }
            #expect(most.body.count == 4096)
            let block = try pair.seal(payload(count)) { $0.padding = .block(4096) }
            #expect(block.body.count == 4096)
            #expect(most.bytesLeft == block.bytesLeft)
        }
    }
}
