import Foundation
import PushPayload
import StrictJSON
import Testing
import UserNotifications

@testable import ExtensionHost

/// Apple's contract as its pages state it ("Modifying content in newly delivered notifications",
/// "UNNotificationServiceExtension", the filtering entitlement's page).
@Suite("The host keeps the contract of notification service extensions")
struct ContractTests {
    static func payload(aps: JSONObject) -> Payload {
        Payload(["aps": .object(aps)])
    }

    static func marking(_ policy: SystemPolicy = SystemPolicy()) -> ExtensionHost {
        ExtensionHost(policy: policy) { Changing { $0.body = "changed" } }
    }

    @Test(
        "an extension is called for mutable-content 1 and an alert dictionary with title, subtitle or body",
        arguments: ["title", "subtitle", "body"])
    func called(part: String) async {
        let payload = Self.payload(aps: ["alert": [part: "text"] as JSONValue, "mutable-content": 1])
        let delivery = await Self.marking().deliver(payload)
        #expect(delivery.outcome == .modified)
        #expect(delivery.content.body == "changed")
        #expect(delivery.reason == nil)
        #expect(delivery.extensionErrors.isEmpty)
    }

    @Test(
        "an extension is not called for a silent push, nor for a sound or a badge alone",
        arguments: [
            ["content-available": 1], ["content-available": 1, "mutable-content": 1],
            ["sound": "default", "mutable-content": 1], ["badge": 1, "mutable-content": 1],
        ] as [JSONObject]
    )
    func notCalled(aps: JSONObject) async {
        await notCalled(aps: aps, reason: "noAlert")
    }

    @Test(
        "an extension is not called without mutable-content 1, or without a text in the alert dictionary",
        arguments: [
            (["alert": [:], "mutable-content": 1], "noAlert"),
            (["alert": ["title": ""], "mutable-content": 1], "noAlert"),
            (["alert": ["title": "text"]], "notMutable"),
            (["alert": ["title": "text"], "mutable-content": 0], "notMutable"),
            (["alert": ["title": "text"], "mutable-content": "1"], "notMutable"),
            (["alert": "text", "mutable-content": 1], "alertIsText"),
        ] as [(JSONObject, String)]
    )
    func notCalled(aps: JSONObject, reason: String) async {
        let delivery = await Self.marking().deliver(Self.payload(aps: aps))
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code.description == reason)
        #expect(delivery.content.body != "changed")
        #expect(delivery.showsAlert == (reason != "noAlert"))
        #expect(delivery.timings.called == nil)
    }

    @Test("the extension gets the payload, its identifier and a push trigger")
    func request() async {
        final class Asking: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                let content = UNMutableNotificationContent()
                content.body = "\(request.identifier) \(request.trigger is UNPushNotificationTrigger)"
                content.subtitle = "\(request.content.userInfo["order"] as? Int ?? 0)"
                contentHandler(content)
            }
        }
        let delivery = await ExtensionHost { Asking() }.deliver(.ordinary, identifier: "push-1")
        #expect(delivery.content.body == "push-1 true")
        #expect(delivery.content.subtitle == "17")
    }

    @Test("the base class shows the push unchanged")
    func baseClass() async {
        let delivery = await ExtensionHost { UNNotificationServiceExtension() }.deliver(.ordinary)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.content.title == "New activity")
    }

    @Test("the first call of the handler wins, and the later ones are reported")
    func firstCallWins() async {
        let run = ExtensionHost { Repeating() }.start(.ordinary)
        let delivery = await run.delivery
        #expect(delivery.content.body == "1")
        #expect(delivery.extensionErrors.map(\.code) == [.handlerCalledAgain])
        #expect(run.handlerCalls == 3)
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

    @Test("content whose alert text was removed is ignored, and the original is shown")
    func alertTextRemoved() async {
        let host = ExtensionHost {
            Changing {
                $0.title = ""
                $0.body = ""
                $0.badge = 9
            }
        }
        let delivery = await host.deliver(.ordinary)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .alertTextRemoved)
        #expect(delivery.extensionErrors.map(\.code) == [.alertTextRemoved])
        #expect(delivery.content.title == "New activity")
        #expect(delivery.content.badge == 2)
    }

    @Test("changes after the content was handed over are not shown")
    func contentIsFrozen() async {
        final class Meddling: Changing {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                let content = UNMutableNotificationContent()
                let names = NSMutableArray(array: ["first"])
                content.body = "handed over"
                content.userInfo = ["names": names]
                contentHandler(content)
                content.body = "meddled with"
                names.add("second")
            }
        }
        let delivery = await ExtensionHost { Meddling { _ in } }.deliver(.ordinary)
        #expect(delivery.content.body == "handed over")
        #expect(delivery.content.userInfo["names"] as? [String] == ["first"])
    }

    @Test("user info that a property list cannot contain is refused and reported")
    func userInfoNotPropertyList() async {
        let host = ExtensionHost {
            Changing {
                $0.body = "changed"
                $0.userInfo = ["thread": Thread.current]
            }
        }
        let delivery = await host.deliver(.ordinary)
        #expect(delivery.content.body == "changed")
        #expect(delivery.content.userInfo["order"] as? Int == 17)
        #expect(delivery.extensionErrors.map(\.code) == [.userInfoNotPropertyList])
    }
}
