package import CryptoPrimitives
package import PushPayload

/// The sealed bytes of an attachment (Documentation/attachments.md §2).
package enum Blob {
    /// The least number of bytes of a file with its padding.
    static let minimumByteCount = 16_384

    /// The largest file that is sealed or opened, Apple's limit for a video, in bytes.
    package static let maximumFileByteCount = 50_000_000

    /// Returns the number of bytes of a file with its padding: PADMÉ (Nikitin et al., "Reducing Metadata Leakage", PETS 2019).
    package static func paddedByteCount(of byteCount: Int) -> Int {
        let size = max(byteCount, minimumByteCount)
        let exponent = Int.bitWidth - 1 - size.leadingZeroBitCount
        let significantBits = Int.bitWidth - exponent.leadingZeroBitCount
        let mask = 1 << (exponent - significantBits) - 1
        return (size + mask) & ~mask
    }

    /// Returns the number of bytes of the blob of a file; nil for a file of more than ``maximumFileByteCount``.
    package static func byteCount(ofFile byteCount: Int) -> Int? {
        guard 0...maximumFileByteCount ~= byteCount else { return nil }
        let padded = paddedByteCount(of: byteCount)
        let chunkCount = (padded + ChunkCipher.chunkByteCount - 1) / ChunkCipher.chunkByteCount
        return padded + chunkCount * ChunkCipher.tagByteCount
    }

    package static func cipher(_ key: SecretMemory) throws(CryptoError) -> ChunkCipher {
        try ChunkCipher(key: key, info: "sealedpush-blob-v1")
    }
}

extension SealedAttachment {
    /// Returns the limit of the file's size in bytes: Apple's of the type, or that of a video for another type.
    package static func limit(ofType type: String) -> Int {
        AttachmentType(rawValue: type).map { $0.kind.megabytes * 1_000_000 } ?? Blob.maximumFileByteCount
    }

    /// The bytes of the thumbnail; nil without one.
    package var thumbnailBytes: [UInt8]? { thumbnail.flatMap(EnvelopeText.decode) }
}

extension AttachmentError {
    package init(_ error: CryptoError) { self.init(.unavailable, "guarded memory for a key is not available") }
}
