import PushPayload
import StrictJSON
import Synchronization
import Testing
import UserNotifications

@testable import ExtensionHost

/// An intermediary edits what travels beside an envelope that opens.
@Suite("Nothing that travels in the clear is delivered")
struct VisiblePartTests {
    /// The bank's app with a generic text of its own.
    final class Service: BankService {
        let isStrict: Bool

        init(_ bank: Bank, isStrict: Bool = false) {
            self.isStrict = isStrict
            super.init(keys: bank.keys)
        }

        override var genericAlert: Alert { Alert(title: "Example Bank", body: "Open the app") }
        override var requiresSealed: Bool { isStrict }
    }

    /// Payloads with and without alert text, and without anything that the system shows.
    static let payloads = [
        String(decoding: Bank.payment.serialized(), as: UTF8.self),
        #"{"aps":{"alert":"only a body"},"account":"DE89"}"#,
        #"{"aps":{"badge":7},"account":"DE89"}"#,
        #"{"aps":{"sound":"default"},"account":"DE89"}"#,
        #"{"aps":{"alert":{"title":""},"badge":7},"account":"DE89"}"#,
        #"{"account":"DE89"}"#,
    ]

    /// Members that stand in the clear and in the seal.
    static let visible: [PayloadPath] = [
        PayloadPath("aps.badge"), PayloadPath("aps.category"), PayloadPath("account"), PayloadPath("amount"),
    ]

    /// Every edit of one member: another value, an object, a null, removal; and every addition to an object.
    static func edits(of object: JSONObject) -> [(what: String, object: JSONObject)] {
        var edits: [(what: String, object: JSONObject)] = []
        func edit(_ what: String, _ change: (inout JSONObject) -> Void) {
            var changed = object
            change(&changed)
            edits.append((what, changed))
        }
        for (name, value) in [
            ("alert", ["title": "forged"]), ("badge", 99), ("sound", "forged.caf"), ("x", "forged"), ("y", .null),
        ] as [(String, JSONValue)] where !object.contains(name) {
            edit("\(name) added") { $0[name] = value }
        }
        for member in object where member.name != "sealed" {
            edit("\(member.name) removed") { $0[member.name.string] = nil }
            for value in ["forged", 99, true, .null, ["forged"], ["title": "forged"]] as [JSONValue] {
                edit("\(member.name) replaced by a \(value.kind)") { $0[member.name.string] = value }
            }
            for (what, inner) in Self.edits(of: member.value.objectValue ?? [:]) where member.value.objectValue != nil {
                edit("\(member.name): \(what)") { $0[member.name.string] = .object(inner) }
            }
        }
        return edits
    }

    /// The content that the service hands over for a body, called directly, since a host calls for alerts only.
    private static func delivered(_ body: Payload, by service: BankService) throws -> JSONObject {
        let answer = Mutex<JSONObject?>(nil)
        let content = UNMutableNotificationContent(body)
        service.didReceive(UNNotificationRequest(identifier: "one", content: content, trigger: nil)) { content in
            let json = FrozenContent(content).json
            answer.withLock { $0 = json }
        }
        return try #require(answer.withLock { $0 })
    }

    @Test(
        "a member edited, added or removed beside the envelope changes nothing in what is delivered",
        arguments: payloads, [false, true])
    func edited(text: String, isStrict: Bool) throws {
        let bank = try Bank()
        let payload = try Payload(parsing: Array(text.utf8))
        let sealed = try bank.seal(payload, visible: Self.visible)
        let expected = try Self.delivered(sealed, by: Service(bank, isStrict: isStrict))
        let isRestored = expected["userInfo"] == .object(payload.root)
        #expect(isRestored)
        let edits = Self.edits(of: sealed.root)
        #expect(edits.count > 30)
        let effective = try edits.filter { _, edited in
            try Self.delivered(Payload(edited), by: Service(bank, isStrict: isStrict)) != expected
        }
        #expect(effective.map(\.what) == [])
    }

    @Test("an opened badge or sound without alert text shows the generic text of the app, not the placeholder")
    func generic() async throws {
        let bank = try Bank()
        for aps in [["badge": 7], ["sound": "default"], ["badge": 7, "alert": ["title": ""]]] as [JSONValue] {
            for isStrict in [false, true] {
                let sealed = try bank.seal(Payload(["aps": aps, "unread": 7]))
                let delivery = await ExtensionHost { Service(bank, isStrict: isStrict) }.deliver(sealed)
                #expect(delivery.outcome == .opened)
                #expect(delivery.reason == nil)
                #expect(delivery.extensionErrors.isEmpty)
                #expect(delivery.original.title == "New activity")
                #expect(delivery.content.title == "Example Bank")
                #expect(delivery.content.subtitle == "")
                #expect(delivery.content.body == "Open the app")
                #expect(delivery.content.userInfo["unread"] as? Int == 7)
                #expect(delivery.content.userInfo["sealed"] == nil)
            }
        }
    }

    @Test("a visible member is delivered from the envelope")
    func namedVisible() async throws {
        let bank = try Bank()
        var sealed = try bank.seal(visible: Self.visible)
        #expect(sealed.aps.badge == 3)
        sealed.aps.badge = 99
        sealed["account"] = "forged"
        let delivery = await ExtensionHost { bank.service() }.deliver(sealed)
        #expect(delivery.content.badge == 3)
        #expect(delivery.content.userInfo["account"] as? String == "DE89 3704 0044 0532 0130 00")
    }
}
