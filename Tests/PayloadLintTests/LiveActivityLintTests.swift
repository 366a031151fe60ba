import PayloadLint
import PushPayload
import StrictJSON
import Testing

@Suite("Live Activities under the linter")
struct LiveActivityLintTests {
    private let envelope: JSONValue = "ASDBy41CO4RFqtmK2WfDLO1a3SU9WXkf1nFCCv"

    private func codes(_ payload: Payload) -> [String] {
        Linter().lint(payload, as: .liveactivity).diagnostics.map(\.rule.code)
    }

    @Test("an update with a sealed content-state is clean", arguments: [[:], ["score": 2.5]] as [JSONObject])
    func sealedUpdate(visible: JSONObject) {
        var state = visible
        state["sealed"] = envelope
        #expect(codes(.liveActivityUpdate(contentState: state, timestamp: 1_793_448_000)) == [])
    }

    @Test("a start with sealed attributes and a sealed content-state is clean")
    func sealedStart() {
        let sealed: JSONObject = ["sealed": envelope]
        let start = Payload.liveActivityStart(
            attributesType: "A", attributes: sealed, contentState: sealed, alert: Alert(title: "Hi"),
            timestamp: 1_793_448_000)
        #expect(codes(start) == [])
    }

    @Test("an envelope at the root does not reach the activity")
    func envelopeAtRoot() {
        var update = Payload.liveActivityUpdate(contentState: [:], timestamp: 1_793_448_000)
        update["sealed"] = envelope
        #expect(codes(update) == ["liveactivity-custom-outside-state"])
    }

    @Test("a custom member beside aps is accepted in the other push types")
    func otherTypes() {
        var alert = Payload(alert: Alert(title: "Hi"))
        alert["sealed"] = envelope
        #expect(Linter().lint(alert).diagnostics.isEmpty)
    }
}
