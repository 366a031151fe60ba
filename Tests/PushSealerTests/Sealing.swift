import CryptoPrimitives
import Foundation
import KeyManagement
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON
import TestSupport
import Testing

/// Seals in any suite with keys made for the test run.
enum Sealing {
    static let topic = "com.example.app"
    static let now: Date = 1_795_263_600

    private static let keys = Result {
        (
            device: try Keyring.generate(name: "device", role: .device),
            enrolled: try Keyring.enrolled(name: "enrolled", lifetime: 30, at: now),
            provider: try Keyring.generate(name: "provider", role: .provider),
            shared: try Keyring.generate(
                name: "shared", role: .shared,
                purposes: SharedKey.standardPurposes + ["fcm", "w", "widget", "x"]
                    + PushType.documented.map { Purpose(rawValue: $0.rawValue) })
        )
    }

    /// A keyring without the key that it was made for.
    enum KeyError: Error { case noKey }

    static func device(for suite: SealingSuite = .hpkeAuth) throws -> DevicePublicKey {
        let keyring = try suite == .hpkeAuthPSK ? keys.get().enrolled : keys.get().device
        guard let key = try keyring.primary.devicePublicKey else { throw KeyError.noKey }
        return key
    }

    static func shared() throws -> SharedKey {
        guard let key = try keys.get().shared.primary.sharedKey else { throw KeyError.noKey }
        return key
    }

    /// A sealer that has a provider key for suites 1 and 5 only.
    static func sealer(for suite: SealingSuite, audience: String = "") throws -> Sealer {
        let clock = WallClock.fixed(now)
        return suite.authenticatesSender
            ? try Sealer(from: keys.get().provider, topic: topic, audience: audience, clock: clock)
            : try Sealer(topic: topic, audience: audience, clock: clock)
    }

    static func seal(
        _ payload: Payload, in suite: SealingSuite, placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws -> SealedPush {
        let sealer = try sealer(for: suite)
        var options = options
        options.suite = suite
        return suite == .shared
            ? try sealer.seal(payload, with: shared(), placeholder: placeholder, options: options)
            : try sealer.seal(payload, to: device(for: suite), placeholder: placeholder, options: options)
    }

    static func sealEnvelope(
        of content: JSONObject, in suite: SealingSuite, purpose: Purpose = "widget",
        options: EnvelopeOptions = EnvelopeOptions()
    ) throws -> String {
        let sealer = try sealer(for: suite)
        var options = options
        options.suite = suite
        return suite == .shared
            ? try sealer.sealEnvelope(of: content, with: shared(), purpose: purpose, options: options)
            : try sealer.sealEnvelope(of: content, to: device(for: suite), purpose: purpose, options: options)
    }

    /// The leak for which a payload is refused, if it is.
    static func leak(
        _ payload: Payload, placeholder: Placeholder = .standard, options: SealOptions = SealOptions()
    ) -> Leak? {
        do {
            _ = try seal(payload, in: .shared, placeholder: placeholder, options: options)
            return nil
        } catch let error as SealError {
            if error.code != .leak { Issue.record(error) }
            return error.leak
        } catch {
            Issue.record(error)
            return nil
        }
    }

    /// Opens an envelope of suite 3 without the reader of this package, by the wire format §1 to §3.
    static func message(in envelope: String, purpose: Purpose, audience: String = "") throws -> Message {
        let parsed = try Envelope(text: envelope)
        guard let context = Context(topic: topic, audience: audience), let binding = Binding(context, purpose: purpose)
        else { throw KeyError.noKey }
        let bytes = binding.bytes(header: parsed.header)
        return try Message(
            decoding: XChaCha20Poly1305.open(parsed.sealedPart.span, using: shared().secret, authenticating: bytes)
        )
    }
}

extension SealedPush {
    /// The text of the body, with an ellipsis as each envelope.
    var visibleText: String {
        String(decoding: body, as: UTF8.self).replacing(/"sealed":"[A-Za-z0-9_-]+"/, with: #""sealed":"…""#)
    }

    /// The text of the content of the envelope in an object, which was sealed in suite 3.
    func content(at path: PayloadPath? = nil, purpose: Purpose) throws -> String {
        try String(decoding: message(at: path, purpose: purpose).content, as: UTF8.self)
    }

    func message(at path: PayloadPath? = nil, purpose: Purpose) throws -> Message {
        let root = try Payload(parsing: body).root
        let holder = path.map { root[at: $0]?.objectValue } ?? root
        return try Sealing.message(in: holder?["sealed"]?.stringValue ?? "", purpose: purpose)
    }
}

extension Payload {
    /// An alert with a title, and members beside `aps`.
    init(title: String, _ others: JSONObject = [:]) {
        self.init(alert: Alert(title: title))
        for member in others { self[member.name.string] = member.value }
    }
}
