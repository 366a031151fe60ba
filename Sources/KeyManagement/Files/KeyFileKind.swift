import CryptoPrimitives

/// The files of keyrings, recognized by what they hold, so that a program writes nothing else over them.
package enum KeyFileKind: Sendable {
    /// A keyring, or a secret key in any form: JWK, PEM, 32 bytes, or protected by a passphrase.
    case key
    /// The log of a keyring.
    case log
    /// The lock of a folder of keyrings.
    case lock

    /// Examines a regular file; nil where it is none of these.
    ///
    /// The path is the file's own, with all links resolved. A damaged key file counts: its secret may still be saved.
    ///
    /// - Throws: ``KeyError`` with `inputOutput` and others where the file cannot be read.
    package init?(ofFileAt path: String) throws(KeyError) {
        let name = try KeyringName(path.utf8.contains(UInt8(ascii: "/")) ? path : "./\(path)", in: ".")
        guard let file = name.file else { return nil }
        if file == FolderLock.file {
            self = .lock
            return
        }
        let text: SecretMemory
        do throws(KeyError) {
            text = try KeyFile(file, in: KeyFolder(name.folder)).text
        } catch  where error.code == .truncated || error.code == .tooLarge {
            // Empty, or larger than any keyring.
            guard file.hasSuffix(KeyringName.secretEnding) else { return nil }
            self = .key
            return
        }
        if file.hasSuffix(KeyringName.secretEnding) || Self.isKey(text) {
            self = .key
        } else if Self.isLog(text) {
            self = .log
        } else {
            return nil
        }
    }

    /// Whether a text starts like a line of a log.
    private static func isLog(_ text: SecretMemory) -> Bool {
        text.withBytes { $0.firstIndex(of: Array(#"{"at":"#.utf8)) == 0 } && holds(#""action":""#, text)
    }

    private static func isKey(_ text: SecretMemory) -> Bool {
        let isSecretJWK = holds(#""kty""#, text) && (holds(#""d""#, text) || holds(#""k""#, text))
        return isSecretJWK || holds("PRIVATE KEY-----", text) || holds(Protection.kind, text) || isRaw(text)
            || isKeyring(text)
    }

    private static func holds(_ mark: String, _ text: SecretMemory) -> Bool {
        text.withBytes { $0.firstIndex(of: Array(mark.utf8)) != nil }
    }

    /// Whether it may be the bytes of a key: as many as one has, and not all of them text.
    private static func isRaw(_ text: SecretMemory) -> Bool {
        text.byteCount == X25519.byteCount
            && text.withBytes { text in text.indices.contains { !(0x09...0x7E).contains(text[$0]) } }
    }

    /// Whether a text is a keyring as a reader takes it, however its names are spelled.
    ///
    /// One public key alone is an export, which can be made again, and no keyring.
    private static func isKeyring(_ text: SecretMemory) -> Bool {
        [KeyRole.device, .shared].contains { role in
            do throws(KeyError) {
                let keyring = try KeySetReader.read(text, name: "", defaults: JWK.Defaults(role: role, created: 0))
                return keyring.isSecret || holds(#""keys""#, text)
            } catch {
                return error.code == .locked
            }
        }
    }
}
