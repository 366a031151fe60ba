import CryptoPrimitives
import Testing

/// A vector of RFC 9180.
struct HPKEVector: Decodable, Sendable {
    struct Encryption: Decodable, Sendable {
        let aad: Hex
        let ct: Hex
        let nonce: Hex
        let pt: Hex
    }

    struct Export: Decodable, Sendable {
        let context: Hex
        let byteCount: Int
        let value: Hex

        private enum CodingKeys: String, CodingKey {
            case context = "exporter_context"
            case byteCount = "L"
            case value = "exported_value"
        }
    }

    let mode: UInt8
    let kemID: Int
    let kdfID: Int
    let aeadID: Int
    let info: Hex
    let recipientSecret: Hex
    let recipientPublic: Hex
    let senderSecret: Hex?
    let senderPublic: Hex?
    let ephemeralSecret: Hex
    let ephemeralPublic: Hex
    let psk: Hex?
    let pskID: Hex?
    let encapsulatedKey: Hex
    let sharedSecret: Hex
    let keyScheduleContext: Hex
    let secret: Hex
    let key: Hex
    let baseNonce: Hex
    let exporterSecret: Hex
    let encryptions: [Encryption]
    let exports: [Export]

    private enum CodingKeys: String, CodingKey {
        case mode, info, psk, secret, key, encryptions, exports
        case pskID = "psk_id"
        case kemID = "kem_id"
        case kdfID = "kdf_id"
        case aeadID = "aead_id"
        case recipientSecret = "skRm"
        case recipientPublic = "pkRm"
        case senderSecret = "skSm"
        case senderPublic = "pkSm"
        case ephemeralSecret = "skEm"
        case ephemeralPublic = "pkEm"
        case encapsulatedKey = "enc"
        case sharedSecret = "shared_secret"
        case keyScheduleContext = "key_schedule_context"
        case baseNonce = "base_nonce"
        case exporterSecret = "exporter_secret"
    }

    private struct File: Decodable {
        let vectors: [HPKEVector]
    }

    static func all() throws -> [HPKEVector] {
        try PublishedVectors.decode(File.self, from: "hpke").vectors
    }

    /// The vector of a mode.
    static func of(_ mode: HPKE.Mode) throws -> HPKEVector {
        try #require(all().first { $0.mode == mode.rawValue })
    }

    var recipient: X25519.PrivateKey {
        get throws { try X25519.PrivateKey(SecretMemory(copying: recipientSecret.bytes.span)) }
    }

    /// The sender's key, nil in mode Base.
    var sender: X25519.PrivateKey? {
        get throws { try senderSecret.map { try X25519.PrivateKey(SecretMemory(copying: $0.bytes.span)) } }
    }

    /// The pre-shared key in mode AuthPSK.
    var preSharedKey: HPKE.PreSharedKey? {
        get throws {
            guard let psk, let pskID else { return nil }
            return try .stored(SecretMemory(copying: psk.bytes.span), id: pskID.bytes)
        }
    }
}
