public import Foundation
@_spi(Frameworks) public import UserNotifications

/// A message whose text has attributes, such as images among its characters.
///
/// On a phone it is of the module UserNotifications. The attributes are not shown here: the text is that of the content.
public final class UNNotificationAttributedMessageContext: NSObject, UNNotificationContentProviding {
    private let intent: INSendMessageIntent

    /// Creates a context of a message and its text.
    public init(sendMessageIntent: INSendMessageIntent, attributedContent: NSAttributedString) {
        intent = sendMessageIntent
    }
}

@_spi(Frameworks) extension UNNotificationAttributedMessageContext: CommunicationProviding {
    /// The message as a notification shows it; nil without a sender.
    public var communication: Communication? { intent.communication }
}
