import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import Testing

@Suite("Findings of a second attack on the sealer")
struct SecondAttackTests {
    /// A Live Activity's start with so many more bytes of text in each object.
    private func start(state: Int, attributes: Int) -> Payload {
        func text(_ count: Int) -> JSONValue { .string(String(repeating: "x", count: count)) }
        return .liveActivityStart(
            attributesType: "A", attributes: ["a": text(attributes)], contentState: ["s": text(state)],
            alert: Alert(title: "T"), timestamp: 1_795_263_600)
    }

    private func fits(_ payload: Payload, _ suite: SealingSuite) throws -> Bool {
        do {
            _ = try Sealing.seal(payload, in: suite, options: SealOptions(padding: .none))
            return true
        } catch let error as SealError where error.code == .tooLarge {
            return false
        }
    }

    /// The finding: base64url rounds up for each envelope, so that the attributes had a byte or two less than was said.
    @Test(
        "the bytes that are left fit into either object of a start, and one more does not fit into both",
        arguments: SealingSuite.allCases)
    func bytesLeftOfEitherPart(suite: SealingSuite) throws {
        var differences = 0
        for (state, attributes) in (0..<6).flatMap({ state in (0..<6).map { (state, $0) } }) {
            let payload = start(state: state, attributes: attributes)
            let left = try ByteBudget(of: payload, suite: suite).bytesLeft
            #expect(try Sealing.seal(payload, in: suite).bytesLeft == left)
            #expect(try fits(start(state: state + left, attributes: attributes), suite))
            #expect(try fits(start(state: state, attributes: attributes + left), suite))
            let more = [
                try fits(start(state: state + left + 1, attributes: attributes), suite),
                try fits(start(state: state, attributes: attributes + left + 1), suite),
            ]
            #expect(more.contains(false), "\(state) and \(attributes)")
            if more.contains(true) { differences += 1 }
            // Neither object has more than two bytes more than that.
            #expect(try !fits(start(state: state + left + 3, attributes: attributes), suite))
            #expect(try !fits(start(state: state, attributes: attributes + left + 3), suite))
        }
        // The two objects differ in some of these sizes; otherwise the law says nothing.
        #expect(differences > 0)
    }

    @Test(
        "a content that nests deeper than 512 levels at its path is refused",
        arguments: [
            (Purpose.contentState, 510), (.attributes, 510), ("liveactivity", 512), ("widget", 512), ("alert", 512),
        ])
    func depthOfAnEnvelopeOnItsOwn(purpose: Purpose, deepest: Int) throws {
        func nested(_ depth: Int) -> JSONObject {
            ["a": (2..<depth).reduce([]) { inner, _ in [inner] }]
        }
        #expect(throws: Never.self) {
            try Sealing.sealEnvelope(of: nested(deepest), in: .shared, purpose: purpose)
        }
        let error = try #require(throws: SealError.self) {
            try Sealing.sealEnvelope(of: nested(deepest + 1), in: .shared, purpose: purpose)
        }
        #expect(error.code == .invalidPayload)
    }

    @Test(
        "the standard placeholder and Apple's values are no leak",
        arguments: ["New notification", "notification", "New", "start", "active", "default"])
    func fixedTexts(text: String) throws {
        let alert = Payload(title: "y", ["status": .string(text)])
        #expect(Sealing.leak(alert) == nil)
        var activity = start(state: 1, attributes: 1)
        activity.aps.members["interruption-level"] = "active"
        activity.aps.members["sound"] = "default"
        activity.root[at: "aps.content-state.status"] = .string(text)
        #expect(Sealing.leak(activity) == nil)
        let critical = Payload(title: "y", ["status": .string(text)])
        var options = SealOptions(visible: [PayloadPath("aps.sound"), PayloadPath("aps.interruption-level")])
        var sounding = critical
        sounding.aps.members["sound"] = ["critical": 1, "name": "default"]
        sounding.aps.members["interruption-level"] = "active"
        #expect(Sealing.leak(sounding, options: options) == nil)
        options.visible = []
        #expect(Sealing.leak(sounding, options: options) == nil)
    }

    @Test(
        "other texts at the paths of Apple's values are searched, and so are these values elsewhere",
        arguments: [
            (#"{"aps":{"event":"Jane","content-state":{"who":"Jane"}}}"#, "/aps/event"),
            (#"{"aps":{"event":"end of Jane","content-state":{"who":"end of Jane"}}}"#, "/aps/event"),
            (
                #"{"aps":{"event":"end","interruption-level":"Jane","content-state":{"who":"Jane"}}}"#,
                "/aps/interruption-level"
            ),
            (#"{"aps":{"event":"end","sound":"jane.caf","content-state":{"who":"jane"}}}"#, "/aps/sound"),
            (#"{"aps":{"event":"end","alert":"the end","content-state":{"who":"end"}}}"#, "/aps/alert"),
            (#"{"aps":{"event":"update","content-state":{"who":"update"}},"event":"update"}"#, "/event"),
            (#"{"aps/event":"update","aps":{"event":"update","content-state":{"who":"update"}}}"#, "/aps~1event"),
            (
                #"{"aps":{"event":"end","alert":{"title":"New notification","body":"New"},"content-state":{"a":"New"}}}"#,
                "/aps/alert/body"
            ),
        ])
    func otherTextsAtTheirPlaces(json: String, place: String) throws {
        let payload = try Payload(parsing: Array(json.utf8))
        #expect(Sealing.leak(payload, options: SealOptions(pushType: .liveactivity))?.visibleAt == place)
    }

    @Test("the caller's placeholder is searched")
    func otherPlaceholder() {
        for placeholder in [Placeholder(title: "New notification for Jane"), Placeholder(body: "New notification")] {
            let found = Sealing.leak(Payload(title: "y", ["a": "notification"]), placeholder: placeholder)
            #expect(found?.sealedAt == "/a")
        }
    }

    @Test("an allowed path covers its member and below, also around and inside a Live Activity's object")
    func allowedPaths() throws {
        let payload = try Payload(
            parsing: Array(
                #"{"aps":{"event":"end","alert":"Jane","content-state":{"a":{"b":"Jane","c":"x"},"ab":"y"}}}"#.utf8))
        for (path, isAllowed) in [
            ("aps", true), ("aps.content-state", true), ("aps.content-state.a", true), ("aps.content-state.a.b", true),
            ("aps.content-state.a.b.c", false), ("aps.content-state.a.c", false), ("aps.content-state.ab", false),
            ("a", false), ("aps.alert", false), ("content-state", false),
        ] {
            var options = SealOptions()
            // Among many others that begin with the same names.
            options.allowedInClear = try [
                "aps.content-state.x", path, "aps.content-state.a.x", "aps.content-state.a.b.x",
            ].map { try PayloadPath(parsing: $0) }
            #expect((Sealing.leak(payload, options: options) == nil) == isAllowed, "\(path)")
        }
    }

    @Test("options with extreme values seal or are refused, and never trap", arguments: SealingSuite.allCases)
    func extremes(suite: SealingSuite) throws {
        let paddings: [Padding] = [.none, .block(.min), .block(-1), .block(0), .block(4_096), .block(.max), .maximum]
        let counts: [Int?] = [nil, .min, -1, 0, 1, 1 << 17, 1 << 17 + 1, .max / 4, .max / 3 + 1, .max - 1, .max]
        var sealed = 0
        for padding in paddings {
            for count in counts {
                for expiry in [nil, .zero, .seconds(UInt32.max), .seconds(Int64.max), .seconds(-1)] as [Duration?] {
                    let options = EnvelopeOptions(
                        expiresIn: expiry, sequence: .max, padding: padding, maximumCharacterCount: count)
                    do {
                        let text = try Sealing.sealEnvelope(of: ["a": 1], in: suite, options: options)
                        #expect(count.map { text.utf8.count <= $0 } ?? true)
                        sealed += 1
                    } catch let error as SealError {
                        #expect([.invalidPadding, .invalidExpiry, .tooLarge].contains(error.code))
                    }
                }
            }
        }
        // With no padding, and with blocks of 4,096 bytes: without a limit and with each of the six large ones.
        // With maximum padding: with the largest limit that it allows. Each with two of the expiries.
        #expect(sealed == 2 * (7 + 7 + 1))
    }
}
