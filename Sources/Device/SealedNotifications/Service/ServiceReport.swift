import Foundation
public import KeyManagement
public import PushOpener
public import SealedEnvelope
import StrictJSON

/// The report of a `SealedNotificationService` on one notification.
public struct ServiceReport: Sendable {
    /// The identifier of the notification's request.
    public let request: String
    /// The result of opening the seal; nil before the notification was inspected.
    public internal(set) var seal: SealReport?
    /// The number of pushes missing directly before this one, by the provider's sequence numbers.
    ///
    /// APNs keeps only the newest push for a device that is offline, so gaps are normal. Nil if the provider does not
    /// count, if there is no `sequenceStore`, and for the first push of a sender.
    public internal(set) var missedPushes: UInt64?
    /// The reports for the provider about the keys of the push, one about each at most; empty if there is nothing to do.
    ///
    /// For a push that was refused because of a key, and for one that opened with a key that is not current. See
    /// ``SealedNotificationService/didHandOver(_:)``.
    public internal(set) var keyReports: [KeyReport] = []
    /// The result of the push's commands about delivered notifications; nil without commands.
    public internal(set) var commands: CommandReport?
    /// The reason why each sealed attachment is not shown, in their order; nil for one that is shown.
    ///
    /// Empty for a push without attachments, and without an `attachmentPolicy`.
    public internal(set) var attachments: [AttachmentError.Code?] = []
    /// The results of the stages that were started, in their order.
    public internal(set) var stages: [StageReport] = []
    /// The reason why replays or missed pushes could not be detected although there is a store; the push is still
    /// shown.
    public internal(set) var storeProblem: String?

    init(request: String) { self.request = request }
}

/// The result of one stage.
public struct StageReport: Sendable, Hashable, Codable {
    /// The end of a stage.
    public enum End: String, Sendable, CaseIterable, Codable {
        /// The stage's content became the best so far.
        case done
        /// The stage threw, and its changes are not shown.
        case failed
        /// The stage removed the alert text, which the system ignores, so its changes are not shown.
        case alertTextRemoved
        /// The stage was running when the content was handed over.
        case cutOff
    }

    /// The stage's name.
    public let name: String
    /// The end of the stage.
    public let end: End

    /// The type and the code of the error that the stage threw, `URLError -1001` for example, without its texts; nil unless
    /// the stage has failed.
    public let error: String?

    package init(name: String, end: End, error: (any Error)? = nil) {
        self.name = name
        self.end = end
        self.error = error.map(Self.typeAndCode)
    }

    private static func typeAndCode(of error: any Error) -> String {
        switch error {
        case let error as any CodedError: return "\(type(of: error)) \(rawCode(of: error))"
        case is CancellationError: return "CancellationError"
        default:
            // Of an enumeration the number of the case, without associated values.
            return "\(type(of: error)) \((error as NSError).code)"
        }
    }

    private static func rawCode(of error: some CodedError) -> String { error.code.rawValue }
}

/// The result of opening the seal of a notification in a `SealedNotificationService`.
public enum SealReport: Sendable {
    /// The notification carries no envelope, and the service requires one.
    case sealRequired
    /// There is an envelope, and it has not been opened yet.
    case pending
    /// The notification carries no envelope, so it is shown unchanged.
    case notSealed
    /// The seal was opened.
    case opened(OpenedPush)
    /// The envelope was refused.
    case refused(Refusal)
    /// `keys()` threw; the associated value is the reason, without secrets.
    case keysUnavailable(String)
    /// The notification's `userInfo` is not a payload.
    case unreadable
}
