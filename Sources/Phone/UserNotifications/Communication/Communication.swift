import Foundation

/// The message that a notification is about, as the screen shows it: its sender, picture and conversation.
package struct Communication: Sendable, Codable, Hashable {
    /// The source of a picture.
    package enum Picture: Sendable, Codable, Hashable {
        /// The name of an image in the app's bundle.
        case named(String)
        /// The name of a symbol of the system.
        case symbol(String)
        case data(Data)
        case url(URL)
    }

    package var senderName: String
    /// The telephone number, mail address or identifier of the sender.
    package var senderHandle: String?
    package var picture: Picture?
    package var conversationIdentifier: String?
    /// The name of the group; nil for a message to the user alone, or for a group without a name.
    package var groupName: String?
    /// The names of the other recipients.
    package var recipients: [String]
    package var mentionsUser: Bool
    package var isReplyToUser: Bool

    package init(
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
