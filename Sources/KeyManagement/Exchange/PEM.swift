import CryptoPrimitives

/// X25519 keys as OpenSSL writes them: PKCS #8 and SPKI in DER (RFC 8410), in PEM (RFC 7468).
enum PEM {
    /// `SEQUENCE { INTEGER 0, SEQUENCE { OID 1.3.101.110 }, OCTET STRING { OCTET STRING { 32 bytes } } }` up to the bytes.
    private static let privatePrefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x04, 0x22, 0x04, 0x20,
    ]
    /// `SEQUENCE { SEQUENCE { OID 1.3.101.110 }, BIT STRING { 32 bytes } }` up to the bytes.
    private static let publicPrefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x03, 0x21, 0x00,
    ]
    /// OID 1.3.101.110, id-X25519, with its tag and length.
    private static let curve: [UInt8] = [0x06, 0x03, 0x2B, 0x65, 0x6E]
    /// The size of any key of another kind that is handed over by mistake, RSA of 8192 bits among them.
    private static let maximumByteCount = 8192

    /// The secret in PKCS #8, in guarded memory.
    static func privateKey(_ pair: X25519.PrivateKey) throws(CryptoError) -> SecretMemory {
        let line = try Base64Lines.encodeLine(SecretText.joining([.plain(privatePrefix), .secret(pair.secret)]))
        return try frame(line, .secret)
    }

    /// The point in SPKI.
    static func publicKey(_ point: X25519.PublicKey) throws(CryptoError) -> SecretMemory {
        let bytes = publicPrefix + point.rawRepresentation
        return try frame(Base64Lines.encodeLine(SecretMemory(copying: bytes.span)), .open)
    }

    /// Whether a text is PEM rather than JSON.
    static func looksLikePEM(_ text: SecretMemory) -> Bool {
        text.withBytes { $0.firstIndex(of: "-----BEGIN ") != nil }
    }

    /// Reads the one key in a PEM text.
    ///
    /// - Throws: ``KeyError`` with `malformed`, `wrongCurve`, `invalidKey`.
    static func read(_ text: SecretMemory, subject: String) throws(KeyError) -> (half: KeyHalf, bytes: SecretMemory) {
        let (half, body) = try text.withBytes { text throws(KeyError) in try unframe(text, subject: subject) }
        let der: SecretMemory
        do throws(CryptoError) {
            der = try text.withBytes { text throws(CryptoError) in
                try Base64Lines.decodeSecret(text.extracting(body), maximumByteCount: maximumByteCount)
            }
        } catch {
            throw KeyError(.malformed, "\(subject) is not base64 inside its PEM")
        }
        let prefix = half == .secret ? privatePrefix : publicPrefix
        let (isOurs, isOnCurve) = der.withBytes { der in
            (
                der.count == prefix.count + X25519.byteCount && der.firstIndex(of: prefix) == 0,
                der.firstIndex(of: curve) != nil
            )
        }
        try check(isOnCurve, .wrongCurve, "\(subject) is on another curve than X25519")
        try check(isOurs, .invalidKey, "\(subject) is not in the form that openssl genpkey -algorithm X25519 writes")
        return (half, try withKeyErrors(try der.suffix(from: prefix.count)))
    }

    private static func frame(_ line: SecretMemory, _ half: KeyHalf) throws(CryptoError) -> SecretMemory {
        try SecretText.joining([.plain("\(begin(half))\n"), .secret(line), .plain("\n\(end(half))\n")])
    }

    private static func label(_ half: KeyHalf) -> String { half == .secret ? "PRIVATE KEY" : "PUBLIC KEY" }
    private static func begin(_ half: KeyHalf) -> String { "-----BEGIN \(label(half))-----" }
    private static func end(_ half: KeyHalf) -> String { "-----END \(label(half))-----" }

    /// Finds the half and the range of the base64 in a text that holds one PEM block.
    private static func unframe(_ text: Span<UInt8>, subject: String) throws(KeyError) -> (KeyHalf, Range<Int>) {
        for half in [KeyHalf.secret, .open] {
            guard let start = text.firstIndex(of: begin(half)) else { continue }
            let bodyStart = start + begin(half).utf8.count
            guard let end = text.firstIndex(of: end(half), from: bodyStart) else {
                throw KeyError(.truncated, "\(subject) has a PEM block without its end")
            }
            try check(
                text.firstIndex(of: "-----BEGIN ", from: start + 1) == nil, .malformed,
                "\(subject) has more than one PEM block")
            return (half, bodyStart..<end)
        }
        try check(
            text.firstIndex(of: "-----BEGIN ENCRYPTED PRIVATE KEY-----") == nil, .locked,
            "\(subject) is encrypted by a passphrase in OpenSSL's way; decrypt it by openssl pkey and protect it here")
        throw KeyError(.malformed, "\(subject) has no PEM block of PRIVATE KEY or PUBLIC KEY")
    }
}

extension Span<UInt8> {
    /// The offset of the first occurrence of a text, or nil.
    func firstIndex(of text: String, from start: Int = 0) -> Int? { firstIndex(of: Array(text.utf8), from: start) }

    /// The offset of the first occurrence of some bytes, or nil.
    func firstIndex(of bytes: [UInt8], from start: Int = 0) -> Int? {
        guard let first = bytes.first, count >= bytes.count, start <= count - bytes.count else { return nil }
        for offset in start...(count - bytes.count) where self[offset] == first {
            if bytes.indices.allSatisfy({ self[offset + $0] == bytes[$0] }) { return offset }
        }
        return nil
    }
}
