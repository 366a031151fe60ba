import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import StrictJSON
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("A sealed push is shown as its provider meant it")
struct OpeningTests {
    @Test("every field of the payload reaches the content, in every suite", arguments: SealingSuite.allCases)
    func opened(suite: SealingSuite) async throws {
        let bank = try Bank()
        let run = ExtensionHost { bank.service(for: suite) }.start(try bank.seal(suite: suite))
        let delivery = await run.delivery
        let content = delivery.content
        #expect(delivery.outcome == .opened)
        #expect(delivery.reason == nil)
        #expect(delivery.extensionErrors.isEmpty)
        #expect(run.handlerCalls == 1)
        #expect(content.title == "Payment received")
        #expect(content.subtitle.isEmpty)
        #expect(content.body == "€ 240 from Jane")
        #expect(content.badge == 3)
        #expect(content.sound == UNNotificationSound(named: .init("coins.caf")))
        #expect(content.threadIdentifier == "payments")
        #expect(content.categoryIdentifier == "PAYMENT")
        #expect(content.targetContentIdentifier == "giro")
        #expect(content.filterCriteria == "private")
        #expect(content.interruptionLevel == .timeSensitive)
        #expect(content.relevanceScore == 0.5)
        #expect(content.userInfo["account"] as? String == "DE89 3704 0044 0532 0130 00")
        #expect(delivery.original.title == "New activity")
    }

    @Test("the user info is the payload that was sealed, without the envelope", arguments: SealingSuite.allCases)
    func userInfo(suite: SealingSuite) async throws {
        let bank = try Bank()
        let sealed = try bank.seal(suite: suite)
        #expect(sealed.root["sealed"] != nil)
        let delivery = await ExtensionHost { bank.service(for: suite) }.deliver(sealed)
        #expect(try Payload(userInfo: delivery.content.userInfo) == Bank.payment)
    }

    @Test("a payload with a badge and a sound alone shows the generic text")
    func withoutText() async throws {
        let bank = try Bank()
        let payload = Payload(["aps": ["badge": 7, "sound": "default"], "unread": 7])
        let delivery = await ExtensionHost { bank.service() }.deliver(try bank.seal(payload))
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "New notification")
        #expect(delivery.content.body.isEmpty)
        #expect(delivery.content.badge == 7)
        #expect(delivery.content.sound == .default)
        #expect(delivery.content.userInfo["unread"] as? Int == 7)
    }

    @Test("a title of the placeholder that the payload lacks is gone")
    func removesPlaceholder() async throws {
        let bank = try Bank()
        let payload = Payload(["aps": ["alert": ["body": "only this"]]])
        let delivery = await ExtensionHost { bank.service() }.deliver(try bank.seal(payload))
        #expect(delivery.content.title.isEmpty)
        #expect(delivery.content.body == "only this")
    }

    @Test("a push without an envelope is shown unchanged, and no key is used")
    func notSealed() async {
        let service: @Sendable () -> BankService = {
            BankService {
                Issue.record("keys() was called")
                throw Bank.KeyMissing()
            }
        }
        let delivery = await ExtensionHost(extension: service).deliver(.ordinary)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .notSealed)
        #expect(delivery.content.title == "New activity")
        #expect(delivery.content.userInfo["order"] as? Int == 17)
    }

    @Test("a subclass may change the content that was opened")
    func decorated() async throws {
        final class Decorated: BankService {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                super.didReceive(request) { content in
                    guard let decorated = content.mutableCopy() as? UNMutableNotificationContent else { return }
                    decorated.subtitle = "Giro"
                    contentHandler(decorated)
                }
            }
        }
        let bank = try Bank()
        let host = ExtensionHost {
            Decorated { try OpeningKeys(device: bank.device, provider: bank.provider.publicHalf()) }
        }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.subtitle == "Giro")
        #expect(delivery.content.title == "Payment received")
    }

    @Test("a hundred pushes at once do not get in each other's way")
    func concurrently() async throws {
        let bank = try Bank()
        let host = ExtensionHost { bank.service() }
        try await withThrowingTaskGroup(of: (Int, Delivery).self) { group in
            for number in 0..<100 {
                let payload = Payload(["aps": ["alert": ["title": "Push \(number)"]], "number": .number(.init(number))])
                let sealed = try bank.seal(payload)
                group.addTask { (number, await host.deliver(sealed)) }
            }
            for try await (number, delivery) in group {
                #expect(delivery.outcome == .opened)
                #expect(delivery.content.title == "Push \(number)")
                #expect(delivery.content.userInfo["number"] as? Int == number)
            }
        }
    }

    @Test("a second call for the same push shows it again, and another request is refused")
    func replay() async throws {
        let bank = try Bank()
        let memory = ReplayMemory()
        let host = ExtensionHost {
            BankService(memory: memory) {
                try OpeningKeys(device: bank.device, provider: bank.provider.publicHalf())
            }
        }
        let sealed = try bank.seal()
        #expect(await host.deliver(sealed, identifier: "one").outcome == .opened)
        #expect(await host.deliver(sealed, identifier: "one").outcome == .opened)
        let replayed = await host.deliver(sealed, identifier: "two")
        #expect(replayed.outcome == .placeholder)
        #expect(replayed.reason?.code.description == "replayed")
    }
}
