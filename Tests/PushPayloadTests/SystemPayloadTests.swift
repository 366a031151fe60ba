import PushPayload
import StrictJSON
import Testing

@Suite("Payloads by push type")
struct SystemPayloadTests {
    @Test(
        "each payload is written with Apple's names",
        arguments: [
            (
                Payload.background(custom: ["aps": 1, "folder": "inbox"]),
                #"{"aps":{"content-available":1},"folder":"inbox"}"#
            ),
            (.widgets(), #"{"aps":{"content-changed":true}}"#),
            (.widgets(custom: ["a": 1]), #"{"aps":{"content-changed":true},"a":1}"#),
            (.fileProvider(containerIdentifier: "c", domain: "d"), #"{"container-identifier":"c","domain":"d"}"#),
            (.mdm(pushMagic: "m"), #"{"mdm":"m"}"#),
            (
                .liveActivityStart(
                    attributesType: "T", attributes: ["a": 1], contentState: ["s": 2], alert: Alert(text: "x"),
                    timestamp: 7, staleDate: 9),
                """
                {"aps":{"timestamp":7,"event":"start","content-state":{"s":2},"stale-date":9,"attributes-type":"T",\
                "attributes":{"a":1},"alert":"x"}}
                """
            ),
            (
                .liveActivityUpdate(contentState: [:], timestamp: 7),
                #"{"aps":{"timestamp":7,"event":"update","content-state":{}}}"#
            ),
            (
                .liveActivityEnd(contentState: [:], timestamp: 7, dismissalDate: 7),
                #"{"aps":{"timestamp":7,"event":"end","content-state":{},"dismissal-date":7}}"#
            ),
            (
                .liveActivityEnd(contentState: [:], timestamp: 7, dismissalDate: 8),
                #"{"aps":{"timestamp":7,"event":"end","content-state":{},"dismissal-date":8}}"#
            ),
            (
                .liveActivityEnd(contentState: [:], timestamp: 7),
                #"{"aps":{"timestamp":7,"event":"end","content-state":{}}}"#
            ),
        ])
    func written(payload: Payload, text: String) {
        #expect(String(decoding: payload.serialized(), as: UTF8.self) == text)
    }
}
