import SealedEnvelope
import Testing

@Suite("Capacity")
struct CapacityTests {
    /// The figures of the wire format §6.
    @Test(
        "a 4096-byte push holds what the format says",
        arguments: [(SealingSuite.hpkeAuth, 2_979), (.hpkeBase, 2_983), (.shared, 2_991)])
    func figures(suite: SealingSuite, messageByteCount: Int) {
        let visible = #"{"aps":{"alert":"?","mutable-content":1},"e":""}"#.utf8.count
        #expect(visible == 48)
        #expect(suite.messageByteCount(in: 4_096 - visible) == messageByteCount)
        #expect(suite.characterCount(ofMessage: messageByteCount) == 4_096 - visible)
        #expect(suite.characterCount(ofMessage: messageByteCount + 1) > 4_096 - visible)
    }

    @Test("for any space the largest message fits and one byte more does not", arguments: SealingSuite.allCases)
    func exact(suite: SealingSuite) {
        for space in 0...5_120 {
            let byteCount = suite.messageByteCount(in: space)
            #expect(suite.characterCount(ofMessage: byteCount) <= space)
            #expect(suite.characterCount(ofMessage: byteCount + 1) > space)
        }
    }

    @Test("without space the capacity is negative", arguments: [-4_000, -1, 0, 59])
    func none(space: Int) {
        for suite in SealingSuite.allCases {
            #expect(suite.messageByteCount(in: space) < 0)
        }
    }
}
