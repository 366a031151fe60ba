import CryptoPrimitives
import Glibc
import StrictJSON

/// The files of keyrings, recognized by their content, so that a program writes nothing else over them.
package enum KeyFileKind: Sendable {
    /// A keyring, or a secret key in any form: JWK, PEM, DER, 32 bytes, or protected by a passphrase.
    case key
    /// The log of a keyring.
    case log
    /// The lock of a folder of keyrings.
    case lock

    /// Recognizes a file by its name, whatever its content; nil for other names.
    ///
    /// A damaged or empty key file counts: its secret may still be recovered. The name is the file's own, with all links
    /// resolved.
    package init?(named file: String) {
        if file.hasSameBytes(as: FolderLock.file) {
            self = .lock
        } else if file.hasByteSuffix(KeyringName.secretEnding) {
            self = .key
        } else {
            return nil
        }
    }

    /// Recognizes a regular file, open for reading at its start, by its content; nil where it is none of these.
    ///
    /// - Throws: ``KeyError`` with `inputOutput` and others where the file cannot be read, and its kind stays unknown.
    package init?(contentOf descriptor: Int32) throws(KeyError) {
        let file = OpenFile(descriptor, path: "the file")
        let byteCount = try Int(file.metadata.st_size)
        guard byteCount > 0 else { return nil }
        let text = try file.readSecret(
            byteCount: byteCount > KeySetReader.maximumByteCount ? Self.startByteCount : byteCount)
        if Self.isKey(text) {
            self = .key
        } else if Self.isLog(text) {
            self = .log
        } else {
            return nil
        }
    }

    /// The size of the start by which a file is recognized that is larger than any keyring, such as an old log: 64 KiB.
    private static let startByteCount = 1 << 16

    /// Whether a text starts like a line of a log.
    private static func isLog(_ text: SecretMemory) -> Bool {
        text.withBytes { $0.firstIndex(of: #"{"at":"#) == 0 } && holds(#""action":""#, text)
    }

    private static func isKey(_ text: SecretMemory) -> Bool {
        let isSecretJWK = holds(#""kty""#, text) && (holds(#""d""#, text) || holds(#""k""#, text))
        return isSecretJWK || holds("PRIVATE KEY-----", text) || holds(Protection.kind, text) || isDER(text)
            || isRaw(text) || isKeyring(text)
    }

    private static func holds(_ mark: String, _ text: SecretMemory) -> Bool {
        text.withBytes { $0.firstIndex(of: mark) != nil }
    }

    /// Whether it starts as a private key of any algorithm does in PKCS #8 (RFC 5958, section 2):
    /// `SEQUENCE { INTEGER 0 or 1, SEQUENCE { …`.
    private static func isDER(_ text: SecretMemory) -> Bool {
        text.withBytes { text in
            guard text.count > 2, text[0] == 0x30 else { return false }
            // A length above 127 has its own length before it.
            let start = text[1] < 0x80 ? 2 : 2 + Int(text[1] & 0x7F)
            return [[0x02, 0x01, 0x00, 0x30], [0x02, 0x01, 0x01, 0x30]].contains { version in
                version.indices.allSatisfy { start + $0 < text.count && text[start + $0] == version[$0] }
            }
        }
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
