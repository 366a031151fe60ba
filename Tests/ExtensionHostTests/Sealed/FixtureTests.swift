import ExtensionHost
import Foundation
import PushPayload
import PushSealer
import StrictJSON
import Testing
import UserNotifications

/// The real payloads beside the tests, through the sealer and the extension.
@Suite("Every payload that shows an alert is delivered as it was sealed")
struct FixtureTests {
    static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/payloads/alert")

    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".json") }.sorted()

    @Test("there are payloads to deliver")
    func present() {
        #expect(Self.names.count > 10)
    }

    /// What Foundation's dictionaries cannot say exactly: 1e400, and two keys that differ only in normalization.
    static let inexact: Set = ["exact-numbers.json", "message-composed-and-decomposed.json"]

    @Test("what the app finds in userInfo is the payload", arguments: names)
    func delivered(name: String) async throws {
        let payload = try Payload(parsing: Array(Data(contentsOf: Self.folder.appending(path: name))))
        let bank = try Bank()
        let delivery = await ExtensionHost { bank.service() }.deliver(try bank.seal(payload))

        #expect(delivery.outcome == .opened)
        #expect(delivery.extensionErrors.isEmpty)
        #expect(delivery.content.userInfo["sealed"] == nil)
        #expect(delivery.json["content"]?.objectValue?["userInfo"] == .object(payload.root))
        if let title = payload.aps.alert?.title, !title.isEmpty {
            #expect(delivery.content.title == title)
        }
        #expect(delivery.content.badge?.intValue == payload.aps.badge)
        if !Self.inexact.contains(name) {
            let found = try Payload(userInfo: delivery.content.userInfo)
            #expect(Self.byValue(.object(found.root)) == Self.byValue(.object(payload.root)))
        }
    }

    @Test("the exceptions are real", arguments: inexact)
    func exception(name: String) throws {
        let payload = try Payload(parsing: Array(Data(contentsOf: Self.folder.appending(path: name))))
        let found = try? Payload(userInfo: payload.userInfo)
        #expect(found.map { Self.byValue(.object($0.root)) } != Self.byValue(.object(payload.root)))
    }

    /// The value with each number spelled in one way, since Foundation keeps what a number counts, not its spelling.
    private static func byValue(_ value: JSONValue) -> JSONValue {
        switch value {
        case .number(let number): .string("\(number.decimal)")
        case .array(let elements): .array(elements.map(byValue))
        case .object(let object): .object(JSONObject(object.members.map { ($0.name.string, byValue($0.value)) }))
        case .null, .bool, .string: value
        }
    }
}
