public import Foundation
@_spi(Frameworks) public import UserNotifications

/// The kind of a message.
public enum INOutgoingMessageType: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// A text.
    case outgoingMessageText = 1
    /// A recording.
    case outgoingMessageAudio = 2
}

/// A message that is sent or was received.
///
/// `UNNotificationContent.updating(from:)` makes a communication notification of a received one. Not available:
/// attachments, which are files of Siri's, and the handling of the intent.
public final class INSendMessageIntent: INIntent {
    /// The recipients besides the user.
    public let recipients: [INPerson]?
    /// The kind of the message.
    public let outgoingMessageType: INOutgoingMessageType
    /// The text of the message.
    public let content: String?
    /// The name of the group.
    public let speakableGroupName: INSpeakableString?
    /// The identifier of the conversation.
    public let conversationIdentifier: String?
    /// The name of the service.
    public let serviceName: String?
    /// The sender; nil for a message of the user's.
    public let sender: INPerson?
    /// The attachments: none, see the description of the class.
    public let attachments: [INSendMessageAttachment]?

    private var images: [AnyKeyPath: INImage] = [:]

    /// Creates an intent.
    public init(
        recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType, content: String?,
        speakableGroupName: INSpeakableString?, conversationIdentifier: String?, serviceName: String?,
        sender: INPerson?, attachments: [INSendMessageAttachment]?
    ) {
        self.recipients = recipients
        self.outgoingMessageType = outgoingMessageType
        self.content = content
        self.speakableGroupName = speakableGroupName
        self.conversationIdentifier = conversationIdentifier
        self.serviceName = serviceName
        self.sender = sender
        self.attachments = attachments
    }

    /// Creates an intent without attachments; deprecated since iOS 14.
    public convenience init(
        recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType, content: String?,
        speakableGroupName: INSpeakableString?, conversationIdentifier: String?, serviceName: String?, sender: INPerson?
    ) {
        self.init(
            recipients: recipients, outgoingMessageType: outgoingMessageType, content: content,
            speakableGroupName: speakableGroupName, conversationIdentifier: conversationIdentifier,
            serviceName: serviceName, sender: sender, attachments: nil)
    }

    /// Creates an intent without a kind; deprecated since iOS 14.
    public convenience init(
        recipients: [INPerson]?, content: String?, speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?, serviceName: String?, sender: INPerson?
    ) {
        self.init(
            recipients: recipients, outgoingMessageType: .unknown, content: content,
            speakableGroupName: speakableGroupName, conversationIdentifier: conversationIdentifier,
            serviceName: serviceName, sender: sender, attachments: nil)
    }

    /// Creates an intent with the name of the group as a text; deprecated since iOS 11.
    public convenience init(
        recipients: [INPerson]?, content: String?, groupName: String?, serviceName: String?, sender: INPerson?
    ) {
        self.init(
            recipients: recipients, content: content,
            speakableGroupName: groupName.map { INSpeakableString(spokenPhrase: $0) }, conversationIdentifier: nil,
            serviceName: serviceName, sender: sender)
    }

    /// Sets the picture of a parameter: `\.sender`, or `\.speakableGroupName` for a group.
    public func setImage<Value>(
        _ image: INImage?, forParameterNamed parameterName: KeyPath<INSendMessageIntent, Value>
    ) {
        images[parameterName] = image
    }

    /// The picture that was set for a parameter.
    public func image<Value>(forParameterNamed parameterName: KeyPath<INSendMessageIntent, Value>) -> INImage? {
        images[parameterName]
    }
}

/// A file of a message; none can be made here.
public final class INSendMessageAttachment: NSObject {
    private override init() {}
}

extension INSendMessageIntent: UNNotificationContentProviding {}

@_spi(Frameworks) extension INSendMessageIntent: CommunicationProviding {
    /// The message as a notification shows it; nil without a sender.
    public var communication: Communication? {
        guard let sender else { return nil }
        let metadata = donationMetadata as? INSendMessageIntentDonationMetadata
        let others = (recipients ?? []).filter { !$0.isMe }
        let group = others.isEmpty && (metadata?.recipientCount ?? 0) < 2 ? nil : speakableGroupName?.spokenPhrase
        let groupImage = image(forParameterNamed: \.speakableGroupName)
        return Communication(
            sender: sender.displayName, handle: sender.personHandle?.value,
            picture: (groupImage ?? image(forParameterNamed: \.sender) ?? sender.image)?.picture,
            conversation: conversationIdentifier, group: group,
            recipients: others.map(\.displayName), mentionsUser: metadata?.mentionsCurrentUser ?? false,
            isReplyToUser: metadata?.isReplyToCurrentUser ?? false)
    }
}
