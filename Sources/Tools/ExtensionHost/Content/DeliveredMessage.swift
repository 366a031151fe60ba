public import Foundation
import StrictJSON
@_spi(Frameworks) public import UserNotifications

/// The message of a communication notification: what the screen shows of it besides the content's texts.
///
/// A phone shows the sender's name in place of the title, the name of a group in place of the subtitle, and the picture in place of
/// the app's icon (Apple, "Implementing communication notifications").
public struct DeliveredMessage: Sendable, Hashable {
    /// The source of a picture, which the host does not read.
    public enum Picture: Sendable, Hashable {
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
    public let sender: String
    /// The telephone number, mail address or identifier of the sender.
    public let handle: String?
    /// The picture of the group, or of the sender.
    public let picture: Picture?
    /// The identifier of the conversation.
    public let conversation: String?
    /// The name of the group; nil for a message to the user alone, or for a group without a name.
    public let group: String?
    /// The names of the other recipients; a group without a name is shown by them.
    public let recipients: [String]
    /// Whether the message mentions the user.
    public let mentionsUser: Bool
    /// Whether the message is an answer to one of the user's.
    public let isReplyToUser: Bool

    /// Takes the message of content that `updating(from:)` returned, such as that of a delivered notification; nil for other
    /// content.
    public init?(of content: UNNotificationContent) {
        guard let communication = content.fields.communication else { return nil }
        self.init(communication)
    }

    private init(_ communication: Communication) {
        sender = communication.senderName
        handle = communication.senderHandle
        picture =
            switch communication.picture {
            case .named(let name): .named(name)
            case .symbol(let name): .symbol(name)
            case .data(let data): .data(data)
            case .url(let url): .url(url)
            case nil: nil
            }
        conversation = communication.conversationIdentifier
        group = communication.groupName
        recipients = communication.recipients
        mentionsUser = communication.mentionsUser
        isReplyToUser = communication.isReplyToUser
    }

    /// The message for a report: a picture by its name or address, or the size of its data.
    var json: JSONObject {
        var json: JSONObject = ["sender": .string(sender)]
        json["handle"] = handle.map(JSONValue.string)
        switch picture {
        case .named(let name): json["picture"] = ["named": .string(name)]
        case .symbol(let name): json["picture"] = ["symbol": .string(name)]
        case .data(let data): json["picture"] = ["bytes": .number(JSONNumber(data.count))]
        case .url(let url): json["picture"] = ["url": .string(url.absoluteString)]
        case nil: break
        }
        json["conversation"] = conversation.map(JSONValue.string)
        json["group"] = group.map(JSONValue.string)
        if !recipients.isEmpty { json["recipients"] = .array(recipients.map(JSONValue.string)) }
        if mentionsUser { json["mentionsUser"] = true }
        if isReplyToUser { json["isReplyToUser"] = true }
        return json
    }
}
