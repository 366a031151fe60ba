import Foundation
import PushPayload
import StrictJSON
import TestSupport
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("Messages between host and extension")
struct MessageTests {
    /// The innermost of 512 containers holds an empty one: the deepest that a `userInfo` may be.
    @Test("userInfo crosses the channel unchanged, at its greatest depth and with strings that look like tags")
    func userInfo() throws {
        var deepest: [Any] = []
        for _ in 1..<512 { deepest = [deepest] }
        let info: [AnyHashable: Any] = [
            "deepest": deepest, "$": "$", "tags": ["$s", "$t0", "$dAAE=", "$ninf", "$\u{301}", ""],
        ]
        let content = UNMutableNotificationContent()
        content.title = "title"
        content.userInfo = info
        let frozen = FrozenContent(content)
        #expect(frozen.userInfoProblem == nil)
        let sent = ExtensionMessage.event(number: 1, .answered(frozen), service: nil)
        var frames = Frames()
        frames.take(try #require(Frames.bytes(of: sent)))
        let received = try #require(try frames.next(ExtensionMessage.self))
        guard case .event(_, .answered(let back), _) = received else { throw BadFrame() }
        #expect(back.json == frozen.json)
        #expect(back.content.userInfo as NSDictionary == info as NSDictionary)
    }

    @Test("the options of a thumbnail cross the channel, and a rectangle that is not a part of the image is ignored")
    func thumbnail() throws {
        let content = UNMutableNotificationContent()
        try withTemporaryFile(named: "a.png") { url in
            content.attachments = [
                try UNNotificationAttachment(
                    identifier: "a", url: url,
                    options: [
                        UNNotificationAttachmentOptionsThumbnailHiddenKey: true,
                        UNNotificationAttachmentOptionsThumbnailClippingRectKey:
                            CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5).dictionaryRepresentation,
                    ])
            ]
        }
        let sent = try JSONEncoder().encode(FrozenContent(content))
        let received = try JSONDecoder().decode(FrozenContent.self, from: sent).content.attachments.first
        #expect(received?.isThumbnailHidden == true)
        #expect(received?.thumbnailClippingRect == CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5))
        let changed = String(decoding: sent, as: UTF8.self).replacing(
            "[[0.25,0.25],[0.5,0.5]]", with: "[[0.25,0.25],[9,0.5]]")
        let other = try JSONDecoder().decode(FrozenContent.self, from: Data(changed.utf8)).content.attachments.first
        #expect(other?.isThumbnailHidden == true)
        #expect(other?.thumbnailClippingRect == nil)
    }

    @Test("a string is sent as it is, unless it looks like a tag")
    func strings() {
        #expect(PropertyListValue.string("text").message == "text")
        #expect(PropertyListValue.string("$text").message == "$s$text")
    }

    @Test(
        "a value with an unknown tag, or without what its tag announces, is no property list, however deep it is",
        arguments: ["$", "$x", "$n1", "$n", "$tx", "$d*"])
    func invalidValue(text: String) {
        for message in [.string(text), [1, .string(text)], ["a": 1, "b": .string(text)]] as [JSONValue] {
            #expect(PropertyListValue(message: message) == nil)
        }
    }

    @Test(
        "a process to which the host sends what is no message ends with exit code 65",
        arguments: [[0, 0, 0, 2, 0x7B, 0x7D], [0, 0, 0, 1, 0x7B], [0xFF, 0, 0, 0]] as [[UInt8]])
    func invalidMessage(bytes: [UInt8]) async throws {
        let process = try SpawnedProcess.start(
            Specimens.executable, arguments: [], environment: [:], channelDescriptor: ExtensionProcess.descriptor,
            passesStandardError: false)
        process.channel.send(bytes)
        let end = try await onOwnThread { process.reap(waiting: true) }
        #expect(end == "exited with code 65")
    }
}
