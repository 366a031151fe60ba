package import CryptoPrimitives
package import PushPayload
import StrictJSON

/// Seals the bytes of a file, which come in parts, to a blob; each has a key of its own, and is not sealed by two copies of a sealer.
package struct BlobSealer {
    private let key: SecretMemory
    private let cipher: ChunkCipher
    private var digest = SHA256()
    private var chunk: [UInt8] = []
    private var index: UInt64 = 0
    private var byteCount = 0

    package init(randomness: Randomness = .system) throws(AttachmentError) {
        do throws(CryptoError) {
            key = try SecretMemory(randomByteCount: ChunkCipher.keyByteCount, from: randomness)
            cipher = try Blob.cipher(key)
        } catch {
            throw AttachmentError(error)
        }
        chunk.reserveCapacity(ChunkCipher.chunkByteCount)
    }

    /// Takes the next bytes of the file, and appends the bytes of the blob that are complete.
    package mutating func update(_ bytes: ArraySlice<UInt8>, appendingTo blob: inout [UInt8]) throws(AttachmentError) {
        byteCount += bytes.count
        guard byteCount <= Blob.maximumFileByteCount else {
            throw AttachmentError(.tooLarge, "expected a file of at most \(Blob.maximumFileByteCount) bytes")
        }
        try append(bytes, appendingTo: &blob)
    }

    /// Appends the rest of the blob, and returns its descriptor; throws `tooLarge` and `invalidDescriptor`.
    package mutating func finish(
        url: String, type: String, thumbnail: [UInt8]?, appendingTo blob: inout [UInt8]
    ) throws(AttachmentError) -> SealedAttachment {
        let limit = SealedAttachment.limit(ofType: type)
        guard byteCount <= limit else {
            throw AttachmentError(.tooLarge, "expected at most \(limit) bytes of \(type), found \(byteCount)")
        }
        guard SealedAttachment.host(of: url) != nil else {
            throw AttachmentError(
                .invalidDescriptor, "expected an address https://HOST/PATH without user information and fragment")
        }
        var missing = Blob.paddedByteCount(of: byteCount) - byteCount
        let zeros = [UInt8](repeating: 0, count: min(missing, ChunkCipher.chunkByteCount))
        while missing > 0 {
            let part = zeros.prefix(missing)
            try append(part, appendingTo: &blob)
            missing -= part.count
        }
        try seal(isLast: true, appendingTo: &blob)
        let attachment = SealedAttachment(
            url: url, key: key.withBytes { Base64URL.string(encoding: $0) }, size: byteCount,
            digest: EnvelopeText.encode(digest.finalize()), type: type, thumbnail: thumbnail.map(EnvelopeText.encode))
        guard let attachment else {
            let characters = SealedAttachment.maximumThumbnailCharacterCount
            throw AttachmentError(
                .invalidDescriptor,
                "expected a type, and a thumbnail of 1 to \(characters) characters of base64url or none")
        }
        return attachment
    }

    /// Keeps the latest chunk, of which only the end tells whether it is the last.
    private mutating func append(_ bytes: ArraySlice<UInt8>, appendingTo blob: inout [UInt8]) throws(AttachmentError) {
        var rest = bytes
        while !rest.isEmpty {
            if chunk.count == ChunkCipher.chunkByteCount { try seal(isLast: false, appendingTo: &blob) }
            let part = rest.prefix(ChunkCipher.chunkByteCount - chunk.count)
            chunk.append(contentsOf: part)
            rest = rest.dropFirst(part.count)
        }
    }

    private mutating func seal(isLast: Bool, appendingTo blob: inout [UInt8]) throws(AttachmentError) {
        let start = blob.count
        do throws(CryptoError) {
            try cipher.seal(chunk.slice.span, index: index, isLast: isLast, appendingTo: &blob)
        } catch {
            throw AttachmentError(error)
        }
        let sealed = blob[start...]
        digest.update(sealed.span)
        index += 1
        chunk.removeAll(keepingCapacity: true)
    }
}
