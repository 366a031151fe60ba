import PushPayload
import PushSealer
import StrictJSON
import Testing

@Suite("The byte budget")
struct ByteBudgetTests {
    /// A payload of each push type with sealed content that can grow, and what stays in the clear.
    struct Kind: Sendable, CustomTestStringConvertible {
        let type: PushType
        let payload: Payload
        let visible: [PayloadPath]

        var testDescription: String { type.rawValue }

        static let all = PushType.documented.map { type in
            switch type {
            case .alert: Kind(type: type, payload: Payload(alert: Alert(title: "T")), visible: [])
            case .background: Kind(type: type, payload: .background(), visible: [])
            case .liveactivity:
                Kind(
                    type: type, payload: .liveActivityUpdate(contentState: ["goals": 2], timestamp: 1_793_448_000),
                    visible: [PayloadPath("aps")])
            case .widgets, .controls: Kind(type: type, payload: .widgets(), visible: [PayloadPath("aps")])
            case .fileprovider:
                Kind(
                    type: type, payload: .fileProvider(containerIdentifier: "c", domain: "d"),
                    visible: [PayloadPath("container-identifier"), PayloadPath("domain")])
            case .mdm: Kind(type: type, payload: .mdm(pushMagic: "m"), visible: [PayloadPath("mdm")])
            default: Kind(type: type, payload: Payload([:]), visible: [])
            }
        }

        func grown(by count: Int) -> Payload {
            var payload = payload
            payload["note"] = .string(String(repeating: "x", count: count))
            return payload
        }
    }

    static let paddings: [Padding] = [.none, .block(1), .block(64), .block(4_096), .maximum]

    @Test(
        "the answer is exact: so many bytes fit, and one more is refused",
        arguments: Kind.all, SealingSuite.allCases)
    func exact(kind: Kind, suite: SealingSuite) throws {
        for padding in Self.paddings {
            var options = SealOptions(visible: kind.visible, padding: padding, pushType: kind.type)
            options.sequence = 7
            let budget = try ByteBudget(of: kind.grown(by: 0), suite: suite, options: options)
            #expect(budget.fits && budget.limit == (kind.type == .voip ? 5_120 : 4_096))

            let full = try Sealing.seal(kind.grown(by: budget.bytesLeft), in: suite, options: options)
            #expect(full.bytesLeft == 0)
            // Three characters carry two bytes or more, so that less than two of them may stay unused.
            #expect((budget.limit - 1...budget.limit).contains(full.body.count))

            let error = try #require(throws: SealError.self) {
                try Sealing.seal(kind.grown(by: budget.bytesLeft + 1), in: suite, options: options)
            }
            #expect(error.code == .tooLarge && error.excessByteCount.map { $0 > 0 } == true)

            let over = try ByteBudget(of: kind.grown(by: budget.bytesLeft + 1), suite: suite, options: options)
            #expect(over.bytesLeft == -1 && !over.fits)
        }
    }

    @Test("the body has the size that was planned", arguments: SealingSuite.allCases)
    func planned(suite: SealingSuite) throws {
        for padding in Self.paddings {
            let options = SealOptions(expiresIn: 60, padding: padding)
            let payload = Payload(alert: Alert(title: "Quarterly figures", body: "\"Up\"\n"))
            let budget = try ByteBudget(of: payload, suite: suite, options: options)
            let push = try Sealing.seal(payload, in: suite, options: options)
            #expect(budget.bodyByteCount == push.body.count && budget.bytesLeft == push.bytesLeft)
        }
    }

    /// Figures by hand, after the wire format's section 8.
    ///
    /// With the visible part `{"aps":{"alert":"?","mutable-content":1}}` and the
    /// key `e`, 4,096 bytes hold 2,979, 2,983, 2,991 bytes of message in suites 1 to 3, and in suite 4, whose envelope has
    /// 69 bytes beside the message instead of 57, 2,967. Flags, time, digest and the least padding take 22 of them.
    @Test(
        "the specification's figures",
        arguments: [
            (SealingSuite.hpkeAuth, 2_957), (.hpkeBase, 2_961), (.shared, 2_969), (.sealedBox, 2_945),
        ])
    func specification(suite: SealingSuite, content: Int) throws {
        var options = SealOptions(visible: [PayloadPath("aps", "alert")])
        options.envelopeKey = "e"
        let budget = try ByteBudget(
            of: Payload(["aps": ["alert": "?"], "n": "12345"]), suite: suite, options: options)
        #expect(budget.contentByteCount == 13)
        #expect(budget.bytesLeft == content - 13)
        // 41 bytes of visible part, and `,"e":""` with the envelope in between.
        #expect(budget.visibleByteCount == 48)
        #expect(budget.messageOverhead == 22)
    }

    @Test("what cannot be sealed has no budget")
    func refused() throws {
        let error = try #require(throws: SealError.self) {
            try ByteBudget(of: Payload(["a": .null]), suite: .shared, options: SealOptions(pushType: .voip))
        }
        #expect(error.code == .invalidPayload)
        let untold = try #require(throws: SealError.self) { try ByteBudget(of: Payload([:]), suite: .shared) }
        #expect(untold.code == .unknownPushType)
    }
}
