public import PushPayload

/// An error of the simulator.
public struct SimulatorError: CodedError {
    /// The class of the error; later versions may add codes.
    @nonexhaustive
    public enum Code: String, Sendable {
        /// The port is in use, or the server ended before it listened.
        case notListening
        /// There is no phone with this name.
        case noSuchPhone
        /// A phone with this name already exists.
        case phoneExists
        /// The options of a push contradict each other, or are malformed.
        case badPush
        /// The device token of the phone is being renewed.
        case busy
        /// The name of a phone is not 1 to 32 characters of `a-z 0-9 -`, or starts with `-`.
        case badName
        /// The delivery did not happen before the timeout.
        case noDelivery
        /// A Live Activity was not started, updated or ended before the timeout, or has left the lock screen.
        case noActivity
        /// The phone is enrolled with a server of its own, which seals for it.
        case otherServer
        /// The app's server does not answer, or answers with a status 5xx.
        case serverFailed
        /// The app's server refuses a request of the app: its status is neither 2xx nor 5xx.
        case serverRefused
        /// The push service refused a request about a channel.
        case refused
        /// There was no report of a key before the timeout.
        case noReport
        /// No simulator runs on the folder.
        case notRunning
        /// The executable of the service extension is missing, or not executable.
        case noExtension
        /// The folder is in use, cannot be written, or has malformed files; or an app's bundle has no strings for its phone.
        case badFolder
    }

    /// The class of the error.
    public let code: Code
    /// A description for developers.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension Error {
    /// The reason of the error for people.
    package var reasonText: String { (self as? any CodedError)?.reason ?? "\(self)" }
}
