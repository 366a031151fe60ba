import Foundation
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import TestSupport
import Testing

@Suite("Live Activities")
struct LiveActivityTests {
    static let state = PayloadPath("aps.content-state")
    static let attributes = PayloadPath("aps.attributes")

    static let update =
        #"{"aps":{"timestamp":1795263600,"event":"update","content-state":{"minute":0.70,"score":{"home":2,"away":1}},"#
        + #""stale-date":1795267200},"match":"m-17"}"#
    static let start =
        #"{"aps":{"timestamp":1795263600,"event":"start","content-state":{"minute":12.35,"note":"Kick-off at 18:00"},"#
        + #""attributes-type":"MatchAttributes","attributes":{"stadium":"Wembley","seat":"12A"},"#
        + #""alert":{"title":"The match begins"}}}"#

    private func payload(_ text: String) throws -> Payload { try Payload(parsing: Array(text.utf8)) }

    private func code(_ text: String, options: SealOptions = SealOptions()) throws -> SealError.Code {
        let payload = try payload(text)
        return try #require(throws: SealError.self) { try Sealing.seal(payload, in: .shared, options: options) }.code
    }

    @Test("only content-state of an update is sealed, at its path, with unchanged numbers")
    func sealedUpdate() throws {
        let push = try Sealing.seal(payload(Self.update), in: .shared)
        #expect(
            push.visibleText
                == #"{"aps":{"timestamp":1795263600,"event":"update","content-state":{"sealed":"…"},"#
                + #""stale-date":1795267200},"match":"m-17"}"#)
        #expect(
            try push.content(at: Self.state, purpose: .contentState)
                == #"{"minute":0.70,"score":{"home":2,"away":1}}"#)
        #expect(push.headers.pushType == .liveactivity)
        #expect(push.headers.topic?.string == Sealing.topic + ".push-type.liveactivity")
    }

    @Test("the attributes of a start are sealed, too, in a separate envelope")
    func sealedStart() throws {
        var options = SealOptions(expiresIn: .seconds(3_600), sequence: 9)
        options.visible = []
        let push = try Sealing.seal(payload(Self.start), in: .shared, options: options)
        #expect(
            push.visibleText
                == #"{"aps":{"timestamp":1795263600,"event":"start","content-state":{"sealed":"…"},"#
                + #""attributes-type":"MatchAttributes","attributes":{"sealed":"…"},"#
                + #""alert":{"title":"The match begins"}}}"#)
        let state = try push.message(at: Self.state, purpose: .contentState)
        let attributes = try push.message(at: Self.attributes, purpose: .attributes)
        #expect(String(decoding: state.content, as: UTF8.self) == #"{"minute":12.35,"note":"Kick-off at 18:00"}"#)
        #expect(String(decoding: attributes.content, as: UTF8.self) == #"{"stadium":"Wembley","seat":"12A"}"#)
        for message in [state, attributes] {
            #expect(Date(message.issuedAt) == Sealing.now && message.expiresAt == message.issuedAt + 3_600)
            #expect(message.sequence == 9)
        }
        // Neither opens for the purpose of the other.
        #expect(throws: (any Error).self) { try push.message(at: Self.state, purpose: .attributes) }
        #expect(throws: (any Error).self) { try push.message(at: Self.attributes, purpose: .contentState) }
    }

    @Test("attributes are sealed for every event", arguments: ["update", "end", "Start"])
    func attributes(event: String) throws {
        let text = #"{"aps":{"event":"\#(event)","content-state":{"a":1},"attributes":{"b":2}}}"#
        let push = try Sealing.seal(payload(text), in: .shared)
        #expect(
            push.visibleText
                == #"{"aps":{"event":"\#(event)","content-state":{"sealed":"…"},"attributes":{"sealed":"…"}}}"#)
    }

    @Test("visible members of the sealed objects are copied in order, and absent ones are no error")
    func visible() throws {
        let paths = [
            "aps.attributes.seat", "aps.content-state.score.away", "aps.content-state.minute", "aps", "match.x",
        ]
        .filter { $0 != "aps" }
        let options = SealOptions(visible: try paths.map { try PayloadPath(parsing: $0) })
        let update = try Sealing.seal(payload(Self.update), in: .shared, options: options)
        #expect(
            update.visibleText
                == #"{"aps":{"timestamp":1795263600,"event":"update","#
                + #""content-state":{"minute":0.70,"score":{"away":1},"sealed":"…"},"#
                + #""stale-date":1795267200},"match":"m-17"}"#)
        // Copied, not moved.
        #expect(
            try update.content(at: Self.state, purpose: .contentState)
                == #"{"minute":0.70,"score":{"home":2,"away":1}}"#)
        let start = try Sealing.seal(payload(Self.start), in: .shared, options: options)
        #expect(start.visibleText.contains(#""attributes":{"seat":"12A","sealed":"…"}"#))
        #expect(start.visibleText.contains(#""content-state":{"minute":12.35,"sealed":"…"}"#))
    }

    @Test(
        "a path to the object, or to one around it, leaves all of it visible",
        arguments: ["aps.content-state", "aps"])
    func wholeObject(path: String) throws {
        let options = SealOptions(visible: [try PayloadPath(parsing: path)])
        let push = try Sealing.seal(payload(Self.update), in: .shared, options: options)
        #expect(
            push.visibleText.contains(
                #""content-state":{"minute":0.70,"score":{"home":2,"away":1},"sealed":"…"}"#))
    }

    @Test("a payload without the objects to seal is refused")
    func absent() throws {
        let texts = [
            #"{"aps":{"event":"update"}}"#, #"{"aps":{"event":"update","content-state":"x"}}"#,
            #"{"aps":{"event":"start","content-state":{"a":1}}}"#,
            #"{"aps":{"event":"start","content-state":{"a":1},"attributes":[1]}}"#,
            #"{"aps":{"event":"start","attributes":{"a":1}}}"#,
        ]
        for text in texts { #expect(try code(text) == .invalidPayload, "\(text)") }
        #expect(try code(#"{"n":1}"#, options: SealOptions(pushType: .liveactivity)) == .invalidPayload)
        #expect(try code(#"{"aps":{"content-state":{"a":null}}}"#) == .invalidPayload)
        #expect(try code(#"{"aps":{"content-state":{"a":1}},"outside":null}"#) == .invalidPayload)
    }

    @Test("a member with the envelope's name is refused if it is visible, else sealed")
    func envelopeName() throws {
        let text = #"{"aps":{"event":"update","content-state":{"sealed":1,"a":2}},"sealed":3}"#
        #expect(
            try code(text, options: SealOptions(visible: [PayloadPath("aps.content-state.sealed")]))
                == .invalidEnvelopeKey)
        #expect(try code(text, options: SealOptions(visible: [PayloadPath("aps")])) == .invalidEnvelopeKey)
        let push = try Sealing.seal(
            payload(text), in: .shared, options: SealOptions(visible: [PayloadPath("aps.content-state.a")]))
        #expect(push.visibleText == #"{"aps":{"event":"update","content-state":{"a":2,"sealed":"…"}},"sealed":3}"#)
        #expect(try push.content(at: Self.state, purpose: .contentState) == #"{"sealed":1,"a":2}"#)
    }

    @Test("a sealed text outside the object is a leak, with its paths in the payload")
    func leak() throws {
        let text =
            #"{"aps":{"event":"start","content-state":{"a":1},"attributes":{"seats":["12A","Wembley"]},"alert":"At Wembley"}}"#
        let payload = try payload(text)
        let error = try #require(throws: SealError.self) { try Sealing.seal(payload, in: .shared) }
        #expect(error.leak?.sealedAt == "/aps/attributes/seats/1" && error.leak?.visibleAt == "/aps/alert")
        var options = SealOptions()
        for allowed in [PayloadPath("aps.attributes.seats"), Self.attributes, PayloadPath("aps")] {
            options.allowedInClear = [allowed]
            #expect(throws: Never.self) { try Sealing.seal(payload, in: .shared, options: options) }
        }
        options.allowedInClear = [Self.state, PayloadPath("aps.attributes.seats.1")]
        #expect(throws: SealError.self) { try Sealing.seal(payload, in: .shared, options: options) }
    }

    @Test("a broadcast is a Live Activity push of 5120 bytes")
    func broadcast() throws {
        var options = SealOptions()
        options.isBroadcast = true
        #expect(try ByteBudget(of: payload(Self.update), suite: .shared, options: options).limit == 5_120)
        options.padding = .maximum
        let push = try Sealing.seal(payload(Self.update), in: .shared, options: options)
        #expect((5_119...5_120).contains(push.body.count))
        #expect(try code(#"{"aps":{"alert":"T"}}"#, options: options) == .invalidHeaders)
        options.pushType = .voip
        #expect(try code(Self.update, options: options) == .invalidHeaders)
    }

    @Test(
        "padding to the maximum fills content-state, and the attributes end at a block",
        arguments: SealingSuite.allCases)
    func maximumPadding(suite: SealingSuite) throws {
        var options = SealOptions(padding: .maximum)
        for isBroadcast in [false, true] {
            options.isBroadcast = isBroadcast
            let push = try Sealing.seal(payload(Self.start), in: suite, options: options)
            let limit = isBroadcast ? 5_120 : 4_096
            #expect((limit - 1...limit).contains(push.body.count))
            let text = try #require(Payload(parsing: push.body).aps.attributes?["sealed"]?.stringValue)
            #expect((try Envelope(text: text).bytes.count - suite.overhead) == 512)
        }
    }

    /// The sizes by hand: a start whose two objects hold one text each.
    @Test(
        "a start fits up to the last byte", arguments: SealingSuite.allCases,
        [Padding.none, .block(64), .block(4_096), .maximum])
    func exactStart(suite: SealingSuite, padding: Padding) throws {
        func start(state: Int, attributes: Int) -> Payload {
            .liveActivityStart(
                attributesType: "A", attributes: ["a": .string(String(repeating: "x", count: attributes))],
                contentState: ["s": .string(String(repeating: "y", count: state))], alert: Alert(title: "T"),
                timestamp: 1_795_263_600)
        }
        let overhead = [SealingSuite.hpkeAuth: 57, .hpkeBase: 53, .shared: 45, .hpkeAuthPSK: 59][suite] ?? 0
        // Both objects hold only an empty envelope: {"sealed":""}.
        let visible =
            start(state: 0, attributes: 0).serializedByteCount - 2 * #"{"s":""}"#.utf8.count
            + 2 * #"{"sealed":""}"#.utf8.count
        for attributes in [0, 1, 2, 100] {
            // flags, times, content, padding
            let attributesText = ((9 + 8 + attributes + 1 + overhead) * 4 + 2) / 3
            let most = (4_096 - visible - attributesText) * 3 / 4 - overhead - 9 - 8 - 1
            let options = SealOptions(padding: padding)
            let budget = try ByteBudget(of: start(state: 0, attributes: attributes), suite: suite, options: options)
            // Either object may grow by so many, so that it is the smaller number.
            let stateText = ((9 + 8 + 1 + overhead) * 4 + 2) / 3
            let mostAttributes = (4_096 - visible - stateText) * 3 / 4 - overhead - 9 - 8 - attributes - 1
            #expect(budget.bytesLeft == min(most, mostAttributes))
            #expect(budget.visibleByteCount == visible && budget.envelopeOverhead == 2 * overhead)
            #expect(budget.messageOverhead == 20 && budget.contentByteCount == 16 + attributes)

            let full = try Sealing.seal(start(state: most, attributes: attributes), in: suite, options: options)
            #expect(full.bytesLeft == 0 && (4_095...4_096).contains(full.body.count))
            let error = try #require(throws: SealError.self) {
                try Sealing.seal(start(state: most + 1, attributes: attributes), in: suite, options: options)
            }
            #expect(error.code == .tooLarge && error.excessByteCount.map { (1...2).contains($0) } == true)
        }
    }
}
