import Foundation
import Testing
import UserNotifications

/// Runs the body with a file that exists, and removes it.
func withTemporaryFile(named name: String, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent(name)
    try Data("file".utf8).write(to: url)
    try body(url)
}

@Suite("Sounds, attachments and errors behave as Apple's do")
struct FrameworkTests {
    @Test("sounds that play the same are equal")
    func soundEquality() {
        #expect(UNNotificationSound.default == UNNotificationSound.default)
        #expect(UNNotificationSound(named: .init("a.caf")) == UNNotificationSound(named: .init("a.caf")))
        #expect(UNNotificationSound(named: .init("a.caf")) != UNNotificationSound(named: .init("b.caf")))
        #expect(UNNotificationSound.default != UNNotificationSound.defaultCritical)
        #expect(
            UNNotificationSound.criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.5)
                != UNNotificationSound.criticalSoundNamed(.init("a.caf"), withAudioVolume: 1)
        )
    }

    @Test("interruption levels have Apple's numbers", arguments: [(0, "passive"), (3, "critical")])
    func levels(number: UInt, name: String) throws {
        let level = try #require(UNNotificationInterruptionLevel(rawValue: number))
        #expect(String(describing: level) == name)
    }

    @Test(
        "the type of an attachment follows from the file name",
        arguments: [("a.png", "public.png"), ("a.JPG", "public.jpeg"), ("a.m4a", "public.mpeg-4-audio")]
    )
    func attachmentType(name: String, type: String) throws {
        try withTemporaryFile(named: name) { url in
            let attachment = try UNNotificationAttachment(identifier: "", url: url, options: nil)
            #expect(attachment.type == type)
        }
    }

    @Test("a type hint precedes the file name")
    func attachmentHint() throws {
        try withTemporaryFile(named: "a.tmp") { url in
            let options = [UNNotificationAttachmentOptionsTypeHintKey: "public.png"]
            let attachment = try UNNotificationAttachment(identifier: "", url: url, options: options)
            #expect(attachment.type == "public.png")
        }
    }

    @Test("an attachment without an identifier gets one of its own")
    func attachmentIdentifier() throws {
        try withTemporaryFile(named: "a.png") { url in
            let one = try UNNotificationAttachment(identifier: "", url: url)
            let other = try UNNotificationAttachment(identifier: "", url: url)
            #expect(!one.identifier.isEmpty)
            #expect(one.identifier != other.identifier)
        }
    }

    @Test(
        "a thumbnail can be hidden",
        arguments: [(true, true), (1, true), (false, false), ("true", false)] as [(any Sendable, Bool)])
    func hiddenThumbnail(value: any Sendable, isHidden: Bool) throws {
        try withTemporaryFile(named: "a.png") { url in
            let options = [UNNotificationAttachmentOptionsThumbnailHiddenKey: value]
            let attachment = try UNNotificationAttachment(identifier: "a", url: url, options: options)
            #expect(attachment.isThumbnailHidden == isHidden)
            #expect(try !UNNotificationAttachment(identifier: "a", url: url).isThumbnailHidden)
        }
    }

    /// The clipping rectangle of an attachment with an option, of which it is the value.
    private func clippingRect(_ value: Any) throws -> CGRect? {
        var rect: CGRect?
        try withTemporaryFile(named: "a.png") { url in
            let options = [UNNotificationAttachmentOptionsThumbnailClippingRectKey: value]
            rect = try UNNotificationAttachment(identifier: "a", url: url, options: options).thumbnailClippingRect
        }
        return rect
    }

    @Test(
        "a thumbnail can be a part of an image",
        arguments: [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0.25, y: 0.5, width: 0.75, height: 0.25)])
    func clippedThumbnail(rect: CGRect) throws {
        #expect(try clippingRect(rect.dictionaryRepresentation) == rect)
        let members = ["X": rect.minX, "Y": rect.minY, "Width": rect.width, "Height": rect.height]
        #expect(try clippingRect(members.mapValues { Double($0) }) == rect)
    }

    @Test(
        "a clipping rectangle outside the image is ignored",
        arguments: [
            (-0.1, 0, 0.5, 0.5), (0, -0.1, 0.5, 0.5), (0.6, 0, 0.5, 0.5), (0, 0.6, 0.5, 0.5), (0, 0, 0, 1),
            (0, 0, 1, 0),
            (1, 1, -0.5, -0.5), (.nan, 0, 1, 1), (0, 0, 1, .nan), (0, 0, .infinity, 1), (0, 0, 300, 200),
        ] as [(Double, Double, Double, Double)])
    func invalidClipping(x: Double, y: Double, width: Double, height: Double) throws {
        #expect(
            try clippingRect(CGRect(x: x, y: y, width: width, height: height).dictionaryRepresentation) == nil)
    }

    @Test("a clipping rectangle that is not its dictionary is ignored")
    func clippingOfAnotherForm() throws {
        #expect(try clippingRect(CGRect(x: 0, y: 0, width: 1, height: 1)) == nil)
        #expect(try clippingRect(["X": 0, "Y": 0, "Width": 1]) == nil)
        #expect(try clippingRect(["X": 0, "Y": 0, "Width": 1, "Height": "1"] as [String: Any]) == nil)
    }

    @Test("a file type that Apple does not list is refused")
    func attachmentUnrecognized() throws {
        try withTemporaryFile(named: "a.heic") { url in
            #expect(throws: UNError(.attachmentUnrecognizedType)) {
                try UNNotificationAttachment(identifier: "a", url: url)
            }
        }
    }

    @Test("a URL that names no file is refused", arguments: ["file:///nowhere/a.png", "https://example.com/a.png"])
    func attachmentWithoutFile(address: String) throws {
        let url = try #require(URL(string: address))
        #expect(throws: UNError(.attachmentInvalidURL)) { try UNNotificationAttachment(identifier: "a", url: url) }
    }

    @Test("a folder is refused as an attachment")
    func attachmentFolder() throws {
        try withTemporaryFile(named: "a.png") { url in
            let folder = url.deletingLastPathComponent().appendingPathComponent("b.png")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            #expect(throws: UNError(.attachmentInvalidURL)) {
                try UNNotificationAttachment(identifier: "a", url: folder)
            }
        }
    }

    @Test("an error is caught by Apple's name and seen as NSError by its number")
    func errors() {
        do {
            throw UNError(.attachmentUnrecognizedType)
        } catch UNError.attachmentInvalidURL {
            Issue.record("caught as another code")
        } catch UNError.attachmentUnrecognizedType {
            let seen = UNError(.attachmentUnrecognizedType) as NSError
            #expect(seen.domain == "UNErrorDomain")
            #expect(seen.code == 101)
        } catch {
            Issue.record("not caught by its name")
        }
    }
}
