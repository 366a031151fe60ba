import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import ServiceExtension
import StrictJSON

/// Why a command did not do its work, and what may help; it ends with exit code 1.
struct Failure: Error {
    /// The library's code, where it gave one.
    let code: String?
    /// What happened, one line in lower case without a full stop.
    let reason: String
    /// What the user may try, one line each.
    var hints: [String] = []

    /// Code and reason.
    var message: String { code.map { "\($0): \(reason)" } ?? reason }

    /// Makes a failure of the tool's own.
    init(_ reason: String, hints: [String] = []) {
        code = nil
        self.reason = reason
        self.hints = hints
    }

    /// Makes a failure of a library's error, with hints that the command can give beyond those of the code.
    init(_ code: some CustomStringConvertible, _ reason: String, hints: [String] = []) {
        self.code = code.description
        self.reason = reason
        self.hints = hints
    }

    /// Takes over an error of this package; nil for others, which are of the argument parser.
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

    /// A failed call of the system, by its `errno`.
    static func system(_ what: String, _ number: Int32) -> Failure {
        Failure("\(what): \(systemMessage(number))")
    }
}
