import ExtensionHost
import Foundation
import PushPayload
import Testing
import UserNotifications

/// Apple, "UNNotificationAttachment", table 1.
///
/// The beginnings are those that each format's specification gives.
@Suite("Attached files are checked by their content and size")
final class AttachmentTests {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]
    static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

    static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A file of that size; what follows the beginning takes no room on the disk.
    func file(_ name: String, _ beginning: [UInt8], size: Int? = nil) throws -> URL {
        let url = folder.appending(path: name)
        try Data(beginning).write(to: url)
        if let size {
            let handle = try FileHandle(forWritingTo: url)
            try handle.truncate(atOffset: UInt64(size))
            try handle.close()
        }
        return url
    }

    func deliver(_ files: [URL], _ change: (inout SystemPolicy) -> Void = { _ in }) async throws -> Delivery {
        var policy = SystemPolicy()
        change(&policy)
        let host = ExtensionHost(policy: policy) {
            Changing { content in
                content.body = "changed"
                content.attachments = files.compactMap { try? UNNotificationAttachment(identifier: "", url: $0) }
            }
        }
        return await host.deliver(.ordinary)
    }

    @Test(
        "every type of Apple's table is shown",
        arguments: [
            ("a.aiff", bytes("FORM\0\0\0\0AIFF")), ("a.aif", bytes("FORM\0\0\0\0AIFC")),
            ("a.wav", bytes("RIFF\0\0\0\0WAVE")), ("a.mp3", bytes("ID3\u{4}")), ("a.mp3", [0xFF, 0xFB, 0x90, 0]),
            ("a.m4a", bytes("\0\0\0 ftypM4A ")), ("a.m4a", bytes("\0\0\0 ftypmp42")), ("a.jpg", jpeg),
            ("a.gif", bytes("GIF89a")), ("a.png", png), ("a.mpg", [0, 0, 1, 0xBA, 0x21]),
            ("a.mpg", [0, 0, 1, 0xBA, 0x44]), ("a.m2v", [0, 0, 1, 0xB3]), ("a.mp4", bytes("\0\0\0 ftypisom")),
            ("a.avi", bytes("RIFF\0\0\0\0AVI ")),
        ]
    )
    func listed(name: String, beginning: [UInt8]) async throws {
        let delivery = try await deliver([file(name, beginning)])
        #expect(delivery.content.attachments.count == 1)
        #expect(delivery.extensionErrors.isEmpty)
    }

    /// home-assistant/mobile-apps-fcm-push #51.
    @Test(
        "an image is shown by its content, whatever image its file is named after",
        arguments: [("a.jpg", png), ("a.png", jpeg), ("a.jpeg", bytes("GIF89a")), ("a.gif", png)])
    func imageOfAnotherName(name: String, beginning: [UInt8]) async throws {
        let delivery = try await deliver([file(name, beginning)])
        #expect(delivery.content.attachments.map(\.url.lastPathComponent) == [name])
        #expect(delivery.extensionErrors.isEmpty)
    }

    @Test(
        "a file with other content than its type is dropped, and the rest is shown",
        arguments: [
            ("a.png", bytes("ID3\u{4}"), "attachmentCorrupt"), ("a.mp3", jpeg, "attachmentCorrupt"),
            ("a.mp4", bytes("RIFF\0\0\0\0AVI "), "attachmentCorrupt"), ("a.png", [], "attachmentUnrecognizedType"),
            ("a.png", bytes("<html>"), "attachmentUnrecognizedType"),
            ("a.jpg", bytes("\0\0\0 ftypheic"), "attachmentUnrecognizedType"),
            ("a.png", bytes("RIFF\0\0\0\0WEBP"), "attachmentUnrecognizedType"),
            ("a.mp4", bytes("\0\0\0 ftypqt  "), "attachmentUnrecognizedType"),
            ("a.mp3", [0xFF, 0xFD, 0x90], "attachmentUnrecognizedType"),
        ]
    )
    func otherContent(name: String, beginning: [UInt8], code: String) async throws {
        let delivery = try await deliver([file(name, beginning), file("good.png", Self.png)])
        #expect(delivery.outcome == .modified)
        #expect(delivery.content.body == "changed")
        #expect(delivery.content.attachments.map(\.url.lastPathComponent) == ["good.png"])
        #expect(delivery.extensionErrors.map(\.code) == [.badAttachment])
        #expect(delivery.extensionErrors.first?.explanation.hasPrefix("attachment 1, \(code): ") == true)
    }

    @Test(
        "a file may be as large as the table says, and not a byte larger",
        arguments: [
            ("a.mp3", bytes("ID3\u{4}"), 5_000_000), ("a.png", png, 10_000_000),
            ("a.avi", bytes("RIFF\0\0\0\0AVI "), 50_000_000), ("a.m4a", bytes("\0\0\0 ftypM4A "), 5_000_000),
        ]
    )
    func size(name: String, beginning: [UInt8], limit: Int) async throws {
        #expect(try await deliver([file(name, beginning, size: limit)]).extensionErrors.isEmpty)
        let larger = try await deliver([file(name, beginning, size: limit + 1)])
        #expect(larger.content.attachments.isEmpty)
        #expect(larger.extensionErrors.first?.explanation.contains("attachmentInvalidFileSize") == true)
    }

    @Test("the megabyte is a switch")
    func megabyte() async throws {
        let delivery = try await deliver([file("a.png", Self.png, size: 10 << 20)]) { $0.attachmentMegabyte = 1 << 20 }
        #expect(delivery.extensionErrors.isEmpty)
    }

    @Test("a file that is gone by the time of the check is dropped")
    func gone() async throws {
        let url = try file("a.png", Self.png)
        let host = ExtensionHost {
            Changing { content in
                content.body = "changed"
                content.attachments = [try? UNNotificationAttachment(identifier: "", url: url)].compactMap { $0 }
                try? FileManager.default.removeItem(at: url)
            }
        }
        let delivery = await host.deliver(.ordinary)
        #expect(delivery.content.attachments.isEmpty)
        #expect(delivery.extensionErrors.first?.explanation.contains("attachmentInvalidURL") == true)
    }

    @Test("a delivery has the options of the thumbnails, and the attachments without one")
    func thumbnails() async throws {
        let urls = try [file("a.png", Self.png), file("b.png", Self.png), file("c.png", Self.png)]
        let host = ExtensionHost {
            Changing { content in
                let part = CGRect(x: 0.25, y: 0.125, width: 0.5, height: 0.75).dictionaryRepresentation
                let options: [[AnyHashable: Any]?] = [
                    [UNNotificationAttachmentOptionsThumbnailHiddenKey: true],
                    [UNNotificationAttachmentOptionsThumbnailClippingRectKey: part], nil,
                ]
                content.attachments = zip(urls, options).compactMap { url, options in
                    try? UNNotificationAttachment(identifier: "", url: url, options: options)
                }
            }
        }
        let delivery = await host.deliver(.ordinary)
        let attachments = try #require(delivery.json["content"]?.objectValue?["attachments"]?.arrayValue)
        #expect(attachments.map { $0.objectValue?["thumbnailHidden"] } == [true, nil, nil])
        #expect(attachments.map { $0.objectValue?["thumbnailClippingRect"] } == [nil, [0.25, 0.125, 0.5, 0.75], nil])
    }

    @Test("with the policy's switch, a bad attachment shows the original")
    func original() async throws {
        let delivery = try await deliver([file("a.mp3", Self.jpeg)]) { $0.badAttachmentShowsOriginal = true }
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .badAttachment)
        #expect(delivery.content.body == "Open the app")
    }
}
