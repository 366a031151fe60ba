import Foundation
import PhoneState
import PushOpener
import PushPayload
import Synchronization
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("The stages of a sealed notification service improve its content step by step")
struct StageTests {
    /// A service with stages.
    final class Staged: BankService {
        let steps: [NotificationStage]

        init(_ bank: Bank, _ steps: [NotificationStage]) {
            self.steps = steps
            super.init(keys: bank.keys)
        }

        override var stages: [NotificationStage] { steps }
    }

    /// A stage that adds a letter to the subtitle.
    static func adding(_ letter: String, _ pace: NotificationStage.Pace = .quick) -> NotificationStage {
        NotificationStage(letter, pace: pace) { content, _ in
            content.subtitle += letter
            return content
        }
    }

    /// A stage that throws after it has meddled with the content.
    static let failing = NotificationStage("failing") { content, _ in
        content.title = "half done"
        throw CancellationError()
    }

    @Test("quick stages run before slow ones, each kind in its own order")
    func order() async throws {
        let bank = try Bank()
        let host = ExtensionHost {
            Staged(bank, [Self.adding("a", .slow), Self.adding("b"), Self.adding("c", .slow), Self.adding("d")])
        }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.subtitle == "bdac")
        #expect(delivery.stages.map(\.name) == ["b", "d", "a", "c"])
        #expect(delivery.stages.allSatisfy { $0.end == .done })
        #expect(delivery.extensionErrors.isEmpty)
    }

    @Test("a stage gets the push that was opened")
    func push() async throws {
        let bank = try Bank()
        let host = ExtensionHost {
            Staged(
                bank,
                [
                    NotificationStage("account") { content, push in
                        content.subtitle = push.payload["account"]?.stringValue ?? "none"
                        return content
                    }
                ])
        }
        #expect(await host.deliver(try bank.seal()).content.subtitle == "DE89 3704 0044 0532 0130 00")
    }

    @Test("changes of a stage that throws are not shown, and the next one runs")
    func failure() async throws {
        let bank = try Bank()
        let host = ExtensionHost { Staged(bank, [Self.adding("a"), Self.failing, Self.adding("b")]) }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.content.subtitle == "ab")
        #expect(delivery.stages.map(\.end) == [.done, .failed, .done])
        #expect(delivery.stages.map(\.error) == [nil, "CancellationError", nil])
    }

    enum Trouble: Error {
        case first, second(String)
    }

    @Test(
        "the report has the type and the code of a stage's error, and none of its texts",
        arguments: [
            (KeyError(.notFound, "secret"), "KeyError notFound"), (URLError(.timedOut), "URLError -1001"),
            (NSError(domain: "secret", code: 7, userInfo: ["secret": "secret"]), "NSError 7"),
            (Trouble.first, "Trouble 1"), (Trouble.second("secret"), "Trouble 0"),
        ] as [(any Error & Sendable, String)])
    func errors(thrown: any Error & Sendable, expected: String) async throws {
        let bank = try Bank()
        let host = ExtensionHost { Staged(bank, [NotificationStage("failing") { _, _ in throw thrown }]) }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.stages.map(\.error) == [expected])
        #expect(delivery.json["stages"] == [["name": "failing", "end": "failed", "error": .string(expected)]])
    }

    @Test("a stage returns new content, such as that of a communication notification")
    func newContent() async throws {
        let bank = try Bank()
        let host = ExtensionHost {
            Staged(
                bank,
                [
                    NotificationStage("new") { content, _ in
                        let other = UNMutableNotificationContent()
                        other.title = "\(content.title) by card"
                        return other.copy() as? UNNotificationContent ?? other
                    }, Self.adding("a"),
                ])
        }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.content.title == "Payment received by card")
        #expect(delivery.content.subtitle == "a")
        #expect(delivery.content.body.isEmpty)
        #expect(delivery.stages.map(\.end) == [.done, .done])
    }

    @Test("a stage that removes the alert text changes nothing")
    func alertTextRemoved() async throws {
        let bank = try Bank()
        let host = ExtensionHost {
            Staged(
                bank,
                [
                    NotificationStage("blank") { content, _ in
                        content.title = ""
                        content.body = ""
                        return content
                    }
                ])
        }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.stages.map(\.end) == [.alertTextRemoved])
    }

    @Test(
        "a stage may leave nothing to be shown, and no sound or attachment alone",
        arguments: [(false, false), (true, false), (false, true)])
    func empty(hasSound: Bool, isAttached: Bool) async throws {
        let bank = try Bank()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        try Data(AttachmentTests.png).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let host = ExtensionHost(phone: Phone(entitlements: Entitlements(filtersNotifications: true))) {
            Staged(
                bank,
                [
                    NotificationStage("empty") { _, _ in
                        let content = UNMutableNotificationContent()
                        content.sound = hasSound ? .default : nil
                        if isAttached {
                            content.attachments = [try UNNotificationAttachment(identifier: "", url: file)]
                        }
                        return content
                    }
                ])
        }
        let delivery = await host.deliver(try bank.seal())
        let isShown = hasSound || isAttached
        #expect(delivery.outcome == (isShown ? .opened : .suppressed))
        #expect(delivery.stages.map(\.end) == [isShown ? .alertTextRemoved : .done])
    }

    @Test("expiry in a slow stage delivers the best so far, and cancels the stage")
    func expiry() async throws {
        let bank = try Bank()
        let clock = ManualClock()
        let (begun, reportBegun) = AsyncStream<Void>.makeStream()
        let (cancelled, reportCancelled) = AsyncStream<Void>.makeStream()
        let host = ExtensionHost(clock: clock) {
            Staged(
                bank,
                [
                    Self.adding("a"),
                    NotificationStage("endless", pace: .slow) { content, _ in
                        content.title = "never shown"
                        reportBegun.finish()
                        defer { reportCancelled.finish() }
                        try await Task.sleep(for: .seconds(3600))
                        return content
                    },
                    Self.adding("b", .slow),
                ])
        }
        let run = host.start(try bank.seal())
        for await _ in begun {}
        clock.advance(by: .seconds(30))
        let delivery = await run.delivery
        for await _ in cancelled {}
        #expect(delivery.outcome == .opened)
        #expect(delivery.reason?.code == .timeExpired)
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.content.subtitle == "a")
        #expect(delivery.stages.map(\.name) == ["a", "endless"])
        #expect(delivery.stages.map(\.end) == [.done, .cutOff])
        #expect(run.handlerCalls == 1)
    }

    @Test("no stage runs on a push that was refused")
    func refused() async throws {
        let bank = try Bank()
        let host = ExtensionHost { Staged(bank, [Self.adding("a")]) }
        let delivery = await host.deliver(try Bank().seal())
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.content.subtitle.isEmpty)
        #expect(delivery.stages.isEmpty)
    }

    @Test("one object called for two pushes calls both handlers")
    func twoCalls() async throws {
        let bank = try Bank()
        let (held, letGo) = AsyncStream<Void>.makeStream()
        let service = Staged(
            bank,
            [
                NotificationStage("held", pace: .slow) { content, push in
                    if push.payload["first"] == true { for await _ in held {} }
                    return content
                }
            ])
        let (titles, report) = AsyncStream<String>.makeStream()
        for (title, first) in [("one", true), ("two", false)] {
            let payload = Payload(["aps": ["alert": ["title": .string(title)]], "first": .bool(first)])
            let content = UNMutableNotificationContent(try bank.seal(payload))
            let request = UNNotificationRequest(identifier: title, content: content, trigger: nil)
            service.didReceive(request) { report.yield($0.title) }
        }
        var iterator = titles.makeAsyncIterator()
        #expect(await iterator.next() == "two")
        letGo.finish()
        #expect(await iterator.next() == "one")
    }
}
