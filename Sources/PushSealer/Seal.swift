import KeyManagement
import SealedEnvelope
import SodiumCrypto

/// A provider's key, and what it has agreed on with the devices that it sealed to.
struct Sender {
    let key: ProviderKey
    let agreements: KnownAgreements
}

/// The keys of one seal; they say which suite it is.
enum Seal {
    /// SealingSuite 1 with a provider key, suite 2 without.
    case hpke(DevicePublicKey, from: Sender?)
    /// SealingSuite 3.
    case shared(SharedKey)
    /// SealingSuite 4.
    case sealedBox(DevicePublicKey)

    var suite: SealingSuite {
        switch self {
        case .hpke(_, from: .some): .hpkeAuth
        case .hpke(_, from: nil): .hpkeBase
        case .shared: .shared
        case .sealedBox: .sealedBox
        }
    }

    /// Returns the bytes of the envelope around a message (wire format §2 and §3).
    func envelope(
        around message: Span<UInt8>,
        context: SealingContext,
        randomness: Randomness
    ) throws(CryptoError) -> [UInt8] {
        var envelope: [UInt8] = []
        envelope.reserveCapacity(message.count + suite.overhead)
        switch self {
        case .hpke(let device, from: let provider):
            let header = Envelope.header(
                suite: suite, recipient: device.id.rawValue, sender: provider?.key.id.rawValue)
            envelope += header
            try HPKE.seal(
                message, to: device.point, from: provider?.key.pair, known: provider?.agreements,
                info: context.info(authenticated: provider != nil), authenticating: header.span, randomness: randomness,
                appendingTo: &envelope)
        case .shared(let key):
            let header = Envelope.header(suite: suite, recipient: key.id.rawValue, sender: nil)
            envelope += header
            try XChaCha20Poly1305.seal(
                message, using: key.secret, authenticating: context.bytes(for: suite, header: header).span,
                randomness: randomness, appendingTo: &envelope)
        case .sealedBox(let device):
            let header = Envelope.header(suite: suite, recipient: device.id.rawValue, sender: nil)
            envelope += header
            var bound = context.digest(header: header, suite: suite)
            bound.reserveCapacity(bound.count + message.count)
            unsafe message.withUnsafeBytes { unsafe bound += $0 }
            try SealedBox.seal(bound.span, to: device.point, randomness: randomness, appendingTo: &envelope)
        }
        return envelope
    }
}
