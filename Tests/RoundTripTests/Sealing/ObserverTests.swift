import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON
import Synchronization
import Testing

@Suite("An observer is told how each call has ended, once and without content")
struct ObserverTests {
    private let pair: Pair
    private let device: DevicePublicKey
    private let shared: SharedKey

    init() throws {
        pair = try Pair()
        device = try #require(try pair.keys.device?.primary.devicePublicKey)
        shared = try #require(try pair.keys.shared?.primary.sharedKey)
    }

    /// Events as text, since they hold nothing but numbers and names of this package.
    private final class Events: Sendable {
        private let texts = Mutex<[String]>([])

        func add(_ outcome: Any, _ duration: Duration) {
            #expect(duration > .zero)
            texts.withLock { $0.append("\(outcome)") }
        }

        /// Returns the events since the last call.
        func take() -> [String] {
            texts.withLock { texts in
                defer { texts = [] }; return texts
            }
        }
    }

    private func sealer(_ events: Events) throws -> Sealer {
        var sealer = try Sealer(from: #require(pair.keys.provider), topic: Pair.topic, clock: .fixed(Pair.now))
        sealer.observer = { events.add($0.outcome, $0.duration) }
        return sealer
    }

    private func opener(_ events: Events) throws -> Opener {
        var opener = try pair.opener { $0.acceptsUnauthenticatedSender = true }
        opener.observer = { events.add($0.outcome, $0.duration) }
        return opener
    }

    private static let alert = String(reflecting: PushType.alert)

    private static let activity = Payload([
        "aps": [
            "event": "start", "timestamp": 1, "attributes-type": "Delivery", "attributes": ["number": "planted"],
            "content-state": ["state": "planted"], "alert": ["title": "Delivery"],
        ]
    ])

    @Test("each function of a sealer")
    func seals() throws {
        let events = Events()
        let sealer = try sealer(events)
        let push = try sealer.seal(.payment, to: device)
        #expect(
            events.take() == [
                "sealed(suite: SealedEnvelope.SealingSuite.hpkeAuth, pushType: Optional(\(Self.alert)), "
                    + "byteCount: \(push.body.count), bytesLeft: Optional(\(push.bytesLeft)), overflowSteps: [])"
            ])
        _ = try sealer.seal(.payment, with: shared)
        #expect(events.take().map { $0.contains("SealingSuite.shared,") } == [true])
        let envelope = try sealer.sealEnvelope(of: ["a": 1], to: device, purpose: "fcm")
        #expect(
            events.take() == [
                "sealed(suite: SealedEnvelope.SealingSuite.hpkeAuth, pushType: nil, "
                    + "byteCount: \(envelope.utf8.count), bytesLeft: nil, overflowSteps: [])"
            ])
        _ = try sealer.sealEnvelope(of: ["a": 1], with: shared, purpose: .contentState)
        #expect(events.take().map { $0.contains("SealingSuite.shared,") } == [true])
    }

    @Test("each function of an opener, also one that opens two envelopes")
    func openings() throws {
        let events = Events()
        let opener = try opener(events)
        let sealer = try Sealer(from: #require(pair.keys.provider), topic: Pair.topic, clock: .fixed(Pair.now))
        let push = try sealer.seal(.payment, to: device)
        #expect(try opener.open(push.body).payload == .payment)
        #expect(try opener.open(Payload(parsing: push.body)).payload == .payment)
        let opened =
            "opened(suite: SealedEnvelope.SealingSuite.hpkeAuth, pushType: Optional(\(Self.alert)), "
        #expect(events.take() == [opened + "isReplayChecked: false)", opened + "isReplayChecked: false)"])

        let activity = try sealer.seal(Self.activity, to: device)
        _ = try opener.open(activity.body, pushType: .liveactivity)
        #expect(events.take().map { $0.contains(String(reflecting: PushType.liveactivity)) } == [true])

        let envelope = try sealer.sealEnvelope(of: ["a": 1], to: device, purpose: "fcm")
        _ = try opener.open(envelope: envelope, purpose: "fcm")
        #expect(try opener.open([String: Int].self, from: envelope, purpose: "fcm") == ["a": 1])
        #expect(events.take().map { $0.contains("pushType: nil") } == [true, true])
    }

    @Test("an error is its code alone")
    func refusals() throws {
        let events = Events()
        let (sealer, opener) = (try sealer(events), try opener(events))
        #expect(throws: SealError.self) {
            try sealer.seal(.payment, to: device, options: SealOptions(suite: .shared))
        }
        #expect(throws: SealError.self) { try sealer.seal(Payload([:]), with: shared) }
        let long = Purpose(rawValue: String(repeating: "planted", count: 10_000))
        #expect(throws: SealError.self) { try sealer.sealEnvelope(of: [:], to: device, purpose: long) }
        #expect(throws: SealError.self) { try sealer.sealEnvelope(of: [:], with: shared, purpose: long) }
        #expect(throws: Refusal.self) { try opener.open(Array("{}".utf8)) }
        #expect(throws: Refusal.self) { try opener.open(Payload(["sealed": 1])) }
        #expect(throws: Refusal.self) { try opener.open(envelope: "planted", purpose: "fcm") }
        let envelope = try Sealer(topic: Pair.topic, clock: .fixed(Pair.now))
            .sealEnvelope(of: ["a": 1], to: device, purpose: "fcm")
        #expect(throws: Refusal.self) { try opener.open([String].self, from: envelope, purpose: "fcm") }
        let (seals, openings) = ("refused(PushSealer.SealError.Code.", "refused(PushOpener.Refusal.Code.")
        #expect(
            events.take() == [
                "\(seals)suiteMismatch)", "\(seals)unknownPushType)", "\(seals)contextTooLong)",
                "\(seals)contextTooLong)", "\(openings)notSealed)", "\(openings)malformed)", "\(openings)malformed)",
                "\(openings)badMessage)",
            ])
    }

    @Test("overflow steps are named without their paths and texts")
    func overflow() throws {
        let events = Events()
        var payload = Payload.payment
        payload["planted"] = .string(String(repeating: "planted", count: 1000))
        _ = try sealer(events).seal(payload, to: device, options: SealOptions(overflow: [.drop("planted")]))
        let event = try #require(events.take().first)
        #expect(event.hasSuffix("overflowSteps: [PushSealer.OverflowStep.Kind.drop])"))
    }
}
