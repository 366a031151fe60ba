import CryptoPrimitives
import StrictJSON

/// The forms in which a key is exported for other programs.
public enum KeyForm: String, Sendable, CaseIterable {
    /// One JWK (RFC 7517), with this project's member `sealedpush`.
    case jwk
    /// PKCS #8 or SPKI in PEM, as OpenSSL reads it; X25519 keys only.
    case pem
    /// The 32 bytes alone, as a database column or PyNaCl takes them.
    case raw
}

extension Key {
    /// The key without its secret, in a form for other programs.
    ///
    /// - Throws: ``KeyError`` with `wrongHalf` for a symmetric key, which has no public half.
    public func publicText(as form: KeyForm) throws(KeyError) -> [UInt8] {
        guard let half = publicHalf else { throw KeyError(.wrongHalf, "a shared key has no public half") }
        return try half.text(as: form).memory.bytes
    }

    /// The key with its secret where there is one, in a form for other programs, in guarded memory.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` for a symmetric key in PEM, `wrongState` for an enrolled one in PEM or raw, `unavailable` without guarded memory.
    public func text(as form: KeyForm) throws(KeyError) -> KeyringText {
        // These forms have no place for the suite, and a key keeps its suite.
        try check(
            form == .jwk || enrolment == nil || !isSecret, .wrongState,
            "key \(id) is enrolled, and is exported as a JWK only")
        do throws(CryptoError) {
            switch (form, material) {
            case (.jwk, _): return KeyringText(try KeySetWriter.line(of: self))
            case (.pem, .pair(let pair)): return KeyringText(try PEM.privateKey(pair))
            case (.pem, .publicHalf(let point)): return KeyringText(try PEM.publicKey(point))
            case (.raw, .pair(let pair)): return KeyringText(pair.secret)
            case (.raw, .symmetric(let key)): return KeyringText(key.secret)
            case (.raw, .publicHalf(let point)):
                return KeyringText(try SecretMemory(copying: point.rawRepresentation.slice.span))
            case (.pem, .symmetric): break
            }
        } catch {
            throw KeyError(error)
        }
        throw KeyError(.wrongRole, "a shared key has no form in PEM; take jwk or raw")
    }
}
