import CryptoPrimitives
import Platform
import StrictJSON

/// The files of keyrings, recognized by their content, so that a program writes nothing else over them.
package enum KeyFileKind: Sendable {
    /// A keyring, or a secret key in any form: JWK, PEM, DER, 32 bytes, or protected by a passphrase.
    case key
    /// The log of a keyring.
    case log
    /// The lock of a folder of keyrings.
    case lock

    /// Recognizes a file by its own name, whatever its content: the secret of a damaged key file may still be recovered.
    ///
    /// A change of a keyring writes new files under temporary names, and an output of that name would become the keyring.
    package init?(named file: String) {
        let isUnfinished = file.utf8.first == UInt8(ascii: ".")
        if file.hasSameBytes(as: FolderLock.file) {
            self = .lock
        } else if file.hasByteSuffix(KeyringName.secretEnding)
            || isUnfinished && file.hasByteSuffix(KeyringName.secretEnding + KeyFolder.temporaryEnding)
        {
            self = .key
        } else if isUnfinished, file.hasByteSuffix(".log" + KeyFolder.temporaryEnding) {
            self = .log
        } else {
            return nil
        }
    }

    /// Recognizes a regular file, open for reading at its start, by its content; throws where it cannot be read.
    package init?(contentOf descriptor: Int32) throws(KeyError) {
        let file = OpenFile(descriptor, path: "the file")
        let byteCount = try Int(file.metadata.st_size)
        guard byteCount > 0 else { return nil }
        let text = try file.readSecret(
            byteCount: byteCount > KeySetReader.maximumByteCount ? Self.startByteCount : byteCount)
        if text.withBytes({ Self.isSecretKey($0) }) || Self.isKeyring(text) {
            self = .key
        } else if text.withBytes({ $0.firstIndex(of: #"{"at":"#) == 0 && $0.contains(#""action":""#) }) {
            self = .log
        } else {
            return nil
        }
    }

    /// The size of the start by which a file is recognized that is larger than any keyring, such as an old log: 64 KiB.
    private static let startByteCount = 1 << 16

    private static func isSecretKey(_ text: Span<UInt8>) -> Bool {
        text.contains(#""kty""#) && (text.contains(#""d""#) || text.contains(#""k""#))
            || text.contains("PRIVATE KEY-----") || text.contains(Protection.kind) || isDER(text) || isRaw(text)
    }

    /// Whether it starts as a private key of any algorithm does in PKCS #8 (RFC 5958, section 2):
    /// `SEQUENCE { INTEGER 0 or 1, SEQUENCE { …`.
    private static func isDER(_ text: Span<UInt8>) -> Bool {
        guard text.count > 2, text[0] == 0x30 else { return false }
        // A length above 127 has its own length before it.
        let start = text[1] < 0x80 ? 2 : 2 + Int(text[1] & 0x7F)
        return [[0x02, 0x01, 0x00, 0x30], [0x02, 0x01, 0x01, 0x30]].contains { version in
            version.indices.allSatisfy { start + $0 < text.count && text[start + $0] == version[$0] }
        }
    }

    /// Whether it may be the bytes of a key: as many as one has, and not all of them text.
    private static func isRaw(_ text: Span<UInt8>) -> Bool {
        text.count == X25519.byteCount && text.indices.contains { !(0x09...0x7E).contains(text[$0]) }
    }

    /// Whether a text is a keyring, however its names are spelled; one public key alone is an export, which can be made again.
    private static func isKeyring(_ text: SecretMemory) -> Bool {
        [KeyRole.device, .shared].contains { role in
            do throws(KeyError) {
                let keyring = try KeySetReader.read(
                    text, name: "", defaults: JWK.Defaults(role: role, created: Date(unixTime: 0)))
                return keyring.isSecret || text.withBytes { $0.contains(#""keys""#) }
            } catch {
                return error.code == .locked
            }
        }
    }
}
