public import Foundation

/// The message that a notification is about, as the screen shows it: its sender, picture and conversation.
@_spi(Frameworks) public struct Communication: Sendable, Codable, Hashable {
    /// The source of a picture.
    public enum Picture: Sendable, Codable, Hashable {
        /// The name of an image in the app's bundle.
        case named(String)
        /// The name of a symbol of the system.
        case symbol(String)
        case data(Data)
        case url(URL)
    }

    /// The name of the sender.
    public var senderName: String
    /// The telephone number, mail address or identifier of the sender.
    public var senderHandle: String?
    /// The picture of the sender or of the group.
    public var picture: Picture?
    /// The identifier of the conversation.
    public var conversationIdentifier: String?
    /// The name of the group; nil for a message to the user alone, or for a group without a name.
    public var groupName: String?
    /// The names of the other recipients.
    public var recipients: [String]
    /// Whether the message mentions the user.
    public var mentionsUser: Bool
    /// Whether the message answers one of the user.
    public var isReplyToUser: Bool

    /// Creates the description of a message.
    public init(
        senderName: String, senderHandle: String?, picture: Picture?, conversationIdentifier: String?,
        groupName: String?, recipients: [String], mentionsUser: Bool, isReplyToUser: Bool
    ) {
        self.senderName = senderName
        self.senderHandle = senderHandle
        self.picture = picture
        self.conversationIdentifier = conversationIdentifier
        self.groupName = groupName
        self.recipients = recipients
        self.mentionsUser = mentionsUser
        self.isReplyToUser = isReplyToUser
    }
}
