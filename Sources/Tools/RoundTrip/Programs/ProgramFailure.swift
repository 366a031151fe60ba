public import StrictJSON

/// The failure of a program that takes the place of a half; it breaks the law that was being checked.
///
/// The reason names the request by its number and kind. It holds nothing of a request or an answer.
public struct ProgramFailure: CodedError {
    /// The kind of a failure; new kinds may be added.
    @nonexhaustive
    public enum Code: String, CaseIterable, Sendable {
        /// The program could not be started.
        case notStarted
        /// The program ended, or closed its standard input or output.
        case ended
        /// The program gave no answer within its time limit.
        case noAnswer
        /// A line that is not the answer to the request.
        case invalidAnswer
        /// Output before a request, or more than one line for a request.
        case unexpectedOutput
        /// A line of more than 16 MiB.
        case lineTooLong
        /// The program failed three times and is not started again.
        case failedThreeTimes
        /// The process that held the replay store of this check has ended because of another check.
        case lostReplayStore
        /// The request cannot be put to a program.
        case unsupportedRequest
    }

    /// The kind of the failure.
    public let code: Code
    /// The cause, in lower case, for people.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}
