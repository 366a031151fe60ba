import Crypto
import Foundation

/// A provider in Swift without the toolkit: swift-crypto's HPKE, and Foundation's JSON and base64.
struct SwiftCrypto {
    private let json: Data
    private let isAuthenticated: Bool
    private let device = Curve25519.KeyAgreement.PrivateKey()
    private let provider = Curve25519.KeyAgreement.PrivateKey()
    private let info = Data("com.example.bank".utf8)
    private let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly

    init(_ json: [UInt8], authenticated isAuthenticated: Bool) throws {
        self.json = Data(json)
        self.isAuthenticated = isAuthenticated
        let (sent, received) = try (JSONSerialization.jsonObject(with: self.json), open(seal()))
        let texts = try [sent, received].map { try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys) }
        guard texts[0] == texts[1] else { throw BenchmarkFailure(reason: "swift-crypto does not open what it sealed") }
    }

    /// Reads the payload, seals it whole, and writes the body of a push.
    func seal() throws -> Data {
        let payload = try JSONSerialization.jsonObject(with: json)
        let message = try JSONSerialization.data(withJSONObject: payload)
        var sender =
            try isAuthenticated
            ? HPKE.Sender(
                recipientKey: device.publicKey, ciphersuite: suite, info: info, authenticatedBy: provider)
            : HPKE.Sender(recipientKey: device.publicKey, ciphersuite: suite, info: info)
        let ciphertext = try sender.seal(message)
        let body: [String: Any] = [
            "aps": ["alert": ["title": "New notification"], "mutable-content": 1] as [String: Any],
            "sealed": (sender.encapsulatedKey + ciphertext).base64EncodedString(),
        ]
        return try JSONSerialization.data(withJSONObject: body)
    }

    /// Reads the body, and the payload inside.
    func open(_ body: Data) throws -> Any {
        let body = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        guard let text = body?["sealed"] as? String, let envelope = Data(base64Encoded: text) else {
            throw BenchmarkFailure(reason: "swift-crypto's body holds no envelope")
        }
        let encapsulated = envelope.prefix(32)
        var recipient =
            try isAuthenticated
            ? HPKE.Recipient(
                privateKey: device, ciphersuite: suite, info: info, encapsulatedKey: encapsulated,
                authenticatedBy: provider.publicKey)
            : HPKE.Recipient(privateKey: device, ciphersuite: suite, info: info, encapsulatedKey: encapsulated)
        return try JSONSerialization.jsonObject(with: recipient.open(envelope.dropFirst(32)))
    }
}
