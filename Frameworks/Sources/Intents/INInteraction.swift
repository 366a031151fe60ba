public import Foundation
@_spi(Frameworks) import PhoneState

/// The direction of an interaction.
public enum INInteractionDirection: Int, Sendable {
    /// Not set.
    case unspecified = 0
    /// The user started the interaction.
    case outgoing = 1
    /// Another person started the interaction.
    case incoming = 2
}

/// The state of an intent's handling.
public enum INIntentHandlingStatus: Int, Sendable {
    /// Not known.
    case unspecified = 0
    /// Ready.
    case ready = 1
    /// In progress.
    case inProgress = 2
    /// Finished.
    case success = 3
    /// Failed.
    case failure = 4
    /// Left to the app.
    case deferredToApplication = 5
    /// The user has to confirm.
    case userConfirmationRequired = 6
}

/// An intent that was carried out, which an app donates to the system.
///
/// The phone keeps the donations, see `Phone.donatedInteractions`; nothing here uses them. They do not fail.
open class INInteraction: NSObject, NSCopying {
    /// The intent.
    public let intent: INIntent
    /// The app's answer to the intent.
    public let intentResponse: INIntentResponse?
    /// The state of the handling: not known.
    public let intentHandlingStatus = INIntentHandlingStatus.unspecified
    /// The direction of the interaction.
    open var direction = INInteractionDirection.unspecified
    /// The start and duration of the interaction.
    open var dateInterval: DateInterval?
    /// The identifier of the interaction.
    open var identifier = UUID().uuidString
    /// The identifier of a group of interactions.
    open var groupIdentifier: String?

    /// Creates an interaction.
    public init(intent: INIntent, response: INIntentResponse?) {
        self.intent = intent
        intentResponse = response
    }

    /// Donates the interaction; the handler is called on a background thread.
    open func donate(completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        Self.send(.donate(donation), completion)
    }

    /// Donates the interaction.
    open func donate() async throws { Self.send(.donate(donation), nil) }

    /// Deletes interactions by their identifiers.
    open class func delete(with identifiers: [String], completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        send(.delete(identifiers), completion)
    }

    /// Deletes interactions by their identifiers.
    open class func delete(with identifiers: [String]) async throws { send(.delete(identifiers), nil) }

    /// Deletes the interactions of a group.
    open class func delete(with groupIdentifier: String, completion: (@Sendable ((any Error)?) -> Void)? = nil) {
        send(.deleteGroup(groupIdentifier), completion)
    }

    /// Deletes the interactions of a group.
    open class func delete(with groupIdentifier: String) async throws { send(.deleteGroup(groupIdentifier), nil) }

    /// Deletes all interactions of the app.
    open class func deleteAll(completion: (@Sendable ((any Error)?) -> Void)? = nil) { send(.deleteAll, completion) }

    /// Deletes all interactions of the app.
    open class func deleteAll() async throws { send(.deleteAll, nil) }

    /// Returns the interaction itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private var donation: DonatedInteraction {
        let message = intent as? INSendMessageIntent
        return DonatedInteraction(
            identifier: identifier, group: groupIdentifier,
            direction: DonatedInteraction.Direction(rawValue: direction.rawValue) ?? .unspecified,
            intent: "\(type(of: intent))", conversation: message?.conversationIdentifier,
            sender: message?.sender?.displayName)
    }

    private class func send(_ request: InteractionRequest, _ completion: (@Sendable ((any Error)?) -> Void)?) {
        let phone = Phone.current
        phone.change(request)
        guard let completion else { return }
        phone.callBack { completion(nil) }
    }
}
