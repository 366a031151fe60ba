import PushPayload
import SealedEnvelope
import StrictJSON
import Testing

@Suite("Activity id")
struct ActivityIDTests {
    /// 16 bytes 0 to 15 in base64url, by hand.
    static let text = "AAECAwQFBgcICQoLDA0ODw"

    @Test("an id is its 22 characters, and a new one is another each time")
    func texts() throws {
        #expect(try #require(ActivityID(Self.text)).description == Self.text)
        #expect(Set((0..<100).map { _ in ActivityID() }).count == 100)
        let id = ActivityID()
        #expect(id.description.utf8.count == 22 && ActivityID(id.description) == id)
    }

    @Test(
        "any other text is no id",
        arguments: [
            "", "AAECAwQFBgcICQoLDA0OD", "AAECAwQFBgcICQoLDA0ODx", "AAECAwQFBgcICQoLDA0ODw==",
            "AAECAwQFBgcICQoLDA0ODxA",
        ])
    func others(text: String) {
        #expect(ActivityID(text) == nil)
        #expect(ActivityID(in: ["sealedpush": ["activity": .string(text)]]) == nil)
    }

    @Test("a start has the id in both objects, an update in its state, and nothing else has it")
    func payloads() throws {
        let id = try #require(ActivityID(Self.text))
        var start = Payload.liveActivityStart(
            attributesType: "A", attributes: ["a": 1], contentState: ["s": 2], alert: Alert(title: "T"), timestamp: 1)
        var update = Payload.liveActivityUpdate(contentState: ["s": 2], timestamp: 1)
        #expect(ActivityID(in: ["s": 2]) == nil)
        start.name(activity: id)
        update.name(activity: id)
        let named: JSONValue = ["activity": .string(Self.text)]
        #expect(start.aps.contentState == ["s": 2, "sealedpush": named])
        #expect(start.aps.attributes == ["a": 1, "sealedpush": named])
        #expect(update.aps.contentState == ["s": 2, "sealedpush": named] && update.aps.attributes == nil)
        #expect(try ActivityID(in: #require(start.aps.attributes)) == id)
    }
}
