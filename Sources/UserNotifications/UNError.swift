public import Foundation

/// The domain of this framework's errors.
public let UNErrorDomain = "UNErrorDomain"

/// An error of this framework.
///
/// Equality is on the code.
/// `catch UNError.attachmentInvalidURL` works as on a phone, and so do `(error as NSError).code` and `.domain`.
public struct UNError: Error, CustomNSError, Hashable, Sendable {
    /// Why something failed.
    ///
    /// The names are Apple's; its pages give no numbers, these are the ones in common use.
    public enum Code: Int, Sendable {
        /// The user does not allow notifications.
        case notificationsNotAllowed = 1
        /// The URL of an attachment names no file.
        case attachmentInvalidURL = 100
        /// The file's type is not supported.
        case attachmentUnrecognizedType = 101
        /// The file is too large for its type.
        case attachmentInvalidFileSize = 102
        /// The file is not in the system's store.
        case attachmentNotInDataStore = 103
        /// The file could not be moved into the system's store.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The file is not what its type says.
        case attachmentCorrupt = 105
        /// The notification has no date, but should.
        case notificationInvalidNoDate = 1400
        /// The notification has nothing to show, but should.
        case notificationInvalidNoContent = 1401
        /// An object that gives content is not one of those allowed.
        case contentProvidingObjectNotAllowed = 1500
        /// An object that gives content is not valid.
        case contentProvidingInvalid = 1501
        /// The badge is not valid.
        case badgeInputInvalid = 1600

        /// Whether an error is of this code, for `catch` and `switch`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? UNError)?.code == code
        }
    }

    /// Why it failed.
    public let code: Code

    /// What else is known, by the keys of `NSError`.
    public let userInfo: [String: any Sendable]

    /// Makes an error of a code.
    public init(_ code: Code, userInfo: [String: any Sendable] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// The same as `UNErrorDomain`.
    public static var errorDomain: String { UNErrorDomain }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// What the error brings for `NSError`.
    public var errorUserInfo: [String: Any] { userInfo }

    /// Whether both have one code.
    public static func == (one: UNError, other: UNError) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension UNError {
    /// The user does not allow notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// The URL of an attachment names no file.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The file's type is not supported.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// The file is too large for its type.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The file is not in the system's store.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The file could not be moved into the system's store.
    public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
    /// The file is not what its type says.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The notification has no date, but should.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// The notification has nothing to show, but should.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// An object that gives content is not one of those allowed.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// An object that gives content is not valid.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// The badge is not valid.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}
