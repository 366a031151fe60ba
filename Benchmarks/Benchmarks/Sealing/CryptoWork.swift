import Crypto
import Foundation

/// What a provider in Swift would write without the toolkit: swift-crypto's HPKE, and Foundation's JSON and base64.
struct CryptoWork {
    private let json: Data
    private let device = Curve25519.KeyAgreement.PrivateKey()
    private let provider = Curve25519.KeyAgreement.PrivateKey()
    private let info = Data("com.example.bank".utf8)
    private let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    private var sealed: [Bool: Data] = [:]

    init(_ json: [UInt8]) throws {
        self.json = Data(json)
        for authenticated in [false, true] { sealed[authenticated] = try seal(authenticated: authenticated) }
    }

    /// Reads the payload, seals it whole, and writes the body of a push.
    func seal(authenticated: Bool) throws -> Data {
        let payload = try JSONSerialization.jsonObject(with: json)
        let message = try JSONSerialization.data(withJSONObject: payload)
        var sender =
            authenticated
            ? try HPKE.Sender(
                recipientKey: device.publicKey, ciphersuite: suite, info: info, authenticatedBy: provider)
            : try HPKE.Sender(recipientKey: device.publicKey, ciphersuite: suite, info: info)
        let ciphertext = try sender.seal(message)
        let envelope = (sender.encapsulatedKey + ciphertext).base64EncodedString()
        let body: [String: Any] = [
            "aps": ["alert": ["title": "New notification"], "mutable-content": 1] as [String: Any],
            "sealed": envelope,
        ]
        return try JSONSerialization.data(withJSONObject: body)
    }

    /// Reads the body and the payload inside.
    func open(authenticated: Bool) throws -> Any {
        let body = try JSONSerialization.jsonObject(with: sealed[authenticated] ?? Data()) as? [String: Any]
        let envelope = Data(base64Encoded: body?["sealed"] as? String ?? "") ?? Data()
        let encapsulated = Data(envelope.prefix(32))
        var recipient =
            authenticated
            ? try HPKE.Recipient(
                privateKey: device, ciphersuite: suite, info: info, encapsulatedKey: encapsulated,
                authenticatedBy: provider.publicKey)
            : try HPKE.Recipient(
                privateKey: device, ciphersuite: suite, info: info, encapsulatedKey: encapsulated)
        return try JSONSerialization.jsonObject(with: recipient.open(Data(envelope.dropFirst(32))))
    }
}
