public import Foundation
package import PushPayload

/// A hint about the file's type, as a uniform type identifier, which takes precedence over the file name's extension.
public let UNNotificationAttachmentOptionsTypeHintKey = "UNNotificationAttachmentOptionsTypeHintKey"

/// Whether the thumbnail is hidden: an `NSNumber`.
public let UNNotificationAttachmentOptionsThumbnailHiddenKey = "UNNotificationAttachmentOptionsThumbnailHiddenKey"

/// The part of the image that becomes the thumbnail: the `dictionaryRepresentation` of a `CGRect` within the unit square.
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"

/// The frame of an animation, or the second of a movie, that becomes the thumbnail; it has no effect here.
public let UNNotificationAttachmentOptionsThumbnailTimeKey = "UNNotificationAttachmentOptionsThumbnailTimeKey"

/// A media file that is shown with a notification.
///
/// The file is neither opened nor moved here: a phone does both after the extension has finished.
open class UNNotificationAttachment: NSObject, SelfCopying {
    /// The attachment's identifier, unique within its notification.
    public let identifier: String
    /// The URL of the file.
    public let url: URL
    /// The uniform type identifier, `public.png` for example.
    public let type: String
    /// Whether the notification shows the attachment only when it is expanded.
    package let isThumbnailHidden: Bool
    /// The part of the image that is its thumbnail, within the unit square; nil for the whole image.
    package let thumbnailClippingRect: CGRect?

    /// Creates an attachment with a type of Apple's table; a rectangle that is not a part of the image is ignored.
    package init(
        identifier: String, url: URL, checkedType type: AttachmentType, isThumbnailHidden: Bool,
        thumbnailClippingRect: CGRect?
    ) {
        self.identifier = identifier
        self.url = url
        self.type = type.rawValue
        self.isThumbnailHidden = isThumbnailHidden
        self.thumbnailClippingRect = thumbnailClippingRect.flatMap { $0.isPartOfUnitSquare ? $0 : nil }
    }

    /// Creates an attachment from a file on disk; an empty identifier is replaced by a unique one.
    ///
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
        self.init(
            identifier: identifier.isEmpty ? UUID().uuidString : identifier, url: url, checkedType: type,
            isThumbnailHidden: (options?[UNNotificationAttachmentOptionsThumbnailHiddenKey] as? NSNumber)?.boolValue
                ?? false,
            thumbnailClippingRect: (options?[UNNotificationAttachmentOptionsThumbnailClippingRectKey] as? CFDictionary)
                .flatMap(CGRect.init(dictionaryRepresentation:)))
    }
}

extension CGRect {
    /// Whether the rectangle has an area, and lies within the unit square; not a number is outside.
    fileprivate var isPartOfUnitSquare: Bool {
        origin.x >= 0 && origin.y >= 0 && size.width > 0 && size.height > 0
            && origin.x + size.width <= 1 && origin.y + size.height <= 1
    }
}
