/// Something that an extension did wrong, whether or not it changed the outcome.
///
/// Two missteps are equal when their codes are.
public struct Misstep: Hashable, Sendable, CustomStringConvertible {
    /// The class of the misstep; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// The handler was called again; the first call counts.
        public static let handlerCalledAgain = Code(description: "handlerCalledAgain")
        /// Neither method called the handler.
        public static let noAnswer = Code(description: "noAnswer")
        /// A method was still running when the host stopped waiting for it.
        public static let stillRunning = Code(description: "stillRunning")
        /// The content that was handed over has no alert text.
        public static let alertTextRemoved = Code(description: "alertTextRemoved")
        /// An attachment's file is not what Apple's table allows; it is not shown.
        public static let badAttachment = Code(description: "badAttachment")
        /// The process ended.
        public static let crashed = Code(description: "crashed")
        /// The process took more memory than it may, and was ended.
        public static let memoryExceeded = Code(description: "memoryExceeded")
        /// The process wrote into the host's channel what no extension says, and was ended.
        public static let badMessage = Code(description: "badMessage")
        /// The executable could not be started.
        public static let notStarted = Code(description: "notStarted")
        /// `userInfo` holds what no property list does; the original `userInfo` is kept.
        public static let userInfoNotPropertyList = Code(description: "userInfoNotPropertyList")
    }

    /// The class of the misstep.
    public let code: Code

    /// What the extension did, for its author.
    public let explanation: String

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    /// Code and explanation.
    public var description: String { "\(code): \(explanation)" }

    /// Compares the codes only.
    public static func == (one: Misstep, other: Misstep) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
