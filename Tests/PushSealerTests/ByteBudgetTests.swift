import PushPayload
import PushSealer
import StrictJSON
import Testing

@Suite("The byte budget")
struct ByteBudgetTests {
    /// A payload of each push type with sealed content that can grow, and what the system must read.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let type: PushType
        let payload: Payload
        var visible: [PayloadPath] = []
        var isBroadcast = false

        static let all: [Kind] =
            PushType.documented.map(of) + [
                Kind(testDescription: "liveactivity start", type: .liveactivity, payload: start),
                Kind(testDescription: "liveactivity broadcast", type: .liveactivity, payload: start, isBroadcast: true),
            ]

        private static let start = Payload.liveActivityStart(
            attributesType: "Match", attributes: ["home": "Lions", "factor": 2], contentState: ["goals": 2],
            alert: Alert(title: "It begins"), timestamp: 1_793_448_000)

        private static func of(_ type: PushType) -> Kind {
            func kind(_ payload: Payload, _ visible: PayloadPath...) -> Kind {
                Kind(testDescription: type.rawValue, type: type, payload: payload, visible: visible)
            }
            return switch type {
            case .alert: kind(Payload(alert: Alert(title: "T")))
            case .background: kind(.background())
            case .liveactivity:
                kind(
                    .liveActivityUpdate(contentState: ["goals": 2], timestamp: 1_793_448_000),
                    PayloadPath("aps.content-state.goals"))
            case .widgets, .controls: kind(.widgets(), PayloadPath("aps"))
            case .fileprovider:
                kind(
                    .fileProvider(containerIdentifier: "c", domain: "d"), PayloadPath("container-identifier"),
                    PayloadPath("domain"))
            case .mdm: kind(.mdm(pushMagic: "m"), PayloadPath("mdm"))
            default: kind(Payload([:]))
            }
        }

        /// The payload with so many more bytes in the object that is sealed last.
        func grown(by count: Int) -> Payload {
            var payload = payload
            let holder: [UTF8Text] = type == .liveactivity ? ["aps", "content-state"] : []
            if let path = PayloadPath(names: holder + ["note"]) {
                payload.root[at: path] = .string(String(repeating: "x", count: count))
            }
            return payload
        }

        var hasTwoEnvelopes: Bool { payload.aps.members.contains("attributes") }

        var limit: Int { type == .voip || isBroadcast ? 5_120 : 4_096 }
    }

    static let paddings: [Padding] = [.none, .block(1), .block(64), .block(4_096), .maximum]

    @Test(
        "the budget is exact: that many bytes fit, and one more is refused",
        arguments: Kind.all, SealingSuite.allCases)
    func exact(kind: Kind, suite: SealingSuite) throws {
        for padding in Self.paddings {
            var options = SealOptions(visible: kind.visible, padding: padding, pushType: kind.type)
            options.sequence = 7
            options.isBroadcast = kind.isBroadcast
            let budget = try ByteBudget(of: kind.grown(by: 0), suite: suite, options: options)
            #expect(budget.fits && budget.limit == kind.limit)

            let full = try Sealing.seal(kind.grown(by: budget.bytesLeft), in: suite, options: options)
            #expect(full.bytesLeft == 0)
            let none = try ByteBudget(of: kind.grown(by: budget.bytesLeft), suite: suite, options: options)
            #expect(none.bytesLeft == 0 && none.fits)
            // Three characters carry two bytes or more, so that less than two of them may stay unused.
            #expect((budget.limit - 1...budget.limit).contains(full.body.count))

            let error = try #require(throws: SealError.self) {
                try Sealing.seal(kind.grown(by: budget.bytesLeft + 1), in: suite, options: options)
            }
            #expect(error.code == .tooLarge && error.excessByteCount.map { $0 > 0 } == true)

            let over = try ByteBudget(of: kind.grown(by: budget.bytesLeft + 1), suite: suite, options: options)
            // Of two envelopes, the other one may have to shrink by up to two bytes more.
            #expect(((kind.hasTwoEnvelopes ? -3 : -1)...(-1)).contains(over.bytesLeft) && !over.fits)
        }
    }

    @Test("the body has the size that was planned", arguments: SealingSuite.allCases)
    func planned(suite: SealingSuite) throws {
        for padding in Self.paddings {
            let options = SealOptions(expiresIn: .seconds(60), padding: padding)
            let payload = Payload(alert: Alert(title: "Quarterly figures", body: "\"Up\"\n"))
            let budget = try ByteBudget(of: payload, suite: suite, options: options)
            let push = try Sealing.seal(payload, in: suite, options: options)
            #expect(budget.bodyByteCount == push.body.count && budget.bytesLeft == push.bytesLeft)
        }
    }

    /// Figures by hand, after the wire format's section 6.
    ///
    /// With the visible part `{"aps":{"alert":"?","mutable-content":1},"e":""}` 4,096 bytes hold 2,979, 2,983 and 2,991
    /// bytes of message in suites 1 to 3. Flags, times and the least padding take 10 of them.
    @Test(
        "the budget has the specification's figures",
        arguments: [
            (SealingSuite.hpkeAuth, 2_979), (.hpkeBase, 2_983), (.shared, 2_991),
        ])
    func specification(suite: SealingSuite, message: Int) throws {
        var options = SealOptions(visible: [PayloadPath("aps.alert")])
        options.envelopeKey = "e"
        let payload = Payload(["aps": ["alert": "?"], "n": "12345"])
        let budget = try ByteBudget(of: payload, suite: suite, options: options)
        let content = #"{"aps":{"alert":"?"},"n":"12345"}"#.utf8.count
        #expect(budget.contentByteCount == content)
        #expect(budget.bytesLeft == message - 10 - content)
        #expect(budget.visibleByteCount == 48)
        #expect(budget.messageOverhead == 10)
        let overheads: [SealingSuite: Int] = [.hpkeAuth: 57, .hpkeBase: 53, .shared: 45]
        #expect(budget.envelopeOverhead == overheads[suite])
    }

    @Test("a sequence number takes eight bytes of the message, another expiry none")
    func fields() throws {
        let payload = Payload(alert: Alert(title: "T"))
        let plain = try ByteBudget(of: payload, suite: .shared)
        let both = try ByteBudget(
            of: payload, suite: .shared, options: SealOptions(expiresIn: .seconds(60), sequence: 1))
        #expect(plain.messageOverhead == 10 && both.messageOverhead == 18 && plain.bytesLeft - both.bytesLeft == 8)
    }

    @Test("a payload that cannot be sealed has no budget")
    func refused() throws {
        let error = try #require(throws: SealError.self) {
            try ByteBudget(of: Payload(["a": .null]), suite: .shared, options: SealOptions(pushType: .voip))
        }
        #expect(error.code == .invalidPayload)
        let untold = try #require(throws: SealError.self) { try ByteBudget(of: Payload([:]), suite: .shared) }
        #expect(untold.code == .unknownPushType)
    }

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

    /// Base64url rounds up for each envelope, so the attributes may have a byte or two less than the state.
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

    @Test("options with which nothing is sealed have no budget")
    func invalidOptions() {
        let wrong: [(SealError.Code, (inout SealOptions) -> Void)] = [
            (.invalidEnvelopeKey, { $0.envelopeKey = "aps" }), (.invalidPadding, { $0.padding = .block(0) }),
            (.invalidOverflow, { $0.overflow = [.shorten("aps.badge")] }),
        ]
        for (code, change) in wrong {
            var options = SealOptions()
            change(&options)
            let error = #expect(throws: SealError.self) {
                try ByteBudget(of: Payload(alert: Alert(title: "T")), suite: .hpkeAuth, options: options)
            }
            #expect(error?.code == code)
        }
    }
}
