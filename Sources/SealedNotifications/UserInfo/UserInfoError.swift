/// Why a `userInfo` dictionary is not a payload.
///
/// Two errors are equal when their codes are.
public struct UserInfoError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The class of the failure; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        package init(description: String) { self.description = description }

        /// A key is not a string.
        public static let keyNotString = Code(description: "keyNotString")
        /// A value is of a type that property lists have and JSON does not, a date for example.
        public static let valueNotJSON = Code(description: "valueNotJSON")
        /// A value is of a type that no property list holds.
        public static let valueNotPropertyList = Code(description: "valueNotPropertyList")
        /// Containers stand deeper inside each other than a payload may nest.
        public static let tooDeep = Code(description: "tooDeep")
    }

    /// The class of the failure.
    public let code: Code

    /// What is wrong, with types, never with names or values.
    public let reason: String

    /// The names and indices that lead to the place, outermost first.
    ///
    /// They are part of the payload, so show them only to those who may read it.
    public let path: [String]

    package init(_ code: Code, reason: String, path: [String]) {
        self.code = code
        self.reason = reason
        self.path = path
    }

    /// Code and reason.
    public var description: String { "\(code): \(reason)" }

    /// Compares the codes only.
    public static func == (one: UserInfoError, other: UserInfoError) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
