import CryptoPrimitives
import KeyManagement
import SealedEnvelope
import StrictJSON

/// The keys of one seal, which determine its suite.
enum EnvelopeKeys {
    /// Suite 1 with a provider key, suite 2 without.
    case hpke(DevicePublicKey, from: ProviderKey?)
    /// Suite 5.
    case enrolled(DevicePublicKey, Chain, from: ProviderKey)
    /// Suite 3.
    case shared(SharedKey)

    var suite: SealingSuite {
        switch self {
        case .hpke(_, from: .some): .hpkeAuth
        case .hpke(_, from: nil): .hpkeBase
        case .enrolled: .hpkeAuthPSK
        case .shared: .shared
        }
    }

    /// The device's chain, in suite 5.
    var chain: Chain? { if case .enrolled(_, let chain, _) = self { chain } else { nil } }

    private func header(on day: UInt16) -> [UInt8] {
        switch self {
        case .enrolled(let device, _, from: let provider):
            Envelope.header(
                suite: suite, recipient: device.id.rawValue, sender: provider.id.rawValue, day: day)
        case .hpke(let device, from: let provider):
            Envelope.header(suite: suite, recipient: device.id.rawValue, sender: provider?.id.rawValue)
        case .shared(let key): Envelope.header(suite: suite, recipient: key.id.rawValue, sender: nil)
        }
    }

    /// Returns the envelope of an encoded message that is issued on a day (wire format §1 and §2).
    func seal(
        _ message: [UInt8], on day: UInt16, binding: Binding, randomness: Randomness
    ) throws(CryptoError) -> [UInt8] {
        let header = header(on: day)
        var envelope = header
        switch self {
        case .hpke(let device, from: let provider):
            try HPKE.seal(
                message.slice.span, to: device.point, from: provider?.pair,
                info: binding.bytes(header: header).slice.span, randomness: randomness, appendingTo: &envelope)
        case .enrolled(let device, let chain, from: let provider):
            // Never without the key of the day, which would be suite 1 under another name.
            guard let key = chain.key(of: day) else { throw .erasedKey }
            try HPKE.seal(
                message.slice.span, to: device.point, from: provider.pair, sharing: key,
                info: binding.bytes(header: header).slice.span, randomness: randomness, appendingTo: &envelope)
        case .shared(let key):
            try XChaCha20Poly1305.seal(
                message.slice.span, using: key.secret, authenticating: binding.bytes(header: header),
                randomness: randomness, appendingTo: &envelope)
        }
        return envelope
    }
}
