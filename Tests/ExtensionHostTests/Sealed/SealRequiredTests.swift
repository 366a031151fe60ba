import ExtensionHost
import Foundation
import Keychain
import PhoneState
import PushOpener
import PushPayload
import Testing
import UserNotifications

@Suite("A service that requires the seal shows nothing else than its generic text")
struct SealRequiredTests {
    /// A service that requires the seal.
    class Strict: BankService {
        override var requiresSealed: Bool { true }
    }

    /// A plain push with everything that a forger could want on the screen.
    static let forged = Payload([
        "aps": [
            "alert": ["title": "Your bank", "subtitle": "urgent", "body": "Call this number", "launch-image": "x"],
            "badge": 99, "sound": "alarm.caf", "category": "PAY", "thread-id": "t", "mutable-content": 1,
            "interruption-level": "critical", "target-content-id": "scene",
        ],
        "link": "https://evil.example",
    ])

    @Test("a plain push shows only the generic text")
    func plain() async throws {
        let bank = try Bank()
        let delivery = await ExtensionHost { Strict(keys: bank.keys) }.deliver(Self.forged)
        let content = delivery.content
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.reason?.code == .notSealed)
        #expect([content.title, content.subtitle, content.body] == ["New notification", "", ""])
        #expect(content.badge == nil)
        #expect(content.sound == nil)
        #expect(content.categoryIdentifier.isEmpty)
        #expect(content.threadIdentifier.isEmpty)
        #expect(content.launchImageName.isEmpty)
        #expect(content.targetContentIdentifier == nil)
        #expect(content.interruptionLevel == .active)
        #expect(content.userInfo.isEmpty)
    }

    @Test("a forged text beside an envelope that does not open is not shown either")
    func forgedPlaceholder() async throws {
        let bank = try Bank()
        var sealed = Self.forged
        sealed["sealed"] = try Bank().seal().root["sealed"]
        let delivery = await ExtensionHost { Strict(keys: bank.keys) }.deliver(sealed)
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.reason?.code.description == "unknownKey")
        #expect(delivery.content.title == "New notification")
        #expect(delivery.content.userInfo.count == 1)
        #expect(delivery.content.userInfo["sealed"] as? String == sealed.root["sealed"]?.stringValue)
    }

    @Test("the text may be the app's own")
    func ownText() async throws {
        final class Own: Strict {
            override var genericAlert: Alert { Alert(title: "Example Bank", body: "Open the app") }
        }
        let bank = try Bank()
        let delivery = await ExtensionHost { Own(keys: bank.keys) }.deliver(Self.forged)
        #expect([delivery.content.title, delivery.content.body] == ["Example Bank", "Open the app"])
    }

    @Test("a generic alert without text is replaced by the standard one")
    func emptyText() async throws {
        final class Empty: Strict {
            override var genericAlert: Alert { Alert() }
        }
        let bank = try Bank()
        #expect(
            await ExtensionHost { Empty(keys: bank.keys) }.deliver(Self.forged).content.title == "New notification")
    }

    @Test("a push that opens is shown as usual")
    func opened() async throws {
        let bank = try Bank()
        let delivery = await ExtensionHost { Strict(keys: bank.keys) }.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
    }

    @Test("before the first unlock no key can be read, and the placeholder is shown")
    func beforeFirstUnlock() async throws {
        let bank = try Bank()
        let store = KeychainKeyStore()
        let phone = Phone()
        _ = try phone.perform { try store.add(bank.device) }
        phone.restart()
        let host = ExtensionHost(phone: phone) {
            BankService { try OpeningKeys(device: store.keyring("device"), provider: bank.provider.publicHalf()) }
        }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.reason?.code == .keysUnavailable)
        #expect(delivery.reason?.explanation == "the device was not unlocked since it started")
        #expect(delivery.content.title == "New activity")
        phone.unlock()
        phone.lock()
        #expect(await host.deliver(try bank.seal()).outcome == .opened)
    }
}
