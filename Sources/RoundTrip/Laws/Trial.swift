import ExtensionHost
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// One payload sealed in one suite with one padding, with functions for trying variations.
struct Trial: Sendable {
    /// The time of sealing: 2026-11-21T12:20:00Z, in UNIX seconds.
    static let issuedAt: UInt32 = 1_795_263_600

    let payload: Payload
    let pushType: PushType
    let suite: SealingSuite
    let effort: Effort
    let keys: RoundTripKeys
    /// The inputs of the seal.
    let sealing: SealingTask
    /// The result of the seal.
    let sealed: Halves.Sealed
    /// The sealed body, parsed.
    let body: JSONObject
    /// The envelope's bytes.
    let envelope: [UInt8]
    private let halves: Halves
    /// The object that holds the envelope; for a Live Activity its content state.
    let sealedObject: SealedObject

    init(
        of harness: RoundTrip,
        payload: Payload,
        pushType: PushType,
        suite: SealingSuite,
        padding: Padding
    ) async throws {
        var options = harness.options
        options.suite = suite
        options.padding = padding
        options.pushType = pushType
        self.payload = payload
        self.pushType = pushType
        self.suite = suite
        effort = harness.effort
        keys = harness.keys
        halves = harness.halves
        sealing = SealingTask(
            suite: suite, device: keys.device, provider: keys.provider, shared: keys.shared, topic: harness.topic,
            audience: harness.audience, placeholder: harness.placeholder, options: options, now: Self.issuedAt)
        sealed = try await halves.seal(payload, sealing)
        sealedObject = pushType == .liveactivity ? .contentState : .root(of: pushType)
        (body, envelope) = try Self.parse(sealed.body, sealedObject, named: options.envelopeKey)
    }

    /// Returns a sealed body as JSON, with its envelope's bytes.
    private static func parse(
        _ body: [UInt8], _ object: SealedObject, named name: String
    ) throws -> (JSONObject, [UInt8]) {
        guard let body = try? JSONValue(parsing: body).objectValue,
            let text = object.content(in: body)?[name]?.stringValue, let envelope = Base64URLText.decode(text)
        else { throw Violation("the body is not a JSON object with an envelope") }
        return (body, envelope)
    }

    /// Returns the envelope's bytes in a sealed body.
    func envelope(of sealed: Halves.Sealed) throws -> [UInt8] {
        try Self.parse(sealed.body, sealedObject, named: sealing.options.envelopeKey).1
    }

    /// The maximum size of the body, in bytes.
    var limit: Int {
        sealing.options.isBroadcast ? BroadcastHeaders.maximumByteCount : pushType.maximumByteCount
    }

    /// The body without its envelopes.
    var visible: JSONObject {
        var visible = body
        for object in [sealedObject, .attributes] {
            guard var holder = object.content(in: visible) else { continue }
            holder[sealing.options.envelopeKey] = nil
            object.replace(in: &visible, with: holder)
        }
        return visible
    }

    /// The inputs for opening; a provider is pinned unless the suite does not authenticate the sender.
    var opening: OpeningTask {
        OpeningTask(
            device: keys.device, provider: suite.authenticatesSender ? keys.provider : nil, shared: keys.shared,
            topic: sealing.topic, audience: sealing.audience, pushType: pushType,
            envelopeKey: sealing.options.envelopeKey, now: Self.issuedAt, clockSkew: 60)
    }

    /// Seals a payload, by default the trial's own, with changed inputs.
    func seal(
        _ payload: Payload? = nil,
        _ change: (inout SealingTask) -> Void = { _ in }
    ) async throws -> Halves.Sealed {
        var task = sealing
        change(&task)
        return try await halves.seal(payload ?? self.payload, task)
    }

    /// Opens a body, by default the sealed one, with changed inputs.
    @discardableResult
    func open(
        _ body: [UInt8]? = nil,
        _ change: (inout OpeningTask) -> Void = { _ in }
    ) async throws -> Payload {
        var task = opening
        change(&task)
        return try await halves.open(body ?? sealed.body, task)
    }

    /// Returns the body with another envelope.
    func body(carrying envelope: [UInt8]) -> [UInt8] {
        var body = body
        guard var holder = sealedObject.content(in: body) else { return [] }
        holder[sealing.options.envelopeKey] = .string(Base64URLText.encode(envelope))
        sealedObject.replace(in: &body, with: holder)
        return body.serialized()
    }

    /// Passes a body to the extension, by default the sealed one, with changed inputs.
    func deliver(
        _ body: [UInt8]? = nil,
        _ change: (inout OpeningTask) -> Void = { _ in }
    ) async throws -> Delivery {
        var task = opening
        change(&task)
        return try await halves.deliver(body ?? sealed.body, task)
    }

    /// Requires that a body is refused with one of the codes.
    func expectRefusal(
        _ codes: [Refusal.Code],
        of body: [UInt8]? = nil,
        _ what: @autoclosure () -> String,
        _ change: (inout OpeningTask) -> Void = { _ in }
    ) async throws {
        let expected = codes.map(\.description).joined(separator: " or ")
        do {
            try await open(body, change)
        } catch let refusal as Refusal {
            guard codes.contains(refusal.code) else {
                throw Violation("\(what()): refused as \(refusal.code), not as \(expected)")
            }
            return
        } catch {
            throw Violation("\(what()): failed with \(error), not with the refusal \(expected)")
        }
        throw Violation("\(what()): opened, expected the refusal \(expected)")
    }

    /// Requires that a body opens to the expected payload.
    func expect(
        _ expected: JSONObject,
        from body: [UInt8]? = nil,
        _ what: @autoclosure () -> String,
        _ change: (inout OpeningTask) -> Void = { _ in }
    ) async throws {
        let opened: Payload
        do {
            opened = try await open(body, change)
        } catch let refusal as Refusal {
            throw Violation("\(what()): refused as \(refusal.code), expected it to open")
        }
        if let difference = Difference(from: expected, to: opened.root) {
            throw Violation("\(what()): \(difference)")
        }
    }
}
