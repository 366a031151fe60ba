/// The `userInfo` of a content: a dictionary, or a source from which one is created on first use.
///
/// The host has the payload as JSON, and many extensions never read `userInfo`. Converting a whole payload to
/// Foundation's objects and back costs more than the rest of a content.
package enum UserInfo {
    /// A dictionary that was set.
    case dictionary([AnyHashable: Any])
    /// A source that the host has set.
    case deferred(any DeferredUserInfo)

    /// The dictionary.
    package var dictionary: [AnyHashable: Any] {
        switch self {
        case .dictionary(let members): members
        case .deferred(let source): source.dictionary
        }
    }
}

/// A source from which a `userInfo` dictionary is created.
package protocol DeferredUserInfo: AnyObject, Sendable {
    /// The dictionary; any number of threads may read it.
    var dictionary: [AnyHashable: Any] { get }
}
