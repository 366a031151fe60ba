import PushOpener
import PushSealer
import SealedEnvelope
import StrictJSON

/// Envelopes with random content in suites 1, 2, 3 and 5, two in three of them with one flipped bit.
struct RandomEnvelopes {
    static let purpose = "backends"

    private let authenticating: Sealer
    private let plain: Sealer
    private let device, enrolled: DevicePublicKey
    private let shared: SharedKey
    private var generator: SeededBytes

    init(seed: UInt64) throws {
        authenticating = try Keys.sealer(withProvider: true, seed: seed &+ 1)
        plain = try Keys.sealer(withProvider: false, seed: seed &+ 2)
        guard let device = try Keys.device().primary.devicePublicKey,
            let enrolled = try Keys.enrolled().devicePublicKey, let shared = try Keys.shared().primary.sharedKey
        else { throw MissingKey() }
        (self.device, self.enrolled, self.shared) = (device, enrolled, shared)
        generator = SeededBytes(seed: seed)
    }

    mutating func next() throws -> String {
        let text = String(decoding: (0..<generator.below(400)).map { _ in generator.next() & 0x7f }, as: UTF8.self)
        let content: JSONObject = ["text": .string(text)]
        let (purpose, options) = (Purpose(rawValue: Self.purpose), EnvelopeOptions(padding: .none))
        let envelope: String
        switch generator.below(4) {
        case 0:
            envelope = try authenticating.sealEnvelope(of: content, to: device, purpose: purpose, options: options)
        case 1: envelope = try plain.sealEnvelope(of: content, to: device, purpose: purpose, options: options)
        case 2:
            envelope = try authenticating.sealEnvelope(of: content, to: enrolled, purpose: purpose, options: options)
        default: envelope = try plain.sealEnvelope(of: content, with: shared, purpose: purpose, options: options)
        }
        guard generator.below(3) > 0, var bytes = EnvelopeText.decode(envelope) else { return envelope }
        // Half of the changes are among the first 64 bytes, in the header, the ephemeral key and the nonce.
        let index = generator.below(generator.below(2) == 0 ? min(64, bytes.count) : bytes.count)
        bytes[index] ^= 1 << UInt8(generator.below(8))
        return EnvelopeText.encode(bytes)
    }

    struct MissingKey: Error {}
}
