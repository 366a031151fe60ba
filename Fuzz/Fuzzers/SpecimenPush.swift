@testable import KeyManagement
@testable import PushSealer
@testable import SealedEnvelope
@testable import CryptoPrimitives
@testable import StrictJSON

/// A push sealed with the fixed keys around a message that the fuzzer chooses.
struct SpecimenPush {
    static let visible: JSONObject = ["aps": ["alert": ["title": "New activity"], "mutable-content": 1], "n": 1]
    static let overlayMembers: JSONObject = ["aps": ["alert": ["title": .null, "body": "€ 240"]], "account": "DE89"]
    static let overlay = overlayMembers.serialized()
    static let restored: JSONObject = [
        "aps": ["alert": ["body": "€ 240"], "mutable-content": 1], "n": 1, "account": "DE89",
    ]
    static let digest = try? VisibleDigest.digest(of: visible)

    /// One seal for each suite.
    static let seals: [Seal] = {
        guard let device = FixedKeys.device.keys.first?.deviceKey?.publicKey,
            let provider = FixedKeys.provider.keys.first?.providerKey,
            let shared = FixedKeys.shared.keys.first?.sharedKey
        else { fatalError("the fixed keyrings have no keys") }
        return [
            .hpke(device, from: Sender(key: provider, agreements: KnownAgreements())),
            .hpke(device, from: nil), .shared(shared), .sealedBox(device),
        ]
    }()

    private static let context: SealingContext = {
        guard let context = SealingContext(topic: FixedKeys.topic, audience: "") else { fatalError("no context") }
        return context
    }()

    let seal: Seal

    /// A good message around an overlay.
    static func message(_ overlay: [UInt8]) -> [UInt8] {
        let message = Message(issuedAt: FixedKeys.now, outerDigest: digest, overlay: overlay)
        return message.encoded(paddedTo: message.unpaddedByteCount + 1) ?? []
    }

    func envelope(around message: [UInt8]) -> [UInt8] {
        var text = MessageText(for: seal.suite, capacity: message.count)
        text.writeOverlay { text in message.withUnsafeBytes { text.append($0) } }
        do {
            return try seal.envelope(of: text, context: Self.context, randomness: FixedKeys.randomness) { envelope in
                envelope.withUnsafeBytes { Array($0) }
            }
        } catch {
            fatalError("a specimen is not sealed: \(error)")
        }
    }

    func body(holding envelope: [UInt8]) -> [UInt8] {
        var root = Self.visible
        root["sealed"] = .string(Base64URL.string(encoding: envelope.span))
        return root.serialized()
    }

    func body(around message: [UInt8]) -> [UInt8] { body(holding: envelope(around: message)) }
}
