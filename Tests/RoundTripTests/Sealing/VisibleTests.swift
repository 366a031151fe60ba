import Foundation
import PushOpener
import PushSealer
import RoundTrip
import StrictJSON
import TestSupport
import Testing

@Suite("What travels in the clear")
struct VisibleTests {
    private func visible(
        _ root: JSONObject,
        placeholder: Placeholder = Placeholder(title: "New activity"),
        _ change: (inout SealOptions) -> Void = { _ in }
    ) throws -> JSONObject {
        let pair = try Pair()
        let push = try pair.seal(Payload(root), placeholder: placeholder, change)
        var body = try #require(try JSONValue(parsing: push.body).objectValue)
        #expect(body.members.last?.name == "sealed")
        #expect(body.contains("aps") == false || body.members.first?.name == "aps")
        body["sealed"] = nil
        return body
    }

    @Test("by default the placeholder and mutable-content, and nothing else")
    func standard() throws {
        #expect(
            try visible(["aps": ["alert": "Hi", "badge": 3, "sound": "a.caf"], "a": 1])
                == ["aps": ["alert": ["title": "New activity"], "mutable-content": 1]])
    }

    @Test("content-available stays, and mutable-content becomes 1 from any value")
    func mustStay() throws {
        #expect(
            try visible(["aps": ["alert": "Hi", "content-available": 1, "mutable-content": 0]])
                == ["aps": ["alert": ["title": "New activity"], "mutable-content": 1, "content-available": 1]])
        #expect(
            try visible(["aps": ["content-available": 1, "mutable-content": 0], "a": 1])
                == ["aps": ["content-available": 1]])
    }

    @Test("named paths stay visible, absent ones and those into an array are ignored")
    func paths() throws {
        let root: JSONObject = [
            "aps": ["alert": ["title": "Hi", "body": "b"], "thread-id": "t"], "a": ["b": [1, ["c": 2]]],
        ]
        #expect(
            try visible(root) {
                $0.visible = [PayloadPath("aps.thread-id"), PayloadPath("a.b"), PayloadPath("x.y")]
            } == [
                "aps": ["alert": ["title": "New activity"], "mutable-content": 1, "thread-id": "t"],
                "a": ["b": [1, ["c": 2]]],
            ])
        #expect(
            try visible(root) { $0.visible = [PayloadPath("a.b.1"), PayloadPath("aps.alert.title")] }
                == ["aps": ["alert": ["title": "Hi"], "mutable-content": 1]])
        #expect(
            try visible(root) { $0.visible = [PayloadPath("aps.alert")] }
                == ["aps": ["alert": ["title": "Hi", "body": "b"], "mutable-content": 1]])
    }

    @Test("aps can stay visible as a whole, and gets the placeholder only if it has no alert")
    func wholeAPS() throws {
        #expect(
            try visible(["aps": ["badge": 1], "a": 1]) { $0.visible = [PayloadPath("aps")] }
                == ["aps": ["alert": ["title": "New activity"], "mutable-content": 1, "badge": 1]])
        #expect(
            try visible(["aps": ["alert": "Hi"], "a": 1]) { $0.visible = [PayloadPath("aps")] }
                == ["aps": ["alert": "Hi", "mutable-content": 1]])
    }

    @Test("a localized placeholder counts as text, and so does any one of the texts")
    func placeholders() throws {
        for placeholder in [
            Placeholder(locKey: "NEW"), Placeholder(titleLocKey: "NEW_TITLE", locKey: "NEW"), .standard,
            Placeholder(subtitle: "s"), Placeholder(body: "b"), Placeholder(alert: ["title-loc-key": "k"]),
        ] {
            #expect(
                try visible(["aps": ["alert": "Hi"]], placeholder: placeholder)
                    == ["aps": ["alert": .object(placeholder.alert), "mutable-content": 1]])
        }
    }

    @Test("both halves must use one envelope key")
    func envelopeKey() throws {
        let pair = try Pair()
        let push = try pair.seal(.payment) { $0.envelopeKey = "x-e2e.v1" }
        #expect(try JSONValue(parsing: push.body).objectValue?["x-e2e.v1"]?.stringValue != nil)
        #expect(try pair.opener { $0.envelopeKey = "x-e2e.v1" }.open(push.body).payload == .payment)
        #expect(#expect(throws: Refusal.self) { try pair.opener().open(push.body) }?.code == .notSealed)
    }

    @Test("expiry and sequence go into the message, and expiry into the header too")
    func fields() throws {
        let pair = try Pair()
        let push = try pair.seal(.payment) { options in
            options.expiresIn = .seconds(3600)
            options.sequence = .max
        }
        #expect(push.headers.expiration.map { Date($0) } == Pair.now + 3600)
        let opened = try pair.opener().open(push.body)
        #expect(opened.envelope.issuedAt == Pair.now)
        #expect(opened.envelope.expiresAt == Pair.now + 3600)
        #expect(opened.envelope.sequence == .max)
        #expect(opened.envelope.suite == .hpkeAuth)
        #expect(opened.envelope.recipient == (try pair.keys.device?.primary.thumbprint))
        #expect(opened.envelope.sender == (try pair.keys.provider?.primary.thumbprint))
        #expect(opened.envelope.replayCheck == .noStore)
    }
}
