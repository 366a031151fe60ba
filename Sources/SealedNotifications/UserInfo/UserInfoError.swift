public import StrictJSON

/// The reason why a `userInfo` dictionary is not a payload.
public struct UserInfoError: CodedError {
    /// The class of the failure; later versions may add more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        package init(description: String) { self.description = description }

        /// A key is not a string.
        public static let keyNotString = Code(description: "keyNotString")
        /// A value has a type that property lists have and JSON does not, a date for example.
        public static let valueNotJSON = Code(description: "valueNotJSON")
        /// A value has a type that a property list cannot hold.
        public static let valueNotPropertyList = Code(description: "valueNotPropertyList")
        /// Containers nest deeper than 512, or `userInfo` exceeds the size of a message to the host.
        public static let tooDeep = Code(description: "tooDeep")
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
