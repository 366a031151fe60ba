import Foundation
import MobileCoreServices
import Testing
import UniformTypeIdentifiers
import UserNotifications

@Suite("Uniform type identifiers")
struct TypeIdentifierTests {
    @Test(
        "a type has its identifier, its extension and its MIME type",
        arguments: [
            (UTType.png, "public.png", "png", "image/png"),
            (.jpeg, "public.jpeg", "jpeg", "image/jpeg"),
            (.gif, "com.compuserve.gif", "gif", "image/gif"),
            (.mp3, "public.mp3", "mp3", "audio/mpeg"),
            (.mpeg4Movie, "public.mpeg-4", "mp4", "video/mp4"),
        ])
    func tags(type: UTType, identifier: String, fileExtension: String, mimeType: String) {
        #expect(type.identifier == identifier)
        #expect(type.preferredFilenameExtension == fileExtension)
        #expect(type.preferredMIMEType == mimeType)
        #expect(UTType(identifier) == type)
        #expect(UTType(filenameExtension: fileExtension.uppercased()) == type)
        #expect(UTType(mimeType: mimeType) == type)
    }

    @Test("a type conforms to itself and to what it is a kind of, and to nothing else")
    func conformance() {
        #expect(UTType.png.conforms(to: .png))
        #expect(UTType.png.conforms(to: .image))
        #expect(UTType.png.conforms(to: .item))
        #expect(!UTType.png.conforms(to: .audio))
        #expect(!UTType.png.isSubtype(of: .png))
        #expect(UTType(filenameExtension: "mp4", conformingTo: .image) == nil)
        #expect(UTType("com.example.unknown") == nil)
    }

    @Test("an attachment takes a type hint from UTType and from the older constants")
    func hints() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "hint-\(UUID().uuidString).data")
        try Data([0x89]).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let hints: [Any] = [UTType.png.identifier, kUTTypePNG]
        for hint in hints {
            let options = [UNNotificationAttachmentOptionsTypeHintKey: hint]
            #expect(try UNNotificationAttachment(identifier: "", url: file, options: options).type == "public.png")
        }
    }
}
