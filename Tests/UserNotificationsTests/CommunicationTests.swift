import ExtensionHost
import Foundation
import PhoneState
import PushPayload
import Testing
import UserNotifications

@Suite("Communication notifications of another process")
struct CommunicationTests {
    let phone = Phone(entitlements: Entitlements(showsCommunication: true))

    @Test("a donation in an extension's own process is on the phone, and the sender's picture crosses the process")
    func process() async throws {
        let host = Specimens.host(on: phone)
        var push = Payload([
            "aps": ["alert": ["title": "Jane", "body": "Lunch?"], "mutable-content": 1]
        ])
        push["do"] = "communicate"
        let delivery = await host.deliver(push)
        await host.shutDown()
        #expect(delivery.message?.sender == "Jane")
        #expect(delivery.message?.picture == .data(Data([1, 2, 255])))
        #expect(phone.donatedInteractions.map(\.conversation) == ["conversation-1"])
        let content = try #require(phone.deliveredNotifications.first).request.content
        #expect(content.communication?.sender == "Jane")
    }
}
