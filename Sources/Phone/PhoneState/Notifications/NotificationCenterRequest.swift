package import Foundation

/// A request to the notifications of a phone.
package enum NotificationCenterRequest: Sendable, Codable {
    /// Shows a push.
    case show(NotificationRecord)
    case add(NotificationRecord)
    case delivered
    case pending
    /// Removes notifications by their identifiers; nil for all.
    case removeDelivered([String]?)
    /// Removes notifications after a number of seconds.
    case removeLate([String]?, after: TimeInterval)
    /// An extension is called for a push.
    case pushBegan
    /// The content of such a push is settled.
    case pushSettled
    case removePending([String]?)
    case badge
    case setBadge(Int)
    case categories
    case setCategories(Data)
    case authorization
    case setAuthorization(NotificationAuthorization)
    /// Asks the user, if that was not done before.
    case ask(provisional: Bool)
    case now
    case advance(TimeInterval)
}

extension NotificationCenterRequest {
    /// The maximum number of identifiers in a request of another process, so that it cannot keep the phone's state locked.
    ///
    /// A phone has at most 1,000 notifications and 1,000 interactions.
    static let identifierLimit = 10_000

    /// Whether code on a phone may make it; the others are those of the system, of a test, or of the user.
    var isOfCode: Bool {
        switch self {
        case .removeDelivered(let identifiers), .removePending(let identifiers):
            identifiers?.count ?? 0 <= Self.identifierLimit
        case .add, .delivered, .pending, .setBadge, .categories, .setCategories, .authorization, .ask, .now:
            true
        case .show, .badge, .setAuthorization, .advance, .removeLate, .pushBegan, .pushSettled: false
        }
    }
}
