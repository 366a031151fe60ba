/// The reason for the outcome of a delivery, or an error of the extension.
///
/// For a refused seal the code is the refusal's own, `cannotOpen` for example.
public struct DeliveryReason: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The class of the reason; later versions may add more.
    public struct Code: Hashable, Sendable, Codable, CustomStringConvertible {
        /// The code's name, stable over versions.
        public let description: String

        /// Creates a code with a name.
        public init(_ name: String) { description = name }
    }

    /// The class of the reason.
    public let code: Code
    /// The explanation for a person; never contains text of the notification.
    public let explanation: String

    init(_ code: Code, _ explanation: String) {
        self.code = code
        self.explanation = explanation
    }

    /// The code and the explanation.
    public var description: String { "\(code): \(explanation)" }
}

extension DeliveryReason.Code {
    /// The extension was not called: the payload has no `mutable-content` 1.
    public static let notMutable = Self("notMutable")
    /// The extension was not called: the payload shows no alert.
    public static let noAlert = Self("noAlert")
    /// The extension was not called: the alert is a string, see `SystemPolicy.callsForAlertText`.
    public static let alertIsText = Self("alertIsText")
    /// The extension was not called: the alert has only localization keys, see `SystemPolicy.callsForLocalizationKeys`.
    public static let onlyLocalizationKeys = Self("onlyLocalizationKeys")
    /// The extension was not called: the user has turned alerts off for the app.
    public static let alertsDisabled = Self("alertsDisabled")
    /// The time limit passed before the extension had finished.
    public static let timeExpired = Self("timeExpired")
    /// Neither method called the handler.
    public static let noAnswer = Self("noAnswer")
    /// The handler was called again, see `SystemPolicy.lastAnswerCounts`.
    public static let handlerCalledAgain = Self("handlerCalledAgain")
    /// A method was still running when the host stopped waiting for it.
    public static let stillRunning = Self("stillRunning")
    /// An attachment violates Apple's table and is not shown, see `SystemPolicy.badAttachmentShowsOriginal`.
    public static let badAttachment = Self("badAttachment")
    /// `userInfo` holds a value that a property list cannot hold; the original `userInfo` is kept.
    public static let userInfoNotPropertyList = Self("userInfoNotPropertyList")
    /// The content is too large for the phone's list of delivered notifications, also without its `userInfo`.
    public static let notListed = Self("notListed")
    /// The app has no entitlement for communication notifications, so the sender is not shown.
    public static let communicationNotAllowed = Self("communicationNotAllowed")
    /// The extension's process ended.
    public static let crashed = Self("crashed")
    /// The extension's process was ended because it exceeded its memory limit.
    public static let memoryExceeded = Self("memoryExceeded")
    /// The extension's process was ended because it wrote an invalid message to the host's channel.
    public static let badMessage = Self("badExtensionMessage")
    /// The extension's executable could not be started.
    public static let notStarted = Self("notStarted")
    /// The extension handed over content without alert text, which the system ignores.
    public static let alertTextRemoved = Self("alertTextRemoved")
    /// The extension handed over empty content and has the entitlement to filter.
    public static let filtered = Self("filtered")
    /// The push carries no envelope.
    public static let notSealed = Self("notSealed")
    /// A store could not be read or written, so replays or missed pushes were not detected.
    public static let storeUnavailable = Self("storeUnavailable")
    /// The extension could not read its keys.
    public static let keysUnavailable = Self("keysUnavailable")
}
