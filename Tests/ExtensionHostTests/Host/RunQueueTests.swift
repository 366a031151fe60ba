import Foundation
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("An extension that reports without end fills no memory")
struct RunQueueTests {
    private static func answer(_ body: String) -> RunEvent {
        let content = UNMutableNotificationContent()
        content.body = body
        return .of(.answered(FrozenContent(content)))
    }

    @Test("answers that follow each other are one entry, with the content that counts", arguments: [false, true])
    func answers(lastAnswerCounts: Bool) throws {
        var queue = RunQueue(lastAnswerCounts: lastAnswerCounts)
        for number in 1...1000 { _ = queue.append(Self.answer("\(number)"), at: .seconds(number)) }
        let entries = queue.takeAll()
        let entry = try #require(entries.first)
        #expect(entries.count == 1)
        #expect(entry.count == 1000)
        #expect(entry.time == .seconds(1))
        guard case .of(.answered(let frozen)) = entry.event else { throw CancellationError() }
        #expect(frozen.content.body == (lastAnswerCounts ? "1000" : "1"))
    }

    /// Four steps, each between two groups of answers.
    @Test("each step is queued once, so that the queue has at most nine entries of the extension")
    func bounded() {
        var queue = RunQueue(lastAnswerCounts: false)
        for _ in 1...1000 {
            for event in [ExtensionEvent.called, .returned, .expiryCalled, .expiryReturned] {
                _ = queue.append(Self.answer("a"), at: .zero)
                _ = queue.append(.of(event), at: .zero)
            }
        }
        let entries = queue.takeAll()
        #expect(entries.count == 9)
        let answers = entries.map { if case .of(.answered) = $0.event { $0.count } else { 0 } }
        #expect(answers.reduce(0, +) == 4000)
        let wakes = queue.append(.of(.called), at: .zero)
        #expect(!wakes)
    }

    @Test("every call of the handler is counted, and the first one is shown")
    func flood() async {
        final class Flooding: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                for number in 1...5000 {
                    let content = UNMutableNotificationContent()
                    content.body = "\(number)"
                    contentHandler(content)
                }
            }
        }
        let delivery = await ExtensionHost { Flooding() }.deliver(.ordinary)
        #expect(delivery.content.body == "1")
        #expect(delivery.extensionErrors.map(\.code) == [.handlerCalledAgain])
        #expect(delivery.extensionErrors.first?.explanation.contains(" 5000 times") == true)
    }
}
