import CryptoPrimitives
import StrictJSON

/// The SHA-256 thumbprint of a key's JWK (RFC 7638), 32 bytes.
public struct Thumbprint: Sendable, Hashable, CustomStringConvertible {
    package let bytes: [UInt8]

    /// The first four bytes, by which envelopes name the key.
    package var keyID: KeyID {
        KeyID(rawValue: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// Unpadded base64url, 43 characters, as in a JWK's `kid`.
    public var description: String { Base64URL.string(encoding: bytes.slice.span) }

    /// The thumbprint as people compare it: 40 decimal digits in eight groups of five.
    ///
    /// Each group is four bytes, big-endian, modulo 100,000: about 132 bits, far more than can be matched by trying keys.
    public var fingerprint: String {
        stride(from: 0, to: bytes.count, by: 4).map { offset in
            let number = bytes[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } % 100_000
            return String(String(number + 100_000).dropFirst())
        }.joined(separator: " ")
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The thumbprint of an X25519 key: SHA-256 of `{"crv":"X25519","kty":"OKP","x":"…"}`.
    init(of point: X25519.PublicKey) {
        var text = Array(#"{"crv":"X25519","kty":"OKP","x":""#.utf8)
        Base64URL.encode(point.rawRepresentation.slice.span, appendingTo: &text)
        text += #""}"#.utf8
        bytes = SHA256.digest(of: text.slice.span)
    }

    /// The thumbprint of a symmetric key: SHA-256 of `{"k":"…","kty":"oct"}`.
    init(of secret: SecretMemory) throws(CryptoError) {
        let text = try SecretText.joining([.plain(#"{"k":""#), .base64URL(secret), .plain(#"","kty":"oct"}"#)])
        bytes = text.withBytes { SHA256.digest(of: $0) }
    }
}

/// The first four bytes of a key's thumbprint: how an envelope names the keys that it needs.
///
/// Two keys may share one; a lookup tries just those that do.
public struct KeyID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The four bytes, big-endian.
    public let rawValue: UInt32

    /// Takes the four bytes, big-endian.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Reads eight hexadecimal digits in lower case; nil for anything else.
    package init?(hexadecimal text: String) {
        guard let value = UInt32(text, radix: 16) else { return nil }
        self.init(rawValue: value)
        guard description == text else { return nil }
    }

    /// Eight hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
