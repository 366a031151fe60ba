import PushPayload
import PushSealer
import StrictJSON
import Testing

@Suite("The visible part")
struct VisiblePartTests {
    /// A payload, the members named visible, and the body by hand from the wire format §4.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let payload: String
        var type: PushType?
        var visible: [String] = []
        let body: String
    }

    static let cases: [Case] = [
        Case(
            testDescription: "an alert shows the placeholder and nothing else",
            payload: #"{"account":"DE89","aps":{"badge":3,"alert":{"title":"T"},"sound":"default"}}"#,
            body: #"{"aps":{"alert":{"title":"New notification"},"mutable-content":1},"sealed":"…"}"#),
        Case(
            testDescription: "content-available is copied",
            payload: #"{"aps":{"content-available":1,"alert":"T"}}"#,
            body:
                #"{"aps":{"alert":{"title":"New notification"},"mutable-content":1,"content-available":1},"sealed":"…"}"#
        ),
        Case(
            testDescription: "copied members follow in the order of the payload, after the placeholder",
            payload: #"{"b":2,"aps":{"sound":"s","badge":3,"alert":"T"},"a":1,"c":{"y":[1.50],"x":true}}"#,
            visible: ["c", "aps.badge", "b", "aps.sound"],
            body: #"{"aps":{"alert":{"title":"New notification"},"mutable-content":1,"sound":"s","badge":3},"#
                + #""b":2,"c":{"y":[1.50],"x":true},"sealed":"…"}"#),
        Case(
            testDescription: "a member of the alert is set on top of the placeholder",
            payload: #"{"aps":{"alert":{"body":"B","subtitle":"S"}}}"#, visible: ["aps.alert.subtitle"],
            body: #"{"aps":{"alert":{"title":"New notification","subtitle":"S"},"mutable-content":1},"sealed":"…"}"#),
        Case(
            testDescription: "an alert that is named visible replaces the placeholder",
            payload: #"{"aps":{"alert":{"body":"B"}},"n":1}"#, visible: ["aps.alert"],
            body: #"{"aps":{"alert":{"body":"B"},"mutable-content":1},"sealed":"…"}"#),
        Case(
            testDescription: "mutable-content is 1, whatever is named visible",
            payload: #"{"aps":{"alert":"B","mutable-content":0}}"#, visible: ["aps"],
            body: #"{"aps":{"alert":"B","mutable-content":1},"sealed":"…"}"#),
        Case(
            testDescription: "of an aps that is named visible, alert and mutable-content come first all the same",
            payload: #"{"b":2,"aps":{"sound":"s","mutable-content":1,"badge":3,"alert":"B","x":{"y":1}}}"#,
            visible: ["b", "aps"],
            body: #"{"aps":{"alert":"B","mutable-content":1,"sound":"s","badge":3,"x":{"y":1}},"b":2,"sealed":"…"}"#),
        Case(
            testDescription: "an aps that is named visible has the placeholder, unless it has an alert",
            payload: #"{"aps":{"sound":"s","badge":3}}"#, type: .alert, visible: ["aps", "aps.badge"],
            body: #"{"aps":{"alert":{"title":"New notification"},"mutable-content":1,"sound":"s","badge":3},"#
                + #""sealed":"…"}"#),
        Case(
            testDescription: "a part of an object is copied, and a path that leads nowhere is ignored",
            payload: #"{"aps":{"alert":"T"},"route":{"to":{"gate":7,"seat":"12A"},"from":1}}"#,
            visible: ["route.to.gate", "route.to.gate.x", "aps.alert.body.x", "absent", "aps.badge", "route.from"],
            body: #"{"aps":{"alert":{"title":"New notification"},"mutable-content":1},"#
                + #""route":{"to":{"gate":7},"from":1},"sealed":"…"}"#),
        Case(
            testDescription: "names are compared by their bytes",
            payload: #"{"aps":{"alert":"T"},"caf\#u{E9}":1,"cafe\#u{301}":2}"#, visible: ["cafe\u{301}"],
            body: #"{"aps":{"alert":{"title":"New notification"},"mutable-content":1},"cafe\#u{301}":2,"sealed":"…"}"#),
        Case(
            testDescription: "a background push keeps content-available only",
            payload: #"{"aps":{"content-available":1},"n":1}"#,
            body: #"{"aps":{"content-available":1},"sealed":"…"}"#),
        Case(
            testDescription: "a push without anything to copy has no aps",
            payload: #"{"aps":{"badge":1},"n":1}"#, type: .voip, body: #"{"sealed":"…"}"#),
        Case(
            testDescription: "a path to an absent aps makes none",
            payload: #"{"n":1}"#, type: .voip, visible: ["aps", "aps.badge"], body: #"{"sealed":"…"}"#),
        Case(
            testDescription: "an empty aps that is named visible stays",
            payload: #"{"n":1,"aps":{}}"#, type: .voip, visible: ["aps"], body: #"{"aps":{},"sealed":"…"}"#),
        Case(
            testDescription: "aps comes first in any push type",
            payload: #"{"n":1,"aps":{"badge":1,"x":2}}"#, type: .complication, visible: ["n", "aps.x"],
            body: #"{"aps":{"x":2},"n":1,"sealed":"…"}"#),
        Case(
            testDescription: "what the system reads of a File Provider push is copied when it is named",
            payload: #"{"container-identifier":"c","domain":"d","n":1}"#, visible: ["container-identifier", "domain"],
            body: #"{"container-identifier":"c","domain":"d","sealed":"…"}"#),
    ]

    @Test("the body is what the format says, and the seal holds the whole payload", arguments: cases)
    func body(testCase: Case) throws {
        let payload = try Payload(parsing: Array(testCase.payload.utf8))
        var options = SealOptions(visible: try testCase.visible.map { try PayloadPath(parsing: $0) })
        options.pushType = testCase.type
        let push = try Sealing.seal(payload, in: .shared, options: options)
        #expect(push.visibleText.utf8.elementsEqual(testCase.body.utf8), "\(push.visibleText)")
        let type = try #require(testCase.type ?? PushType.derived(from: payload))
        #expect(try push.content(purpose: Purpose(rawValue: type.rawValue)).utf8.elementsEqual(testCase.payload.utf8))
    }

    @Test("an envelope is bound to its push type, to the header and to the audience")
    func binding() throws {
        let push = try Sealing.seal(.background(), in: .shared)
        #expect(try push.content(purpose: "background") == #"{"aps":{"content-available":1}}"#)
        for purpose in ["alert", "Background", "", "liveactivity/content-state"] as [Purpose] {
            #expect(throws: (any Error).self) { try push.content(purpose: purpose) }
        }
        let text = try #require(Payload(parsing: push.body)["sealed"]?.stringValue)
        #expect(throws: (any Error).self) { try Sealing.message(in: text, purpose: "background", audience: "u1") }
    }

    @Test(
        "a member with the envelope's name is sealed, and refused if it is visible",
        arguments: ["sealed", "sealed.x", "/sealed"])
    func envelopeName(path: String) throws {
        let payload = try Payload(parsing: Array(#"{"aps":{"alert":"T"},"sealed":{"x":1}}"#.utf8))
        let push = try Sealing.seal(payload, in: .shared)
        #expect(try push.content(purpose: "alert") == #"{"aps":{"alert":"T"},"sealed":{"x":1}}"#)
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(payload, in: .shared, options: SealOptions(visible: [try PayloadPath(parsing: path)]))
        }
        #expect(error.code == .invalidEnvelopeKey)
    }

    @Test("with another envelope name the standard name is free, and the other is reserved")
    func otherName() throws {
        let payload = try Payload(parsing: Array(#"{"aps":{"alert":"T"},"sealed":1,"e":2}"#.utf8))
        var options = SealOptions(visible: [PayloadPath("sealed")])
        options.envelopeKey = "e"
        let root = try Payload(parsing: Sealing.seal(payload, in: .shared, options: options).body).root
        #expect(root.map(\.name) == ["aps", "sealed", "e"] && root["sealed"] == 1)
        options.visible.append(PayloadPath("e"))
        let error = try #require(throws: SealError.self) { try Sealing.seal(payload, in: .shared, options: options) }
        #expect(error.code == .invalidEnvelopeKey)
    }

    @Test(
        "members that the system reads must be named visible",
        arguments: [
            (PushType.widgets, #"{"aps":{"content-changed":true}}"#, "aps"),
            (.controls, #"{"aps":{"content-changed":true}}"#, "aps"),
            (.fileprovider, #"{"container-identifier":"c"}"#, "container-identifier"),
            (.fileprovider, #"{"domain":"d"}"#, "domain"), (.mdm, #"{"mdm":"m"}"#, "mdm"),
        ])
    func readBySystem(type: PushType, json: String, path: String) throws {
        let payload = try Payload(parsing: Array(json.utf8))
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(payload, in: .shared, options: SealOptions(pushType: type))
        }
        #expect(error.code == .mustStayVisible && error.reason.contains(path))
        let push = try Sealing.seal(
            payload, in: .shared, options: SealOptions(visible: [try PayloadPath(parsing: path)], pushType: type))
        #expect(push.visibleText == json.dropLast() + #","sealed":"…"}"#)
    }

    @Test(
        "a placeholder without text is refused",
        arguments: [Placeholder(alert: [:]), Placeholder(title: ""), Placeholder(alert: ["launch-image": "x"])])
    func emptyPlaceholder(placeholder: Placeholder) throws {
        let error = try #require(throws: SealError.self) {
            try Sealing.seal(Payload(alert: Alert(title: "T")), in: .shared, placeholder: placeholder)
        }
        #expect(error.code == .emptyPlaceholder)
        #expect(throws: Never.self) {
            try Sealing.seal(
                Payload(alert: Alert(title: "T")), in: .shared, placeholder: placeholder,
                options: SealOptions(visible: [PayloadPath("aps.alert")]))
        }
    }
}
