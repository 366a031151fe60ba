import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// One payload sealed in one suite with one padding, for checking laws: seals and opens variations of it.
struct LawCheck {
    typealias Verdict = LawOutcome.Verdict
    typealias Change = (inout OpeningInput) -> Void

    /// The time of sealing: 2026-11-21T12:20:00Z.
    static let issuedAt = Date(unixTime: 1_795_263_600)

    let harness: RoundTrip
    /// The keys of both halves, and others, with the device's keyring for the suite.
    let keys, otherKeys: RoundTripKeys
    /// The payload to seal, which must be delivered.
    let payload: Payload
    let pushType: PushType
    let suite: SealingSuite
    let sealing: SealingInput
    let sealed: Implementation.Sealed
    /// The sealed body, parsed.
    let body: JSONObject
    let envelope: [UInt8]
    /// The object that holds the envelope; for a Live Activity its content state.
    let sealedObject: SealedObject
    let trials = TrialCounter()

    init(
        of harness: RoundTrip, payload: Payload, pushType: PushType, suite: SealingSuite, padding: Padding
    ) async throws {
        self.harness = harness
        (keys, otherKeys) = (harness.keys.forSuite(suite), harness.otherKeys.forSuite(suite))
        self.pushType = pushType
        self.suite = suite
        var options = harness.options
        options.suite = suite
        // The default, and the longest life of the device's chain if that is shorter.
        options.expiresIn = options.expiresIn ?? min(.days(7), keys.longestLifetime)
        options.padding = padding
        options.pushType = pushType
        options.visible += pushType.readBySystem
        options.overflow = []
        sealing = SealingInput(
            keys: keys, topic: harness.topic, audience: harness.audience, placeholder: harness.placeholder,
            options: options, now: Self.issuedAt)
        let purposes = try harness.keys.shared?.primary.sharedKey?.purposes ?? []
        let purpose = pushType == .liveactivity ? .attributes : Purpose(rawValue: pushType.rawValue)
        guard suite != .shared || purposes.contains(purpose) else {
            throw Verdict.doesNotApply("the shared key is for other purposes")
        }
        self.payload = payload
        sealed = try await harness.implementation.seal(payload, sealing)
        sealedObject = pushType == .liveactivity ? .contentState : .root(of: pushType)
        guard let body = try? JSONValue(parsing: sealed.body).objectValue,
            let envelope = sealedObject.envelope(in: body, named: options.envelopeKey)
        else { throw Verdict.broken("the body is not a JSON object with an envelope") }
        guard envelope.count >= suite.overhead else {
            throw Verdict.broken("the envelope is shorter than the suite's header, key and tag")
        }
        self.body = body
        self.envelope = envelope
    }

    var envelopeKey: String { sealing.options.envelopeKey }

    /// The role of the keyring that opens.
    var recipient: WritableKeyPath<RoundTripKeys, Keyring?> { suite == .shared ? \.shared : \.device }

    /// Returns changed inputs for opening; a provider is pinned except in suite 2.
    func opening(_ change: Change) -> OpeningInput {
        var keys = keys
        if suite == .hpkeBase { keys.provider = nil }
        var policy = Opener.Policy()
        policy.envelopeKey = envelopeKey
        var input = OpeningInput(
            keys: keys, topic: sealing.topic, audience: sealing.audience, pushType: pushType, policy: policy,
            now: Self.issuedAt)
        change(&input)
        return input
    }

    /// Seals a payload, by default the check's own, with changed inputs.
    func seal(
        _ payload: Payload? = nil, _ change: (inout SealingInput) -> Void = { _ in }
    ) async throws -> Implementation.Sealed {
        var input = sealing
        change(&input)
        return try await harness.implementation.seal(payload ?? self.payload, input)
    }

    /// Opens a body, by default the sealed one, with changed inputs.
    func open(_ body: [UInt8]? = nil, _ change: Change = { _ in }) async throws -> Payload {
        trials.count += 1
        return try await harness.implementation.open(body ?? sealed.body, opening(change))
    }

    /// Requires that a body, by default the sealed one, is refused with one of the codes.
    func expectRefusal(
        _ codes: [Refusal.Code], of body: [UInt8]? = nil, _ what: @autoclosure () -> String,
        _ change: Change = { _ in }
    ) async throws {
        let expected = codes.map(\.rawValue).joined(separator: " or ")
        do {
            _ = try await open(body, change)
        } catch let refusal as Refusal {
            guard !codes.contains(refusal.code) else { return }
            throw Verdict.broken("\(what()): refused as \(refusal.code), not as \(expected)")
        }
        throw Verdict.broken("\(what()): opened, expected the refusal \(expected)")
    }

    /// Requires that a body, by default the sealed one, opens to the expected payload, by default the sealed one.
    func expect(
        payload expected: Payload? = nil, from body: [UInt8]? = nil, _ what: @autoclosure () -> String,
        _ change: Change = { _ in }
    ) async throws {
        do {
            let opened = try await open(body, change)
            guard let difference = opened.root.difference(from: (expected ?? payload).root) else { return }
            throw Verdict.broken("\(what()): \(difference)")
        } catch let refusal as Refusal {
            throw Verdict.broken("\(what()): refused as \(refusal.code), expected it to open")
        }
    }

    func require(_ condition: Bool, _ violation: @autoclosure () -> String) throws(Verdict) {
        guard condition else { throw .broken(violation()) }
    }

    /// Returns the body with another envelope.
    func body(carrying envelope: [UInt8]) -> [UInt8] {
        sealedObject.setting(envelopeKey, in: body, to: .string(EnvelopeText.encode(envelope))).serialized()
    }

    /// Returns a change of the request's id and of the replay store.
    static func request(_ request: String?, remembered store: ReplayMemory) -> Change {
        { input in
            input.replayStore = store
            input.request = request
        }
    }

    /// The body without its envelopes.
    var visible: JSONObject {
        [sealedObject, .attributes].reduce(body) { $1.setting(envelopeKey, in: $0, to: nil) }
    }

    /// A name that no member of the sealed object has.
    var freeName: String {
        let content = sealedObject.content(in: payload.root) ?? [:]
        var name = "x"
        while content.contains(name) || UTF8Text(name) == UTF8Text(envelopeKey) { name += "x" }
        return name
    }
}

final class TrialCounter {
    var count = 0
}

extension SealedObject {
    func envelope(in body: JSONObject, named name: String) -> [UInt8]? {
        content(in: body)?[name]?.stringValue.flatMap(EnvelopeText.decode)
    }

    /// Returns a body or payload with another value of a member of this object.
    func setting(_ name: String, in body: JSONObject, to value: JSONValue?) -> JSONObject {
        guard var object = content(in: body) else { return body }
        object[name] = value
        var body = body
        replace(in: &body, with: object)
        return body
    }
}
