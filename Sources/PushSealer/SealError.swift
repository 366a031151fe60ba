/// Why a payload was not sealed: a code to branch on and a reason for people.
///
/// Two errors are equal when their codes are. The reason names places and sizes, never what was to be sealed.
public struct SealError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What kind of failure it is; new kinds may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The code's name.
        public let description: String

        private init(_ name: String) { description = name }

        /// The payload holds a null or nests deeper than 512 levels, or its `aps` is no dictionary.
        public static let invalidPayload = Code("invalidPayload")
        /// The payload has a member of the envelope key's name, or that name is not allowed.
        public static let invalidEnvelopeKey = Code("invalidEnvelopeKey")
        /// The content does not tell the push type, and the options do not say it.
        public static let unknownPushType = Code("unknownPushType")
        /// The placeholder holds no text.
        public static let emptyPlaceholder = Code("emptyPlaceholder")
        /// The system itself reads a part of this push type, and the options do not name it visible.
        public static let mustStayVisible = Code("mustStayVisible")
        /// A number in the clear would not survive the JSON libraries on the way.
        public static let inexactNumber = Code("inexactNumber")
        /// The suite asked for does not go with the keys handed over.
        public static let suiteMismatch = Code("suiteMismatch")
        /// Topic or audience is longer than 65,535 bytes.
        public static let contextTooLong = Code("contextTooLong")
        /// Topic, push type, priority, collapse id or id cannot be a header of this push.
        public static let invalidHeaders = Code("invalidHeaders")
        /// A padding block is not 1 to 4096 bytes.
        public static let invalidPadding = Code("invalidPadding")
        /// The expiry lies beyond what 32 bits of seconds can say.
        public static let invalidExpiry = Code("invalidExpiry")
        /// The sealed push is larger than its push type may be; see ``SealError/excessByteCount``.
        public static let tooLarge = Code("tooLarge")
        /// A text that was to be sealed also stands in the clear; see ``SealError/leak``.
        public static let leak = Code("leak")
        /// The recipient's key agrees on an all-zero secret, or libsodium is not available.
        public static let cannotSeal = Code("cannotSeal")
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened, in lower case, for people.
    public let reason: String
    /// By how many bytes the body, with the least padding, is above the limit, where the code is `tooLarge`.
    public let excessByteCount: Int?
    /// Both places of the text, where the code is `leak`.
    public let leak: Leak?

    init(_ code: Code, _ reason: String, excessByteCount: Int? = nil) {
        self.code = code
        self.reason = reason
        self.excessByteCount = excessByteCount
        leak = nil
    }

    init(_ leak: Leak) {
        code = .leak
        reason = "the text that is sealed at \(leak.sealedAt) also stands in the clear at \(leak.visibleAt)"
        excessByteCount = nil
        self.leak = leak
    }

    /// Compares the codes.
    public static func == (left: SealError, right: SealError) -> Bool { left.code == right.code }

    /// The reason.
    public var description: String { reason }
}
