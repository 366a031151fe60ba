public import Foundation
package import PushPayload

/// A hint about the file's type, as a uniform type identifier, which takes precedence over the file name's extension.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// Whether the thumbnail is hidden.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The part of the image that becomes the thumbnail.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The frame of an animation, or the second of a movie, that becomes the thumbnail.
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A media file that is shown with a notification.
///
/// The file is neither opened nor moved here: a phone does both after the extension has finished.
open class UNNotificationAttachment: NSObject, NSCopying {
    /// The attachment's identifier, unique within its notification.
    public let identifier: String
    /// The URL of the file.
    public let url: URL
    /// The uniform type identifier, `public.png` for example.
    public let type: String

    package init(identifier: String, url: URL, checkedType type: AttachmentType) {
        self.identifier = identifier
        self.url = url
        self.type = type.rawValue
    }

    /// Creates an attachment from a file on disk.
    ///
    /// - Parameters:
    ///   - identifier: the attachment's identifier; an empty one is replaced by a unique one.
    ///   - url: a file URL. Its extension determines the type unless the options contain a type hint.
    ///   - options: the keys `UNNotificationAttachmentOptions…Key`; only the type hint has an effect here.
    /// - Throws: `UNError` with `attachmentInvalidURL` if the URL is not that of a readable file, with
    ///   `attachmentUnrecognizedType` if Apple does not list the type.
    public convenience init(identifier: String, url: URL, options: [AnyHashable: Any]? = nil) throws {
        guard url.isFileURL,
            let found = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isRegularFileKey]),
            found.isRegularFile == true,
            FileManager.default.isReadableFile(atPath: url.path)
        else { throw UNError(.attachmentInvalidURL) }
        let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
        guard let type = hint.map(AttachmentType.init(rawValue:)) ?? AttachmentType(fileExtension: url.pathExtension)
        else { throw UNError(.attachmentUnrecognizedType) }
        self.init(identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: url, checkedType: type)
    }

    /// Returns the attachment itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}
