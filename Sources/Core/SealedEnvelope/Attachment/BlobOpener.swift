import CryptoPrimitives
package import PushPayload
import StrictJSON

/// Checks the length and the digest of a blob whose bytes come in parts.
package struct BlobDigest: Sendable {
    private let expected: SealedAttachment
    private let expectedByteCount: Int
    private var byteCount = 0
    private var digest = SHA256()

    /// Throws `tooLarge` for a file that is larger than any that is opened.
    package init(of attachment: SealedAttachment) throws(AttachmentError) {
        guard let byteCount = Blob.byteCount(ofFile: attachment.size) else {
            throw AttachmentError(
                .tooLarge, "expected a file of at most \(Blob.maximumFileByteCount) bytes, found \(attachment.size)")
        }
        (expected, expectedByteCount) = (attachment, byteCount)
    }

    /// Takes the next bytes; throws `badSize` for more than there should be.
    package mutating func update(_ bytes: ArraySlice<UInt8>) throws(AttachmentError) {
        byteCount += bytes.count
        guard byteCount <= expectedByteCount else { throw badSize }
        digest.update(bytes.span)
    }

    /// Throws `badSize` for too few bytes, then `badDigest`.
    package mutating func finish() throws(AttachmentError) {
        guard byteCount == expectedByteCount else { throw badSize }
        guard UTF8Text(EnvelopeText.encode(digest.finalize())) == UTF8Text(expected.digest) else {
            throw AttachmentError(.badDigest, "the digest of the blob is not that of its descriptor")
        }
    }

    private var badSize: AttachmentError {
        let found = byteCount > expectedByteCount ? "more" : "\(byteCount)"
        return AttachmentError(.badSize, "expected a blob of \(expectedByteCount) bytes, found \(found)")
    }
}

/// Opens a blob of the right length, whose bytes come in parts.
package struct BlobOpener {
    private let cipher: ChunkCipher
    private let type: String
    private var sealed: [UInt8] = []
    private var opened: [UInt8] = []
    private var index: UInt64 = 0
    /// The numbers of bytes of the blob, of the file, and of the file's beginning that are still to come.
    private var blobRest: Int, fileRest: Int
    private var beginning: [UInt8] = []

    package init(of attachment: SealedAttachment) throws(AttachmentError) {
        let blobRest = Blob.byteCount(ofFile: attachment.size)
        guard let blobRest else { throw AttachmentError(.tooLarge, "the file is larger than any that is opened") }
        do throws(CryptoError) {
            let text = Array(attachment.key.utf8)
            cipher = try Blob.cipher(SecretMemory(base64URL: text.slice.span, byteCount: ChunkCipher.keyByteCount))
        } catch {
            throw AttachmentError(error)
        }
        (self.blobRest, fileRest, type) = (blobRest, attachment.size, attachment.type)
        sealed.reserveCapacity(ChunkCipher.chunkByteCount + ChunkCipher.tagByteCount)
    }

    /// Takes the next bytes of the blob, and gives the bytes of the file that they complete; throws `cannotOpen`.
    package mutating func update<Failure: Error>(
        _ bytes: ArraySlice<UInt8>, to write: (Span<UInt8>) throws(Failure) -> Void
    ) throws {
        var rest = bytes
        while !rest.isEmpty {
            let chunkByteCount = min(ChunkCipher.chunkByteCount + ChunkCipher.tagByteCount, sealed.count + blobRest)
            let part = rest.prefix(chunkByteCount - sealed.count)
            guard !part.isEmpty else { throw AttachmentError(.badSize, "the blob is longer than its descriptor says") }
            sealed.append(contentsOf: part)
            blobRest -= part.count
            rest = rest.dropFirst(part.count)
            if sealed.count == chunkByteCount { try open(to: write) }
        }
    }

    /// Throws `badSize` before the end of the blob, and `wrongContent` for a file that begins unlike its type.
    package func finish() throws(AttachmentError) {
        guard blobRest == 0, sealed.isEmpty else {
            throw AttachmentError(.badSize, "the blob is shorter than its descriptor says")
        }
        guard let type = AttachmentType(rawValue: type) else { return }
        guard let found = AttachmentType(signature: beginning), found.isContent(of: type) else {
            throw AttachmentError(.wrongContent, "the first bytes of the file are not those of \(type.rawValue)")
        }
    }

    private mutating func open<Failure: Error>(to write: (Span<UInt8>) throws(Failure) -> Void) throws {
        opened.removeAll(keepingCapacity: true)
        do throws(CryptoError) {
            try cipher.open(sealed.slice.span, index: index, isLast: blobRest == 0, appendingTo: &opened)
        } catch {
            throw AttachmentError(.cannotOpen, "chunk \(index) of the blob does not open")
        }
        sealed.removeAll(keepingCapacity: true)
        index += 1
        let file = opened.prefix(fileRest)
        guard opened[file.count...].allSatisfy({ $0 == 0 }) else {
            throw AttachmentError(.cannotOpen, "the padding of the blob is not zero")
        }
        fileRest -= file.count
        if beginning.isEmpty { beginning = Array(file.prefix(AttachmentType.signatureSize)) }
        try write(file.span)
    }
}
