public import StrictJSON

/// The reason why a `userInfo` dictionary is not a payload.
public struct UserInfoError: CodedError {
    /// The class of the failure; later versions may add more.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// A key is not a string.
        case keyNotString
        /// A value has a type that property lists have and JSON does not, a date for example.
        case valueNotJSON
        /// A value has a type that a property list cannot hold.
        case valueNotPropertyList
        /// Containers nest deeper than 512, or `userInfo` exceeds the size of a message to the host.
        case tooDeep
    }

    /// The class of the failure.
    public let code: Code

    /// The description of the failure, with types, never with names or values.
    public let reason: String

    /// The names and indices that lead to the value, outermost first.
    ///
    /// They are part of the payload, so show them only to readers who may see it.
    public let path: [String]

    package init(_ code: Code, reason: String, path: [String]) {
        self.code = code
        self.reason = reason
        self.path = path
    }
}
