import PushPayload
import StrictJSON
import Testing

@Suite("Payload")
struct PayloadTests {
    private func payload(_ text: String) throws -> Payload {
        try Payload(parsing: Array(text.utf8))
    }

    private func text(_ payload: Payload) -> String {
        String(decoding: payload.serialized(), as: UTF8.self)
    }

    @Test("a payload is built member by member")
    func building() {
        var payload = Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))
        payload.aps.sound = .default
        payload.aps.badge = 3
        payload.aps.threadID = "account"
        payload.aps.category = "PAYMENT"
        payload.aps.mutableContent = true
        payload.aps.interruptionLevel = .timeSensitive
        payload.aps.relevanceScore = 0.5
        payload["account"] = "DE89"
        let expected =
            #"{"aps":{"alert":{"title":"Payment received","body":"€ 240 from Jane"},"sound":"default","badge":3,"#
            + #""thread-id":"account","category":"PAYMENT","mutable-content":1,"interruption-level":"time-sensitive","#
            + #""relevance-score":0.5},"account":"DE89"}"#
        #expect(text(payload) == expected)
        #expect(payload.serializedByteCount == expected.utf8.count)
    }

    @Test("a root that is not an object is refused", arguments: ["[]", "1", "null", "\"aps\""])
    func root(text: String) {
        let error = #expect(throws: PayloadError.self) { try payload(text) }
        #expect(error?.code == .notAnObject)
    }

    @Test("text that is not strict JSON is refused with its position")
    func malformed() {
        let error = #expect(throws: JSONError.self) { try payload(#"{"aps":{"badge":1,"badge":2}}"#) }
        #expect(error?.code == .duplicateName)
        #expect(error?.pointer == "/aps/badge")
    }

    @Test(
        "writing an empty aps leaves an absent or mistyped one unchanged",
        arguments: ["{}", #"{"aps":7}"#, #"{"aps":{}}"#])
    func emptyAPS(source: String) throws {
        var payload = try payload(source)
        let aps = payload.aps
        payload.aps = aps
        #expect(text(payload) == source)
        payload.aps.badge = nil
        #expect(text(payload) == source)
        payload.aps.badge = 1
        #expect(text(payload) == #"{"aps":{"badge":1}}"#)
        payload.aps = APS()
        #expect(text(payload) == #"{"aps":{}}"#)
    }

    @Test("values of other types read as nil and are kept")
    func mistyped() throws {
        let source =
            #"{"aps":{"alert":5,"badge":"5","sound":[],"thread-id":1,"content-available":true,"mutable-content":"1","#
            + #""interruption-level":"loud","relevance-score":"1","event":"begin","timestamp":1.5,"content-state":[],"#
            + #""url-args":["a",1],"content-changed":1,"unknown":{"x":[0.10]}}}"#
        var payload = try payload(source)
        let aps = payload.aps
        #expect(aps.alert == nil && aps.badge == nil && aps.sound == nil && aps.threadID == nil)
        #expect(!aps.contentAvailable && !aps.mutableContent && !aps.contentChanged)
        #expect(aps.interruptionLevel == nil && aps.relevanceScore == nil && aps.urlArgs == nil)
        #expect(aps.event == nil && aps.timestamp == nil && aps.contentState == nil)
        payload.aps.category = "C"
        payload.aps.category = nil
        payload.aps.contentChanged = false
        #expect(text(payload) == source)
        payload.aps.badge = nil
        payload.aps.contentChanged = true
        #expect(payload.aps.contentChanged)
        let written = source.replacing(#""badge":"5","#, with: "")
            .replacing(#""content-changed":1"#, with: #""content-changed":true"#)
        #expect(text(payload) == written)
        payload.aps.contentChanged = false
        #expect(text(payload) == written.replacing(#","content-changed":true"#, with: ""))
    }

    @Test("a value keeps its spelling when the same value is written")
    func spelling() throws {
        let source = #"{"aps":{"badge":3.0,"mutable-content":1e0,"relevance-score":0.50,"sound":{"name":"default"}}}"#
        var payload = try payload(source)
        payload.aps.badge = 3
        payload.aps.mutableContent = true
        payload.aps.relevanceScore = 0.5
        payload.aps.sound = .default
        #expect(text(payload) == source)
        payload.aps.badge = 4
        payload.aps.mutableContent = false
        payload.aps.relevanceScore = .nan
        payload.aps.sound = nil
        #expect(text(payload) == #"{"aps":{"badge":4}}"#)
    }

    @Test("the members of a Live Activity are written with Apple's names")
    func liveActivity() {
        var aps = APS()
        aps.timestamp = 1
        aps.event = .start
        aps.attributesType = "T"
        aps.attributes = ["a": 1]
        aps.contentState = [:]
        aps.staleDate = 2
        aps.dismissalDate = 3
        aps.inputPushToken = true
        aps.inputPushChannel = "YQ=="
        aps.contentChanged = true
        aps.targetContentID = "w"
        aps.filterCriteria = "f"
        aps.urlArgs = ["u"]
        let expected: JSONObject = [
            "timestamp": 1, "event": "start", "attributes-type": "T", "attributes": ["a": 1], "content-state": [:],
            "stale-date": 2, "dismissal-date": 3, "input-push-token": 1, "input-push-channel": "YQ==",
            "content-changed": true, "target-content-id": "w", "filter-criteria": "f", "url-args": ["u"],
        ]
        #expect(aps.members == expected)
    }
}
