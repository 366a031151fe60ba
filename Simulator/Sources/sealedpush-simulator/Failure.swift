import Foundation
import PushPayload
import PushSealer
import SealedPushSimulator

/// An error of a command, with an optional hint, for standard error.
struct Failure: Error {
    private let reason: String
    private let hint: String?

    init(_ reason: String, hint: String? = nil) {
        self.reason = reason
        self.hint = hint
    }

    /// Describes any error in one line.
    init(_ error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as SealError where error.code == .unknownPushType:
            self.init(error.reason, hint: "name the push type, for example --push-type alert")
        case let error as SimulatorError: self.init(error.reason, hint: Self.hint(on: error.code))
        case let error as any CodedError: self.init(error.reason)
        case let error as CocoaError:
            let path = error.filePath ?? error.url?.path ?? "a file"
            self.init(error.code == .fileReadNoSuchFile ? "no such file: \(path)" : "cannot use \(path)")
        default: self.init("\(error)")
        }
    }

    private static func hint(on code: SimulatorError.Code) -> String? {
        switch code {
        case .notRunning: "--folder DIR names the folder of a running simulator; the default is simulator"
        case .otherServer: "--plain sends a body that is sealed already"
        default: nil
        }
    }

    /// Writes a warning to standard error.
    static func warn(_ text: String) {
        FileHandle.standardError.write(Data("sealedpush-simulator: warning: \(text)\n".utf8))
    }

    /// Writes the error to standard error.
    func report() {
        var text = "sealedpush-simulator: error: \(reason)\n"
        if let hint { text += "sealedpush-simulator: hint: \(hint)\n" }
        FileHandle.standardError.write(Data(text.utf8))
    }
}
