/// Why the simulator cannot do what it was asked to.
public struct SimulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the error; more may come.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// The port is taken, or the server ended before it listened.
        public static let notListening = Code(description: "notListening")
        /// There is no phone of that name.
        public static let noSuchPhone = Code(description: "noSuchPhone")
        /// A phone of that name is there.
        public static let phoneExists = Code(description: "phoneExists")
        /// The name of a phone is not 1 to 32 of `a-z 0-9 -`.
        public static let badName = Code(description: "badName")
        /// The delivery did not come in time.
        public static let noDelivery = Code(description: "noDelivery")
        /// The folder holds no simulator, or files that it did not write.
        public static let badFolder = Code(description: "badFolder")
    }

    /// The class of the error.
    public let code: Code
    /// What happened, for a person.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// The reason.
    public var description: String { reason }

    /// Compares the codes only.
    public static func == (one: SimulatorError, other: SimulatorError) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
