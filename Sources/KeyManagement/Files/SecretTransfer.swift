import CryptoPrimitives
import Glibc

extension KeyringText {
    /// The most bytes that are taken from another program: room for some 4000 keys.
    private static let maximumTransferByteCount = 1 << 20

    /// Reads a file or a pipe to its end, straight into guarded memory.
    ///
    /// - Throws: ``KeyError`` with `tooLarge` above 1 MiB, `truncated` for nothing at all, `inputOutput`, `unavailable`.
    public init(reading descriptor: Int32, name: String) throws(KeyError) {
        var count = 0
        let buffer: SecretMemory
        do throws(CryptoError) {
            buffer = try unsafe SecretMemory(byteCount: Self.maximumTransferByteCount + 1) { buffer in
                count = unsafe readFully(descriptor, into: buffer)
            }
        } catch {
            throw KeyError(error)
        }
        guard count >= 0 else { throw KeyError(systemError: "\(name) cannot be read") }
        guard count <= Self.maximumTransferByteCount else {
            throw KeyError(.tooLarge, "\(name) has more than \(Self.maximumTransferByteCount) bytes")
        }
        guard count > 0 else { throw KeyError(.truncated, "\(name) is empty") }
        self = try buffer.withBytes { bytes throws(KeyError) in
            try KeyringText(copying: bytes.extracting(0..<count))
        }
    }

    /// Writes the text to an open file or pipe.
    ///
    /// - Throws: ``KeyError`` with `inputOutput`.
    public func write(to descriptor: Int32, name: String) throws(KeyError) {
        let isWritten = withBytes { bytes in
            unsafe bytes.withUnsafeBytes { unsafe writeFully(descriptor, $0) }
        }
        guard isWritten else { throw KeyError(systemError: "\(name) cannot be written") }
    }
}
