import Glibc
import UserNotifications

/// Inspects the files that an extension attaches, as the system does after the extension has finished.
///
/// The first bytes of a file determine its type. The rest of the file is not decoded.
struct AttachmentInspection {
    /// The reason why an attachment cannot be shown.
    struct Problem {
        let code: UNError.Code
        let explanation: String
    }

    /// The number of bytes in a megabyte, see `SystemPolicy.attachmentMegabyte`.
    let megabyte: Int

    /// Returns the problem of an attachment; nil if there is none.
    func problem(of attachment: UNNotificationAttachment) -> Problem? {
        guard attachment.url.isFileURL, let file = beginning(of: attachment.url.path) else {
            return Problem(code: .attachmentInvalidURL, explanation: "its file cannot be read")
        }
        guard let type = AttachmentType(signature: file.bytes) else {
            return Problem(
                code: .attachmentUnrecognizedType, explanation: "its content has a type that Apple does not list")
        }
        guard let declared = AttachmentType(rawValue: attachment.type), type.mayGo(by: declared) else {
            return Problem(
                code: .attachmentCorrupt, explanation: "its type is \(attachment.type), its content \(type.rawValue)")
        }
        // .m4a and .mp4 files have the same signature, so the declared kind determines the limit.
        let kind = declared.kind
        let limit = kind.megabytes * megabyte
        guard file.size <= limit else {
            return Problem(
                code: .attachmentInvalidFileSize,
                explanation: "expected at most \(limit) bytes for \(kind.rawValue), found \(file.size)")
        }
        return nil
    }

    /// Returns the first bytes of a regular file and its size; nil if the file is not regular or cannot be read.
    private func beginning(of path: String) -> (bytes: [UInt8], size: Int)? {
        // Opens without blocking: a named pipe at this path would block forever.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: AttachmentType.signatureSize) { buffer, filled in
            filled = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
        }
        return (bytes, Int(status.st_size))
    }
}
