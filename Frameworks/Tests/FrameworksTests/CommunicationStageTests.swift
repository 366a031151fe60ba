import ExtensionHost
import Foundation
import Intents
import KeyManagement
import PhoneState
import PushOpener
import PushSealer
import SealedNotifications
import Testing
import UserNotifications

nonisolated class BankNotificationService: SealedNotificationService {
    private let openingKeys: OpeningKeys

    init(_ keys: OpeningKeys) { openingKeys = keys }

    override var topic: String { "com.example.bank" }

    override func keys() throws -> OpeningKeys { openingKeys }
}

nonisolated final class MessageService: BankNotificationService {
    override var stages: [NotificationStage] {
        [
            NotificationStage("sender") { content, push in
                guard let sender = push.payload["sender"]?.stringValue else { return content }
                let person = INPerson(
                    personHandle: INPersonHandle(value: sender, type: .unknown), nameComponents: nil,
                    displayName: sender,
                    image: nil, contactIdentifier: nil, customIdentifier: nil)
                let intent = INSendMessageIntent(
                    recipients: nil, outgoingMessageType: .outgoingMessageText, content: content.body,
                    speakableGroupName: nil, conversationIdentifier: sender, serviceName: nil, sender: person,
                    attachments: nil)
                return try content.updating(from: intent)
            }
        ]
    }
}

@Suite("A stage that names the sender")
struct CommunicationStageTests {
    @Test("a stage names the sender, by new content")
    func sender() async throws {
        let device = try Keyring.generate(name: "phone", role: .device)
        let provider = try Keyring.generate(name: "bank", role: .provider)
        let sealer = try Sealer(from: provider, topic: "com.example.bank")
        var message = Payload(alert: Alert(title: "Message", body: "Lunch?"))
        message["sender"] = "Jane"
        let key = try #require(try device.primary.devicePublicKey)
        let push = try sealer.seal(message, to: key, placeholder: Placeholder(title: "New activity"))
        let keys = try OpeningKeys(device: device, provider: provider.publicHalf())
        let phone = Phone(entitlements: Entitlements(showsCommunication: true))
        let delivery = await ExtensionHost(phone: phone) { MessageService(keys) }
            .deliver(try Payload(parsing: push.body))
        #expect(delivery.stages.map(\.end) == [.done])
        #expect(delivery.message?.sender == "Jane")
        #expect(delivery.content.body == "Lunch?")
    }
}
