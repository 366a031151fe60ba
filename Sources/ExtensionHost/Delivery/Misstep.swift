/// An error of an extension, whether or not it changed the outcome.
public struct Misstep: Hashable, Sendable, CustomStringConvertible {
    /// The class of the misstep; later versions may add more.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// The handler was called again; the first call counts.
        public static let handlerCalledAgain = Code(description: "handlerCalledAgain")
        /// Neither method called the handler.
        public static let noAnswer = Code(description: "noAnswer")
        /// A method was still running when the host stopped waiting for it.
        public static let stillRunning = Code(description: "stillRunning")
        /// The content handed over has no alert text.
        public static let alertTextRemoved = Code(description: "alertTextRemoved")
        /// An attachment's file violates Apple's table; it is not shown.
        public static let badAttachment = Code(description: "badAttachment")
        /// The process ended.
        public static let crashed = Code(description: "crashed")
        /// The process exceeded its memory limit and was ended.
        public static let memoryExceeded = Code(description: "memoryExceeded")
        /// The process wrote an invalid message to the host's channel and was ended.
        public static let badMessage = Code(description: "badMessage")
        /// The executable could not be started.
        public static let notStarted = Code(description: "notStarted")
        /// `userInfo` holds a value that a property list cannot hold; the original `userInfo` is kept.
        public static let userInfoNotPropertyList = Code(description: "userInfoNotPropertyList")
    }

    /// The class of the misstep.
    public let code: Code

    /// The explanation for the extension's author.
    public let explanation: String

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    /// The code and the explanation.
    public var description: String { "\(code): \(explanation)" }
}
