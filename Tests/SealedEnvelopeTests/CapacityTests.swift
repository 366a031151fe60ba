import SealedEnvelope
import Testing

@Suite("Capacity")
struct CapacityTests {
    /// The figures of the wire format §6.
    @Test(
        "a 4096-byte push holds what the format says",
        arguments: [(SealingSuite.hpkeAuth, 2_979), (.hpkeBase, 2_983), (.shared, 2_991), (.sealedBox, 2_967)])
    func figures(suite: SealingSuite, messageByteCount: Int) {
        let visible = #"{"aps":{"alert":"?","mutable-content":1},"e":""}"#.utf8.count
        #expect(visible == 48)
        #expect(Capacity.messageByteCount(in: 4_096 - visible, suite: suite) == messageByteCount)
        #expect(Capacity.characterCount(ofMessage: messageByteCount, suite: suite) == 4_096 - visible)
        #expect(Capacity.characterCount(ofMessage: messageByteCount + 1, suite: suite) > 4_096 - visible)
    }

    @Test("in any space the largest message fits and one byte more does not", arguments: SealingSuite.allCases)
    func exact(suite: SealingSuite) {
        for space in 0...5_120 {
            let byteCount = Capacity.messageByteCount(in: space, suite: suite)
            #expect(Capacity.characterCount(ofMessage: byteCount, suite: suite) <= space)
            #expect(Capacity.characterCount(ofMessage: byteCount + 1, suite: suite) > space)
        }
    }

    @Test("without space the capacity is negative", arguments: [-4_000, -1, 0, 59])
    func none(space: Int) {
        for suite in SealingSuite.allCases { #expect(Capacity.messageByteCount(in: space, suite: suite) < 0) }
    }
}
