import Foundation
import PushPayload
import StrictJSON
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("userInfo goes from the payload to the extension and to the screen")
struct DeliveredUserInfoTests {
    @Test("of two canonically equivalent names, one remains")
    func names() {
        let payload = Payload(["in": ["caf\u{E9}": 1, "cafe\u{301}": 2] as JSONValue])
        let members = UNMutableNotificationContent(payload).userInfo["in"] as? [String: Any]
        #expect(members?.count == 1)
    }

    @Test(
        "user info that nests deeper than a payload is refused",
        arguments: [(512, nil), (513, "containers nest deeper than 512")])
    func depth(depth: Int, problem: String?) {
        let payload = Payload(["a": (1..<depth).reduce("bottom" as JSONValue) { inner, _ in [inner] }])
        #expect(FrozenContent(UNMutableNotificationContent(payload)).userInfoProblem == problem)
    }

    @Test("the screen's userInfo is that of the sealed payload")
    func sealed() async throws {
        let bank = try Bank()
        let delivery = await ExtensionHost { bank.service() }.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(try Payload(userInfo: delivery.content.userInfo) == Bank.payment)
        #expect(delivery.json["content"]?.objectValue?["userInfo"] == .object(Bank.payment.root))
    }

    @Test("an extension's change to userInfo is shown, and affects neither the original nor the next push")
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
}
