import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import StrictJSON

extension BrokenImplementationTests {
    /// Halves that break a law of the corpus; the message begins with the name of a case.
    static let corpusFaults: [Fault] = [
        Fault(
            testDescription: "an envelope on its own is opened for any purpose", law: .knownAnswersKept,
            message: "envelopeRefusals/another purpose: shorter: opened, expected the refusal cannotOpen"
        ) { implementation in
            let open = implementation.openEnvelope
            implementation.openEnvelope = { envelope, purpose, input in
                do {
                    return try await open(envelope, purpose, input)
                } catch let refusal as Refusal where refusal.code == .cannotOpen {
                    return [:]
                }
            }
        },
        Fault(
            testDescription: "the opener delivers what it refuses", law: .hostileRefused, message: "body/"
        ) { implementation in
            let open = implementation.open
            implementation.open = { body, input in
                do {
                    return try await open(body, input)
                } catch let refusal as Refusal where refusal.code == .badMessage {
                    return Payload([:])
                }
            }
        },
        Fault(
            testDescription: "the opener gives one code for all", law: .knownAnswersKept,
            message: "refusals/a push that was never sealed: refused as malformed, not as notSealed"
        ) { implementation in
            let open = implementation.open
            implementation.open = { body, input in
                do {
                    return try await open(body, input)
                } catch let refusal as Refusal where refusal.code == .notSealed {
                    return try await open([], input)
                }
            }
        },
        Fault(
            testDescription: "the opener loses a member", law: .knownAnswersKept,
            message: "vectors/auth-minimal: /aps: object expected, nothing found"
        ) { implementation in
            let open = implementation.open
            implementation.open = { body, input in
                var opened = try await open(body, input)
                opened["aps"] = nil
                return opened
            }
        },
        Fault(
            testDescription: "the opener has no replay store", law: .knownAnswersKept, message: "refusals/"
        ) { implementation in
            let open = implementation.open
            implementation.open = { body, input in
                var input = input
                input.replayStore = nil
                return try await open(body, input)
            }
        },
        sealing("the sealer ignores the padding", "the message is not padded to the size of the wire format") {
            $0.options.padding = .none
        },
        sealing("the sealer ignores the sequence", "flags, issuedAt, expiresAt or sequence are not those") {
            $0.options.sequence = nil
        },
        sealing("the sealer ignores visible members", "the visible part: ") { $0.options.visible = [] },
        sealing("the sealer binds another topic", "the envelope of alert does not open with") {
            $0.topic += "x"
        },
        Fault(
            testDescription: "the sealer replaces nulls", law: .knownAnswersKept,
            message: "unsealable/a null: sealed, expected a refusal"
        ) { implementation in
            let seal = implementation.seal
            implementation.seal = { payload, input in
                var payload = payload
                if payload["a"] == .null { payload["a"] = nil }
                return try await seal(payload, input)
            }
        },
        Fault(
            testDescription: "the sealer shortens what is too large", law: .hostileRefused,
            message: "payload/"
        ) { implementation in
            let seal = implementation.seal
            implementation.seal = { payload, input in
                do {
                    return try await seal(payload, input)
                } catch let error as SealError where error.code == .tooLarge {
                    return try await seal(Payload(["aps": ["alert": "Hi", "content-state": [:]]]), input)
                }
            }
        },
    ]

    private static func sealing(
        _ description: String, _ message: String, _ change: @escaping @Sendable (inout SealingInput) -> Void
    ) -> Fault {
        Fault(testDescription: description, law: .knownAnswersKept, message: "vectors/auth-everything: \(message)") {
            implementation in
            let seal = implementation.seal
            implementation.seal = { payload, input in
                var input = input
                change(&input)
                return try await seal(payload, input)
            }
        }
    }
}
