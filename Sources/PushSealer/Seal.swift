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

    /// Makes the envelope of a message (wire format §2 and §3) and lends it.
    func envelope<Result>(
        of message: consuming MessageText,
        context: SealingContext,
        randomness: Randomness,
        _ body: (Span<UInt8>) -> Result
    ) throws(CryptoError) -> Result {
        let header = header
        return try message.sealed(header: header) { box throws(CryptoError) in
            switch self {
            case .hpke(let device, from: let provider):
                try HPKE.seal(
                    inside: &box, to: device.point, from: provider?.key.pair, known: provider?.agreements,
                    info: context.info(authenticated: provider != nil), authenticating: header.span,
                    randomness: randomness)
            case .shared(let key):
                try XChaCha20Poly1305.seal(
                    inside: &box, using: key.secret,
                    authenticating: context.bytes(for: suite, header: header[...]).span, randomness: randomness)
            case .sealedBox(let device):
                let digest = context.digest(header: header[...], suite: suite)
                for index in digest.indices { box[SealedBox.overhead + index] = digest[index] }
                try SealedBox.seal(inside: &box, to: device.point, randomness: randomness)
            }
        } _: { envelope in
            body(envelope)
        }
    }

    private var header: [UInt8] {
        switch self {
        case .hpke(let device, from: let provider):
            Envelope.header(suite: suite, recipient: device.id.rawValue, sender: provider?.key.id.rawValue)
        case .shared(let key): Envelope.header(suite: suite, recipient: key.id.rawValue, sender: nil)
        case .sealedBox(let device): Envelope.header(suite: suite, recipient: device.id.rawValue, sender: nil)
        }
    }
}
