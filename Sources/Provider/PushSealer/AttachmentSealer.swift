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
    private var sealer: BlobSealer

    /// Starts a blob; throws `AttachmentError` with `unavailable` without memory for its key.
    public init() throws(AttachmentError) { sealer = try BlobSealer() }

    /// Takes the next bytes of the file, and returns the bytes of the blob that are complete, at most 64 KiB more than it was given.
    ///
    /// - Throws: `AttachmentError` with `tooLarge` above 50 MB.
    public mutating func update(_ bytes: [UInt8]) throws(AttachmentError) -> [UInt8] {
        var blob: [UInt8] = []
        try sealer.update(bytes.slice, appendingTo: &blob)
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
        var blob: [UInt8] = []
        let attachment = try sealer.finish(url: url, type: type, thumbnail: thumbnail, appendingTo: &blob)
        return (blob, attachment)
    }

    /// Seals a file in constant memory to a blob, which replaces a file of that name once it is complete.
    ///
    /// - Throws: `AttachmentError` as ``finish(url:type:thumbnail:)`` does; with `unavailable` if a file cannot be read or
    ///   written.
    public static func seal(
        fileAt path: String, to blob: String, url: String, type: String, thumbnail: [UInt8]? = nil
    ) throws(AttachmentError) -> SealedAttachment {
        try SealedAttachment.seal(file: path, to: blob, url: url, type: type, thumbnail: thumbnail)
    }
}
