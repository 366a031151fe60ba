public import Foundation

/// The domain of this framework's errors.
public let UNErrorDomain = "UNErrorDomain"

/// An error of this framework.
///
/// `catch UNError.attachmentInvalidURL` works as on a phone, and so do `(error as NSError).code` and `.domain`.
public struct UNError: Error, CustomNSError, Hashable, Sendable {
    /// The class of the failure, by Apple's names; Apple's pages give no numbers, and these are the ones in common use.
    public enum Code: Int, Sendable {
        /// The user does not allow notifications.
        case notificationsNotAllowed = 1
        /// The URL of an attachment is not that of a file.
        case attachmentInvalidURL = 100
        /// The file's type is not supported.
        case attachmentUnrecognizedType = 101
        /// The file is too large for its type.
        case attachmentInvalidFileSize = 102
        /// The file is not in the system's store.
        case attachmentNotInDataStore = 103
        /// The file could not be moved into the system's store.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The file's content does not match its type.
        case attachmentCorrupt = 105
        /// The trigger of a notification never fires.
        case notificationInvalidNoDate = 1400
        /// A notification has no content that a user notices.
        case notificationInvalidNoContent = 1401
        /// The object that provides content is not one of the system's.
        case contentProvidingObjectNotAllowed = 1500
        /// The object that provides content is not valid.
        case contentProvidingInvalid = 1501
        /// The number of a badge is negative.
        case badgeInputInvalid = 1600

        /// Whether an error has this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? UNError)?.code == code
        }
    }

    /// The class of the failure.
    public let code: Code

    /// Creates an error with a code.
    public init(_ code: Code) { self.code = code }

    /// The error domain, `UNErrorDomain`.
    public static var errorDomain: String { UNErrorDomain }

    /// The code's number.
    public var errorCode: Int { code.rawValue }
}

extension UNError {
    /// The URL of an attachment is not that of a file.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The file's type is not supported.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// The file is too large for its type.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The file is not in the system's store.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The file could not be moved into the system's store.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// The file's content does not match its type.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The user does not allow notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// The trigger of a notification never fires.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// A notification has no content that a user notices.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// The object that provides content is not one of the system's.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// The object that provides content is not valid.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// The number of a badge is negative.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}
