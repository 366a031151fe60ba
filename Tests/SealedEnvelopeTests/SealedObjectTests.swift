import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON
import Testing

@Suite("Sealed object")
struct SealedObjectTests {
    let payload: JSONObject = [
        "aps": ["event": "start", "content-state": ["goals": 2], "attributes": ["home": "A"], "stale-date": 5], "n": 1,
    ]

    @Test("the root is sealed for the push type", arguments: PushType.documented)
    func root(type: PushType) {
        let object = SealedObject.root(of: type)
        #expect(object.purpose.rawValue == type.rawValue && object.path == nil)
        #expect(object.content(in: payload) == payload)
        var other = payload
        object.replace(in: &other, with: ["x": 1])
        #expect(other == ["x": 1])
    }

    @Test("the objects of a Live Activity are found and replaced at their paths, and the rest is unchanged")
    func liveActivity() {
        #expect(SealedObject.contentState.content(in: payload) == ["goals": 2])
        #expect(SealedObject.attributes.content(in: payload) == ["home": "A"])
        #expect(SealedObject.contentState.purpose == .contentState && SealedObject.attributes.purpose == .attributes)
        var other = payload
        SealedObject.contentState.replace(in: &other, with: ["x": 1])
        let text = #"{"aps":{"event":"start","content-state":{"x":1},"attributes":{"home":"A"},"stale-date":5},"n":1}"#
        #expect(other.serialized() == Array(text.utf8))
    }

    @Test(
        "a value that is not an object is not found",
        arguments: [[:], ["aps": 1], ["aps": [:]], ["aps": ["content-state": "x"]], ["content-state": [:]]]
            as [JSONObject])
    func absent(payload: JSONObject) {
        #expect(SealedObject.contentState.content(in: payload) == nil)
    }
}
