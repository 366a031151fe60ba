import CryptoPrimitives
import StrictJSON

/// X25519 keys as OpenSSL writes them: PKCS #8 and SPKI in DER (RFC 8410), in PEM (RFC 7468).
enum PEM {
    /// `SEQUENCE { INTEGER 0, SEQUENCE { OID 1.3.101.110 }, OCTET STRING { OCTET STRING { 32 bytes } } }` up to the bytes.
    private static let privatePrefix: [UInt8] = [
        0x30, 0x2E, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x6E, 0x04, 0x22, 0x04, 0x20,
    ]
    /// The same with version 1, in front of the public key (RFC 5958), as `[1] BIT STRING { 32 bytes }` after the secret.
    private static let pairPrefix: [UInt8] = [0x30, 0x51, 0x02, 0x01, 0x01] + privatePrefix.dropFirst(5)
    private static let pairMiddle: [UInt8] = [0x81, 0x21, 0x00]
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
        try frame(SecretText.joining([.plain(privatePrefix), .secret(pair.secret)]), .secret)
    }

    static func publicKey(_ point: X25519.PublicKey) throws(CryptoError) -> SecretMemory {
        try frame(SecretMemory(copying: (publicPrefix + point.rawRepresentation).slice.span), .open)
    }

    private static func frame(_ der: SecretMemory, _ half: KeyHalf) throws(CryptoError) -> SecretMemory {
        let line = try Base64Lines.encodeLine(der)
        return try SecretText.joining([.plain("\(begin(half))\n"), .secret(line), .plain("\n\(end(half))\n")])
    }

    /// Whether a text is PEM rather than JSON.
    static func looksLikePEM(_ text: SecretMemory) -> Bool { text.withBytes { $0.contains("-----BEGIN ") } }

    /// Reads the one key in a PEM text; throws `malformed`, `wrongCurve`, `invalidKey` and others.
    static func read(_ text: SecretMemory, subject: String) throws(KeyError) -> (half: KeyHalf, bytes: SecretMemory) {
        let (half, der) = try text.withBytes { text throws(KeyError) in try unframe(text, subject: subject) }
        return try der.withBytes { der throws(KeyError) in
            try check(
                der.firstIndex(of: curve) != nil, .wrongCurve, "\(subject) is on another curve than X25519")
            for (prefix, middle) in half == .open
                ? [(publicPrefix, [])] : [(privatePrefix, []), (pairPrefix, pairMiddle)]
            {
                let end = prefix.count + X25519.byteCount
                guard der.count == end + (middle.isEmpty ? 0 : middle.count + X25519.byteCount),
                    der.firstIndex(of: prefix) == 0, middle.isEmpty || der.firstIndex(of: middle, from: end) == end
                else { continue }
                let bytes = try withKeyErrors(try SecretMemory(copying: der.extracting(prefix.count..<end)))
                guard !middle.isEmpty else { return (half, bytes) }
                let point = try X25519.PrivateKey(keyBytes: bytes).publicKey.rawRepresentation
                try check(
                    der.firstIndex(of: middle + point, from: end) == end, .mismatchedHalves,
                    "the public key in \(subject) is not the public half of its secret")
                return (half, bytes)
            }
            throw KeyError(.invalidKey, "\(subject) is not in the form that openssl genpkey -algorithm X25519 writes")
        }
    }

    private static func label(_ half: KeyHalf) -> String { half == .secret ? "PRIVATE KEY" : "PUBLIC KEY" }
    private static func begin(_ half: KeyHalf) -> String { "-----BEGIN \(label(half))-----" }
    private static func end(_ half: KeyHalf) -> String { "-----END \(label(half))-----" }

    /// Finds the half and decodes the base64 in a text that holds one PEM block.
    private static func unframe(
        _ text: Span<UInt8>, subject: String
    ) throws(KeyError) -> (half: KeyHalf, der: SecretMemory) {
        for half in [KeyHalf.secret, .open] {
            guard let start = text.firstIndex(of: begin(half)) else { continue }
            let bodyStart = start + begin(half).utf8.count
            guard let end = text.firstIndex(of: end(half), from: bodyStart) else {
                throw KeyError(.truncated, "\(subject) has a PEM block without its end")
            }
            let mark = "-----BEGIN "
            try check(
                text.firstIndex(of: mark) == start && text.firstIndex(of: mark, from: start + 1) == nil, .malformed,
                "\(subject) has more than one PEM block")
            do throws(CryptoError) {
                let body = text.extracting(bodyStart..<end)
                return (half, try Base64Lines.decodeSecret(body, maximumByteCount: maximumByteCount))
            } catch {
                let isEscaped = text.extracting(bodyStart..<end).contains("\\n")
                throw KeyError(
                    .malformed,
                    isEscaped
                        ? "the PEM of \(subject) has \\n as two characters where lines end; expected line feeds"
                        : "\(subject) is not base64 inside its PEM")
            }
        }
        try check(
            !text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----"), .locked,
            "\(subject) is encrypted by a passphrase in OpenSSL's way; decrypt it by openssl pkey and protect it here")
        throw KeyError(
            .malformed,
            "\(subject) has no PEM block of PRIVATE KEY or PUBLIC KEY"
                + (text.contains("-----BEGIN OPENSSH ") ? ", but a key of OpenSSH, which is for signatures" : ""))
    }
}

extension Span<UInt8> {
    func contains(_ text: String) -> Bool { firstIndex(of: text) != nil }

    func firstIndex(of text: String, from start: Int = 0) -> Int? { firstIndex(of: Array(text.utf8), from: start) }

    /// The offset of the first occurrence of some bytes, or nil.
    func firstIndex(of bytes: [UInt8], from start: Int = 0) -> Int? {
        guard let first = bytes.first, start <= count - bytes.count else { return nil }
        for offset in start...(count - bytes.count) where self[offset] == first {
            if bytes.indices.allSatisfy({ self[offset + $0] == bytes[$0] }) { return offset }
        }
        return nil
    }
}
