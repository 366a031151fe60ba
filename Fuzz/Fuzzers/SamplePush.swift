@testable import CryptoPrimitives
@testable import KeyManagement
@testable import PushSealer
@testable import SealedEnvelope
@testable import StrictJSON

/// An alert push sealed with the fixed keys.
struct SamplePush {
    static let visible: JSONObject = ["aps": ["alert": ["title": "New activity"], "mutable-content": 1], "n": 1]
    static let contentMembers: JSONObject = ["aps": ["alert": ["body": "€ 240"]], "account": "DE89", "n": 1]
    static let content = contentMembers.serialized()

    /// The keys of each suite.
    static let keys: [EnvelopeKeys] = {
        guard let device = FixedKeys.device.keys.first?.deviceKey?.publicKey,
            let provider = FixedKeys.provider.keys.first?.providerKey,
            let shared = FixedKeys.shared.keys.first?.sharedKey
        else { fatalError("the fixed keyrings have no keys") }
        return [.hpke(device, from: provider), .hpke(device, from: nil), .shared(shared)]
    }()

    private static let binding: Binding = {
        guard let context = Context(topic: FixedKeys.topic, audience: ""),
            let binding = Binding(context, purpose: "alert")
        else {
            fatalError("the fixed topic is too long")
        }
        return binding
    }()

    let keys: EnvelopeKeys

    /// Returns a valid message with a content.
    static func message(_ content: [UInt8]) -> [UInt8] {
        let message = Message(
            issuedAt: FixedKeys.now.unixTime, expiresAt: FixedKeys.now.unixTime + 60, content: content)
        return message.encoded(paddedTo: message.unpaddedByteCount + 1)
    }

    func envelope(around message: [UInt8]) -> [UInt8] {
        do {
            return try keys.seal(message, on: 20_778, binding: Self.binding, randomness: FixedKeys.randomness)
        } catch {
            fatalError("cannot seal a sample: \(error)")
        }
    }

    func body(holding envelope: [UInt8]) -> [UInt8] {
        var root = Self.visible
        root["sealed"] = .string(EnvelopeText.encode(envelope))
        return root.serialized()
    }

    func body(around message: [UInt8]) -> [UInt8] { body(holding: envelope(around: message)) }
}
