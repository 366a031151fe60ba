import Foundation
import KeyManagement
import PushOpener
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON
import TestSupport

/// The two halves of one suite with fresh keys, for tests that look at one thing.
struct Pair: Sendable {
    static let now: Date = 1_795_263_600
    static let topic = "com.example.bank"

    let keys: RoundTripKeys
    let suite: SealingSuite

    init(_ suite: SealingSuite = .hpkeAuth) throws {
        keys = try LawTests.keys.get()
        self.suite = suite
    }

    private var device: Keyring? { suite == .hpkeAuthPSK ? keys.enrolled : keys.device }

    /// Seals with the standard placeholder "New activity", whose sizes the wire format tabulates.
    func seal(
        _ payload: Payload,
        placeholder: Placeholder = Placeholder(title: "New activity"),
        now: Date = Pair.now,
        _ change: (inout SealOptions) -> Void = { _ in }
    ) throws -> SealedPush {
        var options = SealOptions(suite: suite)
        change(&options)
        let clock = WallClock.fixed(now)
        guard let provider = keys.provider, let shared = try keys.shared?.primary.sharedKey,
            let device = try device?.primary.devicePublicKey
        else { throw MissingField("keys") }
        let sealer =
            suite.authenticatesSender
            ? try Sealer(from: provider, topic: Self.topic, clock: clock) : try Sealer(topic: Self.topic, clock: clock)
        return suite == .shared
            ? try sealer.seal(payload, with: shared, placeholder: placeholder, options: options)
            : try sealer.seal(payload, to: device, placeholder: placeholder, options: options)
    }

    func opener(
        topic: String = Pair.topic,
        audience: String = "",
        now: Date = Pair.now,
        store: (any ReplayStore)? = nil,
        _ change: (inout Opener.Policy) -> Void = { _ in }
    ) throws -> Opener {
        var policy = Opener.Policy()
        change(&policy)
        return try Opener(
            keys: OpeningKeys(
                device: device, provider: suite == .hpkeBase ? nil : keys.provider, shared: keys.shared),
            topic: topic, audience: audience, policy: policy, clock: .fixed(now), replayStore: store)
    }

    /// The envelope's bytes.
    func envelope(_ push: SealedPush, key: String = "sealed") throws -> [UInt8] {
        guard let text = try JSONValue(parsing: push.body).objectValue?[key]?.stringValue else {
            throw MissingField(key)
        }
        return try Envelope(text: text).bytes
    }

    /// The length of the message that was encrypted.
    func messageByteCount(_ push: SealedPush) throws -> Int {
        try envelope(push).count - suite.overhead
    }
}

extension Payload {
    static let payment: Payload = {
        var payload = Payload(alert: .init(title: "Payment received", body: "€ 240 from Jane"))
        payload["account"] = "DE89 3704 0044 0532 0130 00"
        return payload
    }()
}
