import KeyManagement
import Platform
import PushOpener
import PushPayload
import PushSealer
import StrictJSON

/// The reason why a command failed, with hints; the exit code is 1.
struct Failure: Error {
    let code: String?
    let reason: String
    var hints: [String] = []

    var message: String { code.map { "\($0): \(reason)" } ?? reason }

    init(_ reason: String, hints: [String] = []) { self.init(nil, reason, hints: hints) }

    init(_ error: some CodedError, hints: [String] = []) {
        self.init(error.code.rawValue, error.reason, hints: hints)
    }

    init(_ code: String?, _ reason: String, hints: [String] = []) {
        self.code = code
        self.reason = reason
        self.hints = hints
    }

    /// Converts an error of this package; nil for other errors, which are the argument parser's.
    init?(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as KeyError: self.init(error, hints: Hints.after(error))
        case let error as SealError: self.init(error, hints: Hints.after(error))
        case let error as any CodedError: self.init(error.code.rawValue, error.reason)
        default: return nil
        }
    }

    static func system(_ what: String, _ number: Int32) -> Failure {
        Failure("\(what): \(systemMessage(number))")
    }
}

func systemMessage(_ number: Int32) -> String {
    unsafe String(cString: strerror(number)).startingSmall
}

extension String {
    var quotedForShell: String {
        let plain = /[A-Za-z0-9+,.\/:=@_][A-Za-z0-9+,.\/:=@_-]*/.matchingSemantics(.unicodeScalar)
        return wholeMatch(of: plain) == nil ? "'\(replacing("'", with: "'\\''"))'" : self
    }

    /// The text with a lower-case first letter, unless the first word is in capitals.
    var startingSmall: String {
        guard let second = dropFirst().first, second.isLowercase else { return self }
        return prefix(1).lowercased() + dropFirst()
    }
}
