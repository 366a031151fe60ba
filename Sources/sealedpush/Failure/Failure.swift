import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import ServiceExtension
import StrictJSON

/// Why a command did not do its work, and what may help; it ends with exit code 1.
struct Failure: Error {
    /// One line in lower case without a full stop; it starts with the code where the library gave one.
    let message: String
    /// What the user may try, one line each.
    var hints: [String] = []

    /// Makes a failure of the tool's own.
    init(_ message: String, hints: [String] = []) {
        self.message = message
        self.hints = hints
    }

    /// Makes a failure of a library's error, with hints that the command can give beyond those of the code.
    init(_ code: some CustomStringConvertible, _ reason: String, hints: [String] = []) {
        self.init("\(code): \(reason)", hints: hints)
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
