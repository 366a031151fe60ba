import PushPayload
import Testing

@Suite("Headers that are derived from a payload")
struct DerivedHeaderTests {
    @Test("the content determines the push type, and with it the topic and the priority")
    func told() throws {
        let payload = Payload.fileProvider(containerIdentifier: "c", domain: "d")
        let headers = try PushHeaders(for: payload, topic: "a.b")
        #expect(headers.pushType == .fileprovider)
        #expect(headers.topic == "a.b.pushkit.fileprovider")
        #expect(try PushHeaders(for: .background()).priority == .consideringDevicePower)
    }

    @Test("a push type that the content contradicts is refused")
    func contradiction() throws {
        for (payload, type) in [
            (Payload.background(), PushType.alert), (Payload(alert: Alert(text: "x")), .background),
            (Payload.mdm(pushMagic: "m"), .widgets),
            (.liveActivityUpdate(contentState: [:], timestamp: 1), .alert), (.widgets(), nil),
        ] {
            let error = try #require(throws: PayloadError.self) { try PushHeaders(for: payload, pushType: type) }
            #expect(error.code == .badPushType)
        }
        for type in [PushType.voip, .pushtotalk, .location, .complication, PushType(rawValue: "later")] {
            #expect(try PushHeaders(for: Payload(alert: Alert(text: "x")), pushType: type).pushType == type)
        }
        #expect(try PushHeaders(for: .widgets(), pushType: .controls).pushType == .controls)
    }
}
