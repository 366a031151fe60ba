import CryptoPrimitives

extension Key {
    /// What a QR code of the key's public half says: `sealedpush:ROLE:X`, with `X` the 32 bytes in base64url.
    ///
    /// A phone that reads it has the key itself, not just a digest to compare.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for a symmetric key, which is not shown to cameras.
    public var publicCode: String {
        get throws(KeyError) {
            guard let point = devicePublicKey?.rawRepresentation ?? providerPublicKey?.rawRepresentation else {
                throw KeyError(.wrongHalf, "a shared key has no public half to show")
            }
            return "sealedpush:\(role.rawValue):\(Base64URL.string(encoding: point.span))"
        }
    }

    /// The key's public half as a QR code.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for a symmetric key.
    public var qrCode: QRCode {
        get throws(KeyError) {
            guard let code = QRCode(Array(try publicCode.utf8)) else {
                throw KeyError(.tooLarge, "the key does not fit into a code")
            }
            return code
        }
    }
}
