public import Foundation

/// An object that gives a notification its context: an `INSendMessageIntent` of the module Intents.
///
/// As on a phone, only the system's own objects are accepted.
public protocol UNNotificationContentProviding: NSObjectProtocol {}

/// An object of the system that provides content.
@_spi(Frameworks) public protocol CommunicationProviding: UNNotificationContentProviding {
    /// The message; nil if the object describes none that was received.
    var communication: Communication? { get }
}
