import Foundation
import PushPayload
import StrictJSON
import Testing
import UserNotifications

@testable import ExtensionHost

/// The host keeps a payload as JSON beside the content and makes Foundation's objects only for one who asks; nobody may
/// notice.
@Suite("userInfo is made when it is asked for, and says the same")
struct DeferredUserInfoTests {
    static func isDeferred(_ payload: Payload) -> Bool { UserInfo(payload).known != nil }

    /// Texts of numbers in every form that a provider's library might write.
    static let numbers: [String] = {
        var generator = SystemRandomNumberGenerator()
        func digits(_ count: Int) -> String {
            String((0..<count).map { _ in Character(String(Int.random(in: 0...9, using: &generator))) })
        }
        func integer(_ count: Int) -> String { String(Int.random(in: 1...9, using: &generator)) + digits(count - 1) }
        var texts = [
            "0", "-0", "0.0", "-0.5", "1.0", "1e2", "1E2", "0.10", "0.01", "0.00001", "100.0", "1e400", "-1e400",
            "5e-324", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616",
            "-9223372036854775808", "-9223372036854775809", "9007199254740993.5", "123456789012.345",
            "0.1000000000000001",
        ]
        for count in 1...24 {
            texts += [
                integer(count), "-" + integer(count), integer(count) + ".5", integer(count) + "." + digits(count),
            ]
            texts += ["0." + digits(count), "0.5" + digits(count), integer(1) + "." + digits(count) + "e" + digits(2)]
        }
        return texts
    }()

    @Test("a payload is kept as JSON only if Foundation's objects give every number back as it was written")
    func numbers() throws {
        var deferred = 0
        for text in Self.numbers {
            let payload = Payload(["n": .array([.number(try #require(JSONNumber(text: text)))])])
            guard Self.isDeferred(payload) else { continue }
            deferred += 1
            #expect(try Payload(userInfo: payload.userInfo) == payload, "\(text)")
        }
        #expect(deferred > 20)
    }

    @Test(
        "most numbers of payloads are given back",
        arguments: ["0", "7", "-7", "240.5", "0.8", "-12.25", "12345678901234567890"])
    func usualNumbers(text: String) throws {
        #expect(Self.isDeferred(Payload(["n": .number(try #require(JSONNumber(text: text)))])))
    }

    @Test("what Foundation's objects would change is made at once", arguments: ["-0", "1.0", "1e2", "0.10", "1e400"])
    func unusualNumbers(text: String) throws {
        #expect(!Self.isDeferred(Payload(["n": .number(try #require(JSONNumber(text: text)))])))
    }

    @Test("two names that Swift's strings hold for one are made at once, and one of them is left")
    func names() {
        let payload = Payload(["in": ["caf\u{E9}": 1, "cafe\u{301}": 2] as JSONValue])
        #expect(!Self.isDeferred(payload))
        #expect(Self.isDeferred(Payload(["in": ["café": 1, "cafe": 2] as JSONValue])))
        let members = UNMutableNotificationContent(payload).userInfo["in"] as? [String: Any]
        #expect(members?.count == 1)
    }

    @Test("what nests deeper than a payload may is made at once, and refused as ever")
    func depth() {
        func nested(_ depth: Int) -> Payload {
            Payload(["a": (1..<depth).reduce("bottom" as JSONValue) { inner, _ in [inner] }])
        }
        #expect(Self.isDeferred(nested(512)))
        #expect(!Self.isDeferred(nested(513)))
        #expect(
            FrozenContent(UNMutableNotificationContent(nested(513))).userInfoProblem
                == "containers nest deeper than 512")
    }

    @Test("a sealed push goes its whole way as JSON, and the screen's userInfo is that of its payload")
    func sealed() async throws {
        let bank = try Bank()
        let delivery = await ExtensionHost { bank.service() }.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.fields.userInfo.known?.root == Bank.payment.root)
        #expect(delivery.original.fields.userInfo.known != nil)
        #expect(try Payload(userInfo: delivery.content.userInfo) == Bank.payment)
        #expect(delivery.json["content"]?.objectValue?["userInfo"] == .object(Bank.payment.root))
    }

    @Test("what an extension changes in userInfo is what is shown, and neither the original nor the next push has it")
    func changed() async throws {
        let host = ExtensionHost {
            Changing {
                $0.userInfo["order"] = ($0.userInfo["order"] as? Int ?? 0) + 1
                $0.userInfo["aps"] = nil
                $0.userInfo["new"] = ["a": [true, 0.5]] as [String: Any]
            }
        }
        for _ in 0..<2 {
            let delivery = await host.deliver(.ordinary)
            #expect(delivery.outcome == .modified)
            #expect(delivery.content.userInfo["order"] as? Int == 18)
            #expect(delivery.content.userInfo["aps"] == nil)
            #expect(delivery.json["content"]?.objectValue?["userInfo"] == ["order": 18, "new": ["a": [true, 0.5]]])
            #expect(delivery.original.userInfo["order"] as? Int == 17)
            #expect(try Payload(userInfo: delivery.original.userInfo) == .ordinary)
        }
    }

    @Test("an extension that only reads userInfo changes nothing")
    func read() async {
        let host = ExtensionHost { Changing { $0.userInfo = $0.userInfo } }
        let delivery = await host.deliver(.ordinary)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.json["content"]?.objectValue?["userInfo"] == .object(Payload.ordinary.root))
    }

    @Test("many threads may be the first to ask")
    func threads() async {
        for _ in 0..<20 {
            let content = UNMutableNotificationContent(.ordinary).frozenCopy()
            let asked = FrozenContent(content)
            await withTaskGroup(of: Int?.self) { group in
                for _ in 0..<8 { group.addTask { asked.content.userInfo["order"] as? Int } }
                for await order in group { #expect(order == 17) }
            }
        }
    }
}
