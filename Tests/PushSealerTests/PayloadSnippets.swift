import Foundation
import KeyManagement
import PushSealer
import Testing

/// The examples of Documentation/payload.md that seal; PayloadLintTests compares them with the page.
@Suite("The examples of payload.md that seal")
struct PayloadSnippets {
    struct Order: Encodable {
        let id: UInt64
        let total: Decimal
    }

    @Test("an order is a member, and its push has options")
    func order() throws {
        let sealer = try Sealer(from: .generate(name: "shop", role: .provider), topic: "com.example.app")
        let phone = try Keyring.generate(name: "phone", role: .device).recipient.key

        var payload = Payload(alert: Alert(title: "Order shipped"))
        payload["order"] = try JSONValue(encoding: Order(id: 7, total: 240.1))

        let options = SealOptions(
            visible: ["aps.badge"], collapseID: "order-7",
            overflow: [.shorten("aps.alert.body"), .drop("/com.example.app/thumbnail")])
        let push = try sealer.seal(payload, to: phone, options: options)

        #expect(push.headers.collapseID == "order-7" && push.changes.isEmpty)
    }
}
