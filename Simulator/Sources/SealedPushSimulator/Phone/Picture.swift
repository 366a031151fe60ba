import ExtensionHost
import Foundation
import UserNotifications

/// A picture that the page can show, of an attachment or a communication notification: data or a file that begins as PNG, JPEG, GIF or WebP.
///
/// A picture from the app's bundle or the network is not shown; the page shows the sender's initials, as a phone does
/// without a picture.
struct Picture {
    /// The maximum size in bytes.
    private static let limit = 10_000_000

    let bytes: [UInt8]
    let mediaType: String

    init?(_ message: Communication) {
        switch message.picture {
        case .data(let data): self.init(data)
        case .url(let url) where url.isFileURL: self.init(Self.file(url))
        case .url, .named, .symbol, nil: return nil
        }
    }

    init?(_ attachment: UNNotificationAttachment) { self.init(Self.file(attachment.url)) }

    private init?(_ data: Data?) {
        guard let data, data.count <= Self.limit, let type = Self.mediaType(of: Array(data.prefix(12))) else {
            return nil
        }
        bytes = Array(data)
        mediaType = type
    }

    private static func file(_ url: URL) -> Data? {
        guard let values = try? url.resourceValues(forKeys: [.fileSizeKey, .isRegularFileKey]),
            values.isRegularFile == true, let size = values.fileSize, size <= limit
        else { return nil }
        return try? Data(contentsOf: url)
    }

    private static func mediaType(of start: [UInt8]) -> String? {
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if start.starts(with: Array("GIF8".utf8)) { return "image/gif" }
        if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).elementsEqual("WEBP".utf8) { return "image/webp" }
        return nil
    }
}

extension SimulatedPhone {
    /// Returns the picture of a push's notification, or of one of its attachments; nil if it has none that the page can show.
    func picture(ofPush number: Int, attachment index: Int?) -> Picture? {
        guard let delivery = inbox.read({ $0.entries[number]?.delivery }) else { return nil }
        guard let index else { return delivery.message.flatMap(Picture.init) }
        return delivery.content.attachments.dropFirst(index).first.flatMap(Picture.init)
    }
}
