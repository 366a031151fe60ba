import PushPayload
import ServiceExtension
import Testing
import UserNotifications

/// A forged placeholder beside an envelope that opens and says nothing about the alert: a badge, for example.
@Suite("Of a placeholder that was changed on the way nothing is shown")
struct ChangedPlaceholderTests {
    /// The bank's app, with a text of its own if it has one.
    final class Service: BankService {
        let generic: Alert?
        let isStrict: Bool

        init(_ bank: Bank, generic: Alert? = nil, isStrict: Bool = false) {
            self.generic = generic
            self.isStrict = isStrict
            super.init(keys: bank.keys)
        }

        override var genericAlert: Alert { generic ?? super.genericAlert }
        override var requiresSealed: Bool { isStrict }
    }

    static func forged(_ bank: Bank, protectsVisiblePart: Bool = true) throws -> Payload {
        let payload = Payload(["aps": ["badge": 7, "sound": "default"], "unread": 7])
        var sealed = try bank.seal(payload, protectsVisiblePart: protectsVisiblePart)
        sealed.aps.alert = Alert(title: "Your bank", subtitle: "urgent", body: "Call this number")
        return sealed
    }

    static func texts(_ content: UNNotificationContent) -> [String] { [content.title, content.subtitle, content.body] }

    @Test("an opened push without text shows the generic text, with its own badge and sound", arguments: [true, false])
    func generic(isStrict: Bool) async throws {
        let bank = try Bank()
        let delivery = await ExtensionHost { Service(bank, isStrict: isStrict) }.deliver(try Self.forged(bank))
        #expect(delivery.outcome == .opened)
        #expect(delivery.reason?.code == .visiblePartChanged)
        #expect(Self.texts(delivery.content) == ["New notification", "", ""])
        #expect(delivery.content.badge == 7)
        #expect(delivery.content.sound == .default)
        #expect(delivery.content.userInfo["unread"] as? Int == 7)
        #expect(delivery.content.userInfo["sealed"] == nil)
    }

    @Test("the generic text is the app's own")
    func own() async throws {
        let bank = try Bank()
        let host = ExtensionHost { Service(bank, generic: Alert(title: "Example Bank", body: "Open the app")) }
        let delivery = await host.deliver(try Self.forged(bank))
        #expect(Self.texts(delivery.content) == ["Example Bank", "", "Open the app"])
    }

    @Test("a placeholder that the provider left unprotected is kept, but not by a service that requires the seal")
    func unprotected() async throws {
        let bank = try Bank()
        let push = try Self.forged(bank, protectsVisiblePart: false)
        let kept = await ExtensionHost { Service(bank) }.deliver(push)
        #expect(kept.outcome == .opened)
        #expect(Self.texts(kept.content) == ["Your bank", "urgent", "Call this number"])
        let strict = await ExtensionHost { Service(bank, isStrict: true) }.deliver(push)
        #expect(strict.outcome == .opened)
        #expect(Self.texts(strict.content) == ["New notification", "", ""])
    }
}
