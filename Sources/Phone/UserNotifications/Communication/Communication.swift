public import Foundation

/// The message of a communication notification: what the screen shows of it besides the content's texts.
///
/// A phone shows the sender's name in place of the title, the name of a group in place of the subtitle, and the picture in place of
/// the app's icon (Apple, "Implementing communication notifications").
public struct Communication: Sendable, Codable, Hashable {
    /// The source of a picture, which is not read here.
    public enum Picture: Sendable, Codable, Hashable {
        /// The name of an image in the app's bundle.
        case named(String)
        /// The name of a symbol of the system.
        case symbol(String)
        /// The data of a file.
        case data(Data)
        /// An address.
        case url(URL)
    }

    /// The name of the sender.
    public var sender: String
    /// The telephone number, mail address or identifier of the sender.
    public var handle: String?
    /// The picture of the sender or of the group.
    public var picture: Picture?
    /// The identifier of the conversation.
    public var conversation: String?
    /// The name of the group; nil for a message to the user alone, or for a group without a name.
    public var group: String?
    /// The names of the other recipients; a group without a name is shown by them.
    public var recipients: [String]
    /// Whether the message mentions the user.
    public var mentionsUser: Bool
    /// Whether the message answers one of the user.
    public var isReplyToUser: Bool

    /// Creates the description of a message.
    @_spi(Frameworks) public init(
        sender: String, handle: String?, picture: Picture?, conversation: String?,
        group: String?, recipients: [String], mentionsUser: Bool, isReplyToUser: Bool
    ) {
        self.sender = sender
        self.handle = handle
        self.picture = picture
        self.conversation = conversation
        self.group = group
        self.recipients = recipients
        self.mentionsUser = mentionsUser
        self.isReplyToUser = isReplyToUser
    }
}

extension UNNotificationContent {
    /// The message of content that ``updating(from:)`` returned, such as that of a delivered notification; nil for other content.
    public var communication: Communication? { fields.communication }
}
