import CryptoPrimitives

/// The SHA-256 thumbprint of a key's JWK (RFC 7638), 32 bytes.
public struct Thumbprint: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// The first four bytes, by which envelopes name the key.
    public var keyID: KeyID {
        KeyID(rawValue: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Unpadded base64url, 43 characters, as it stands in a JWK's `kid`.
    public var description: String {
        Base64URL.string(encoding: bytes.span)
    }

    /// Takes the 32 bytes of a thumbprint that a message names.
    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The thumbprint of an X25519 key: SHA-256 of `{"crv":"X25519","kty":"OKP","x":"…"}`.
    init(of point: X25519.PublicKey) {
        var text = Self.x25519Opening
        text.reserveCapacity(128)
        Base64URL.encode(point.rawRepresentation.span, appendingTo: &text)
        text += Self.closing
        bytes = SHA256.digest(of: text.span)
    }

    private static let x25519Opening = Array(#"{"crv":"X25519","kty":"OKP","x":""#.utf8)
    private static let closing = Array(#""}"#.utf8)

    /// The thumbprint of a symmetric key: SHA-256 of `{"k":"…","kty":"oct"}`.
    init(of secret: SecretMemory) throws(CryptoError) {
        let text = try SecretText.joining([
            .plain(#"{"k":""#), .base64URL(secret), .plain(#"","kty":"oct"}"#),
        ])
        bytes = text.withBytes { SHA256.digest(of: $0) }
    }
}
