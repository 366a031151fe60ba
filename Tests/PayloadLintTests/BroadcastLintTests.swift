import PayloadLint
import PushPayload
import Testing

@Suite("Broadcasts under the linter")
struct BroadcastLintTests {
    private let linter = Linter(destination: .broadcast)

    @Test("the headers of the library are clean")
    func headers() throws {
        let headers = try BroadcastHeaders(channelID: "dHN0LXNyY2gtY2hubA==", priority: .consideringDevicePower)
        let update = Payload.liveActivityUpdate(contentState: [:], timestamp: 1_793_448_000)
        #expect(linter.lint(update, headers: headers.fields).diagnostics.isEmpty)
    }

    @Test("a broadcast may have 5,120 bytes and no more")
    func limit() {
        for (size, isTooLarge) in [(5_120, false), (5_121, true)] {
            var text = #"{"aps":{"event":"update","timestamp":1793448000,"content-state":{}},"a":""#
            text += String(repeating: "x", count: size - text.utf8.count - 2) + #""}"#
            let codes = linter.lint(Array(text.utf8)).diagnostics.map(\.rule.code)
            #expect(codes == ["liveactivity-custom-outside-state"] + (isTooLarge ? ["payload-too-large"] : []))
        }
    }

    @Test("a start is refused even without headers")
    func start() {
        let start = Payload.liveActivityStart(
            attributesType: "A", attributes: [:], contentState: [:], alert: Alert(title: "Hi"), timestamp: 1_793_448_000
        )
        #expect(linter.lint(start).diagnostics.map(\.rule.code) == ["broadcast-start"])
        #expect(Linter().lint(start).diagnostics.isEmpty)
    }
}
