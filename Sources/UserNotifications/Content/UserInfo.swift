/// What a content has as its `userInfo`: a dictionary, or what one is made of as soon as somebody asks for it.
///
/// The host knows the payload as JSON, and many an extension never looks at `userInfo`: Foundation's objects for a whole
/// payload, and the way back from them, cost more than everything else that a content is made of.
package enum UserInfo {
    /// What somebody has set.
    case dictionary([AnyHashable: Any])
    /// What the host has set.
    case deferred(any DeferredUserInfo)

    /// The dictionary.
    package var dictionary: [AnyHashable: Any] {
        switch self {
        case .dictionary(let members): members
        case .deferred(let source): source.dictionary
        }
    }
}

/// What a `userInfo` is made of.
package protocol DeferredUserInfo: AnyObject, Sendable {
    /// The dictionary; any number of threads may ask for it.
    var dictionary: [AnyHashable: Any] { get }
}
