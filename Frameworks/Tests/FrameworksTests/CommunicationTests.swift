import ExtensionHost
import Foundation
import Intents
import PhoneState
import PushPayload
import Testing
import UserNotifications

@Suite("Communication notifications")
struct CommunicationTests {
    let phone = Phone(entitlements: Entitlements(showsCommunication: true))

    private static let push = Payload([
        "aps": ["alert": ["title": "Jane", "body": "Lunch?"], "mutable-content": 1]
    ])

    private static func jane(_ image: INImage? = INImage(named: "jane.png")) -> INPerson {
        INPerson(
            personHandle: INPersonHandle(value: "jane@example.com", type: .emailAddress), nameComponents: nil,
            displayName: "Jane", image: image, contactIdentifier: nil, customIdentifier: "jane")
    }

    private static func message(
        from sender: INPerson? = jane(), to recipients: [INPerson]? = nil, group: String? = nil
    ) -> INSendMessageIntent {
        INSendMessageIntent(
            recipients: recipients, outgoingMessageType: .outgoingMessageText, content: "Lunch?",
            speakableGroupName: group.map { INSpeakableString(spokenPhrase: $0) },
            conversationIdentifier: "conversation-1", serviceName: nil, sender: sender, attachments: nil)
    }

    @Test("Apple's pattern: the message is donated, and the delivery says who the sender is and shows the picture")
    func direct() async throws {
        let host = ExtensionHost(phone: phone) {
            Updating { Self.message() }
        }
        let delivery = await host.deliver(Self.push)
        let message = try #require(delivery.message)
        #expect(delivery.outcome == .modified)
        #expect(message.sender == "Jane")
        #expect(message.handle == "jane@example.com")
        #expect(message.picture == .named("jane.png"))
        #expect(message.conversation == "conversation-1")
        #expect(message.group == nil)
        #expect(delivery.content.title == "Jane")
        #expect(delivery.content.body == "Lunch?")
        let report: JSONObject = [
            "sender": "Jane", "handle": "jane@example.com", "picture": ["named": "jane.png"],
            "conversation": "conversation-1",
        ]
        #expect(delivery.json["content"]?.objectValue?["message"] == .object(report))
        let donated = try #require(phone.donatedInteractions.first)
        #expect(donated.intent == "INSendMessageIntent")
        #expect(donated.direction == .incoming)
        #expect(donated.sender == "Jane")
        #expect(donated.conversation == "conversation-1")
    }

    @Test("without the entitlement the content is shown, and not the sender")
    func entitlement() async {
        let host = ExtensionHost(phone: phone.with(Entitlements())) { Updating { Self.message() } }
        let delivery = await host.deliver(Self.push)
        #expect(delivery.message == nil)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.content.body == "Lunch?")
        #expect(delivery.extensionErrors.map(\.code) == [.communicationNotAllowed])
    }

    @Test("a group has its name and its picture if there are other recipients than the user")
    func group() throws {
        let bob = INPerson(
            personHandle: INPersonHandle(value: "bob", type: .unknown),
            nameComponents: PersonNameComponents(givenName: "Bob", familyName: "Bird"), displayName: nil, image: nil,
            contactIdentifier: nil, customIdentifier: nil)
        let me = INPerson(
            personHandle: INPersonHandle(value: "me", type: .unknown), nameComponents: nil, displayName: nil,
            image: nil, contactIdentifier: nil, customIdentifier: nil, isMe: true, suggestionType: .none)
        let intent = Self.message(to: [bob, me], group: "Lunch")
        let picture = INImage(url: URL(filePath: "/group.png"))
        intent.setImage(picture, forParameterNamed: \.speakableGroupName)
        #expect(intent.image(forParameterNamed: \.speakableGroupName) == picture)
        #expect(intent.image(forParameterNamed: \.sender) == nil)
        let message = try shown(intent)
        #expect(message.group == "Lunch")
        #expect(message.recipients == ["Bob Bird"])
        #expect(message.picture == .url(URL(filePath: "/group.png")))
        #expect(try shown(Self.message(to: [me], group: "Lunch")).group == nil)
        let large = Self.message(group: "Lunch")
        let metadata = INSendMessageIntentDonationMetadata()
        metadata.recipientCount = 200
        metadata.mentionsCurrentUser = true
        large.donationMetadata = metadata
        #expect(try shown(large).group == "Lunch")
        #expect(try shown(large).mentionsUser)
        let portrait = Self.message(from: Self.jane(nil))
        portrait.setImage(INImage(imageData: Data([1, 2])), forParameterNamed: \.sender)
        #expect(try shown(portrait).picture == .data(Data([1, 2])))
    }

    @Test("the updated copy of mutable content is mutable")
    func mutable() throws {
        let content = UNMutableNotificationContent()
        content.body = "Lunch?"
        let updated = try #require(content.updating(from: Self.message()) as? UNMutableNotificationContent)
        updated.body = "Dinner?"
        #expect(updated !== content)
        #expect(content.body == "Lunch?")
        #expect(updated.communication?.sender == "Jane")
        let frozen = try #require(content.copy() as? UNNotificationContent)
        #expect(try !(frozen.updating(from: Self.message()) is UNMutableNotificationContent))
    }

    /// The message as it is delivered.
    private func shown(_ intent: INSendMessageIntent) throws -> Communication {
        let content = UNMutableNotificationContent()
        content.body = "Lunch?"
        let updated = try content.updating(from: intent)
        // A mutable copy keeps the sender.
        let copy = try #require(updated.mutableCopy() as? UNMutableNotificationContent)
        copy.body = "Dinner?"
        let rules = try #require(copy.copy() as? UNNotificationContent)
        return try #require(rules.communication)
    }

    @Test("an object that is not the system's, and a message without a sender, are refused with Apple's codes")
    func refusals() throws {
        let content = UNMutableNotificationContent()
        #expect(throws: UNError(.contentProvidingObjectNotAllowed)) { try content.updating(from: Own()) }
        #expect(throws: UNError(.contentProvidingInvalid)) { try content.updating(from: Self.message(from: nil)) }
    }

    @Test("persons are equal by their values")
    func equality() {
        #expect(Self.jane() == Self.jane())
        #expect(Set([Self.jane(), Self.jane()]).count == 1)
        #expect(Self.jane() != Self.jane(INImage(named: "other.png")))
        let me = INPerson(
            personHandle: INPersonHandle(value: "jane@example.com", type: .emailAddress), nameComponents: nil,
            displayName: "Jane", image: INImage(named: "jane.png"), contactIdentifier: nil, customIdentifier: "jane",
            isMe: true)
        #expect(Self.jane() != me)
    }

    @Test("the older initializer names the group by a text")
    func groupName() {
        let intent = INSendMessageIntent(
            recipients: nil, content: "Lunch?", groupName: "Lunch", serviceName: "Mail", sender: Self.jane())
        #expect(intent.speakableGroupName?.spokenPhrase == "Lunch")
        #expect(intent.serviceName == "Mail")
    }

    @Test("a text with attributes shows the sender of its message, and the content's text")
    func attributed() throws {
        let content = UNMutableNotificationContent()
        content.body = "Lunch?"
        let text = NSAttributedString(string: "Lunch!")
        let context = UNNotificationAttributedMessageContext(
            sendMessageIntent: Self.message(), attributedContent: text)
        let updated = try content.updating(from: context)
        #expect(updated.body == "Lunch?")
        #expect(updated.communication?.sender == "Jane")
        let anonymous = UNNotificationAttributedMessageContext(
            sendMessageIntent: Self.message(from: nil), attributedContent: text)
        #expect(throws: UNError(.contentProvidingInvalid)) { try content.updating(from: anonymous) }
    }

    @Test("interactions are deleted by identifier, by group, and all at once")
    func deletion() async throws {
        func donate(_ identifier: String, _ group: String) async throws {
            let interaction = INInteraction(intent: Self.message(), response: nil)
            interaction.identifier = identifier
            interaction.groupIdentifier = group
            try await interaction.donate()
        }
        try await phone.perform {
            for (identifier, group) in [("1", "a"), ("2", "b"), ("3", "b"), ("4", "c"), ("5", "c")] {
                try await donate(identifier, group)
            }
            try await INInteraction.delete(with: ["1", "4"])
            #expect(phone.donatedInteractions.map(\.identifier) == ["2", "3", "5"])
            try await INInteraction.delete(with: "b")
            #expect(phone.donatedInteractions.map(\.identifier) == ["5"])
            try await INInteraction.deleteAll()
        }
        #expect(phone.donatedInteractions.isEmpty)
    }
}

/// Donates a message and updates the content with it, as Apple's page "Implementing communication notifications" does.
private final class Updating: UNNotificationServiceExtension {
    private let intent: () -> INSendMessageIntent

    init(_ intent: @escaping () -> INSendMessageIntent) { self.intent = intent }

    override func didReceive(
        _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let intent = intent()
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .incoming
        interaction.donate(completion: nil)
        contentHandler((try? request.content.updating(from: intent)) ?? request.content)
    }
}

/// An app's own provider, which the system refuses.
private final class Own: NSObject, UNNotificationContentProviding {}
