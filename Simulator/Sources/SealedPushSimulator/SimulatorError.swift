import PushPayload

/// An error of the simulator.
public struct SimulatorError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The class of the error; later versions may add codes.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The code's name, stable across versions.
        public let description: String

        /// The port is in use, or the server ended before it listened.
        public static let notListening = Code(description: "notListening")
        /// There is no phone with this name.
        public static let noSuchPhone = Code(description: "noSuchPhone")
        /// A phone with this name already exists.
        public static let phoneExists = Code(description: "phoneExists")
        /// The options of a push contradict each other, or are malformed.
        public static let badPush = Code(description: "badPush")
        /// The device token of the phone is being renewed.
        public static let busy = Code(description: "busy")
        /// The name of a phone is not 1 to 32 characters of `a-z 0-9 -`, or starts with `-`.
        public static let badName = Code(description: "badName")
        /// The delivery did not happen before the timeout.
        public static let noDelivery = Code(description: "noDelivery")
        /// A Live Activity was not started, updated or ended before the timeout, or has left the lock screen.
        public static let noActivity = Code(description: "noActivity")
        /// The phone is enrolled with a server of its own, which seals for it.
        public static let otherServer = Code(description: "otherServer")
        /// The app's server does not answer, or answers with a status 5xx.
        public static let serverFailed = Code(description: "serverFailed")
        /// The app's server refuses a request of the app: its status is neither 2xx nor 5xx.
        public static let serverRefused = Code(description: "serverRefused")
        /// The push service refused a request about a channel.
        public static let refused = Code(description: "refused")
        /// There was no report of a key before the timeout.
        public static let noReport = Code(description: "noReport")
        /// No simulator runs on the folder.
        public static let notRunning = Code(description: "notRunning")
        /// The executable of the service extension is missing, or not executable.
        public static let noExtension = Code(description: "noExtension")
        /// The folder is in use, cannot be written, or has malformed files; or an app's bundle has no strings for its phone.
        public static let badFolder = Code(description: "badFolder")
    }

    /// The class of the error.
    public let code: Code
    /// A description for developers.
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

extension Error {
    /// The reason of the error for people.
    package var reasonText: String { (self as? any CodedError)?.reason ?? "\(self)" }
}
