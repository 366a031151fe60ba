package import CryptoPrimitives
import Platform
public import PushPayload
public import SealedEnvelope
import StrictJSON

/// Seals a picture, a sound or a video to a blob, which any host may serve, and to the descriptor that a payload carries.
///
///     let photo = try AttachmentSealer.seal(
///         fileAt: "photo.jpg", to: "photo.blob", url: "https://media.example.com/1", type: "public.jpeg")
///     payload.attachments = [photo]
///
/// Bytes that come in parts are sealed by a sealer of their own. Each blob has a key of its own; its descriptor may go to many
/// recipients.
public struct AttachmentSealer: ~Copyable {
    private let key: SecretMemory
    private let cipher: ChunkCipher
    private var digest = SHA256()
    private var chunk: [UInt8] = []
    private var index: UInt64 = 0
    private var byteCount = 0

    /// Starts a blob; throws `AttachmentError` with `unavailable` without memory for its key.
    public init() throws(AttachmentError) { try self.init(randomness: .system) }

    package init(randomness: Randomness) throws(AttachmentError) {
        (key, cipher) = try Self.newKey(from: randomness)
        chunk.reserveCapacity(ChunkCipher.chunkByteCount)
    }

    private static func newKey(from randomness: Randomness) throws(AttachmentError) -> (SecretMemory, ChunkCipher) {
        do throws(CryptoError) {
            let key = try SecretMemory(randomByteCount: ChunkCipher.keyByteCount, from: randomness)
            return (key, try Blob.cipher(key))
        } catch {
            throw AttachmentError(error)
        }
    }

    /// Takes the next bytes of the file, and returns the bytes of the blob that are complete, at most 64 KiB more than it was given.
    ///
    /// - Throws: `AttachmentError` with `tooLarge` above 50 MB.
    public mutating func update(_ bytes: [UInt8]) throws(AttachmentError) -> [UInt8] {
        byteCount += bytes.count
        guard byteCount <= Blob.maximumFileByteCount else {
            throw AttachmentError(.tooLarge, "expected a file of at most \(Blob.maximumFileByteCount) bytes")
        }
        var blob: [UInt8] = []
        try append(bytes.slice, appendingTo: &blob)
        return blob
    }

    /// Returns the last bytes of the blob, and its descriptor.
    ///
    /// - Parameters:
    ///   - url: the address where devices fetch the blob; https, without user information and fragment.
    ///   - type: the uniform type identifier of the file.
    ///   - thumbnail: a JPEG or PNG of at most 1,125 bytes, which is shown if the blob cannot be.
    /// - Returns: The last bytes and the descriptor.
    /// - Throws: `AttachmentError` with `tooLarge`: more than 10 MB of an image, 5 MB of a sound, 50 MB of a video; with
    ///   `invalidDescriptor` for an address or a thumbnail that no device accepts.
    public consuming func finish(
        url: String, type: String, thumbnail: [UInt8]? = nil
    ) throws(AttachmentError) -> (blob: [UInt8], attachment: SealedAttachment) {
        let limit = SealedAttachment.limit(ofType: type)
        guard byteCount <= limit else {
            throw AttachmentError(.tooLarge, "expected at most \(limit) bytes of \(type), found \(byteCount)")
        }
        guard SealedAttachment.host(of: url) != nil else {
            throw AttachmentError(
                .invalidDescriptor, "expected an address https://HOST/PATH without user information and fragment")
        }
        var blob: [UInt8] = []
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
        return (blob, attachment)
    }

    /// Seals a file in constant memory to a blob, which replaces a file of that name once it is complete.
    ///
    /// - Throws: `AttachmentError` as ``finish(url:type:thumbnail:)`` does; with `unavailable` if a file cannot be read or
    ///   written.
    public static func seal(
        fileAt path: String, to blob: String, url: String, type: String, thumbnail: [UInt8]? = nil
    ) throws(AttachmentError) -> SealedAttachment {
        try SealedAttachment.withFiles { () throws in
            let input = try ByteFile(reading: path)
            let output = try ByteFile(in: SealedAttachment.folder(of: blob), mode: 0o666)
            var sealer = try AttachmentSealer()
            var buffer: [UInt8] = []
            while try input.read(into: &buffer) {
                let part = try sealer.update(buffer)
                try output.write(part.slice.span)
            }
            let (rest, attachment) = try sealer.finish(url: url, type: type, thumbnail: thumbnail)
            try output.write(rest.slice.span)
            try output.rename(to: blob)
            return attachment
        }
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
