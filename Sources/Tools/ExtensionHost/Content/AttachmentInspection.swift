import Foundation
import Platform
import PushPayload
import UserNotifications

extension UNNotificationAttachment {
    /// Returns the reason why the system does not show the file, as after the extension has finished; nil if it does.
    ///
    /// The first bytes of a file determine its type. The rest of the file is not decoded.
    func problem(megabyte: Int) -> String? {
        guard url.isFileURL, let file = beginning else {
            return "\(UNError.attachmentInvalidURL): its file cannot be read"
        }
        guard let found = AttachmentType(signature: file.bytes) else {
            return "\(UNError.attachmentUnrecognizedType): its content has a type that Apple does not list"
        }
        guard let declared = AttachmentType(rawValue: type), found.mayGo(by: declared) else {
            return "\(UNError.attachmentCorrupt): its type is \(type), its content \(found.rawValue)"
        }
        // .m4a and .mp4 files have the same signature, so the declared kind determines the limit.
        let (kind, megabytes) = declared.kind
        guard file.size <= megabytes * megabyte else {
            let expected = "expected at most \(megabytes * megabyte) bytes for \(kind), found \(file.size)"
            return "\(UNError.attachmentInvalidFileSize): \(expected)"
        }
        return nil
    }

    /// The first bytes of a regular file and its size; nil if the file is not regular or cannot be read.
    private var beginning: (bytes: [UInt8], size: Int)? {
        var bytes: [UInt8] = []
        let target = url.resolvingSymlinksInPath()
        guard let file = try? ByteFile(reading: url.path), (try? file.read(into: &bytes)) != nil,
            let size = try? target.resourceValues(forKeys: [.fileSizeKey]).fileSize
        else { return nil }
        return (bytes, size)
    }
}

extension AttachmentType {
    /// Whether a phone shows a file of this type that is declared as `declared`.
    ///
    /// It shows an image by its content: a PNG in a file named `.jpg` was shown (home-assistant/mobile-apps-fcm-push #51).
    func mayGo(by declared: AttachmentType) -> Bool {
        isContent(of: declared) || kind.name == "image" && declared.kind.name == "image"
    }
}
