public import Foundation

/// A request that an app can fulfil; here only ``INSendMessageIntent``.
///
/// Not available: suggested phrases and shortcuts, which need Siri.
open class INIntent: NSObject, NSCopying {
    /// The identifier of the intent.
    public let identifier: String? = UUID().uuidString

    /// Further facts about a donation of the intent.
    open var donationMetadata: INIntentDonationMetadata?

    /// Creates an intent.
    public override init() {}

    /// Returns the intent itself; a changed `donationMetadata` or picture is that of both.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The app's answer to an intent.
open class INIntentResponse: NSObject, NSCopying {
    /// Creates a response.
    public override init() {}

    /// Returns the response itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Further facts about a donation.
open class INIntentDonationMetadata: NSObject, NSCopying {
    /// Creates metadata.
    public override init() {}

    /// Returns the object itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// Further facts about the donation of a message.
open class INSendMessageIntentDonationMetadata: INIntentDonationMetadata {
    /// Whether the message mentions the user.
    open var mentionsCurrentUser = false
    /// Whether the message is an answer to one of the user's.
    open var isReplyToCurrentUser = false
    /// Whether the user is notified although a Focus is on.
    open var notifyRecipientAnyway = false
    /// The number of recipients, in place of the number in the intent.
    open var recipientCount = 0
}
