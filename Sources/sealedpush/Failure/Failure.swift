import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import ServiceExtension
import StrictJSON

/// The reason why a command failed, with hints; the exit code is 1.
struct Failure: Error {
    /// The library's error code; nil for a failure of the tool itself.
    let code: String?
    /// The description of the failure, one line in lower case without a full stop.
    let reason: String
    /// The hints, one line each.
    var hints: [String] = []

    /// The code, if any, and the reason.
    var message: String { code.map { "\($0): \(reason)" } ?? reason }

    /// Creates a failure of the tool itself.
    init(_ reason: String, hints: [String] = []) {
        code = nil
        self.reason = reason
        self.hints = hints
    }

    /// Creates a failure from a library's error, with hints from the command.
    init(_ code: some Any, _ reason: String, hints: [String] = []) {
        self.code = String(describing: code)
        self.reason = reason
        self.hints = hints
    }

    /// Converts an error of this package; nil for other errors, which are the argument parser's.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as KeyError: self.init(error.code, error.reason, hints: Hints.after(error))
        case let error as SealError: self.init(error.code, error.reason, hints: Hints.after(error))
        case let refusal as Refusal: self.init(refusal.code, refusal.reason)
        case let error as PayloadError: self.init(error.code, error.reason)
        case let error as LocalizationError: self.init(error.code, error.reason)
        case let error as JSONError: self.init(error.description)
        default: return nil
        }
    }

    /// Creates a failure for a failed system call, from its `errno`.
    static func system(_ what: String, _ number: Int32) -> Failure {
        Failure("\(what): \(systemMessage(number))")
    }
}
