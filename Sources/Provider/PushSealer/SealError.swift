/// The reason why a payload was not sealed: a code to branch on and a text for people.
///
/// The reason names places and sizes, never what was to be sealed.
public struct SealError: CodedError {
    /// The kind of a failure; new kinds may be added.
    @nonexhaustive
    public enum Code: String, CaseIterable, Sendable {
        /// The payload holds a null, nests deeper than 512 levels, or lacks an object that must be sealed; its `aps` is not an
        /// object, or a member of Apple's has another type than Apple documents.
        ///
        /// Also: the content of an envelope on its own nests deeper than 512 levels, or 510 for a Live Activity's purposes.
        case invalidPayload
        /// The name of the envelope's member is not valid, or a member of that name was named visible.
        case invalidEnvelopeKey
        /// The payload does not determine the push type, and the options do not name it.
        case unknownPushType
        /// The member `sealedpush`, with commands to the device, would be visible.
        case visibleCommands
        /// The placeholder holds no text.
        case emptyPlaceholder
        /// The system itself reads a member of this push type, and the options do not name it visible.
        case mustStayVisible
        /// The suite cannot be used with the keys, or this build lacks it.
        case suiteMismatch
        /// Topic, audience or purpose is longer than 65,535 bytes.
        case contextTooLong
        /// Topic, push type, priority, collapse id or id cannot be a header of this push; or a broadcast has another push type
        /// than `liveactivity`.
        case invalidHeaders
        /// A padding block is not 1 to 4096 bytes.
        case invalidPadding
        /// An overflow step can change no payload: nothing can be at its path, or nothing that it changes.
        case invalidOverflow
        /// The expiry is negative or more than 30 days, or the time is not in 32 bits of UNIX seconds.
        case invalidExpiry
        /// The expiry is later than the lifetime with which the device was enrolled.
        case lifetimeTooLong
        /// The clock is before the day on which the device was enrolled.
        case clockBehind
        /// The sealed push is larger than the limit; see ``SealError/excessByteCount``.
        case tooLarge
        /// A text that was to be sealed also stands in the clear; see ``SealError/leak``.
        case leak
        /// The recipient's key agrees on an all-zero secret, or guarded memory is not available.
        case cannotSeal
        /// The provider's keyring has no active key any more: its keys were revoked or retired.
        case noActiveKey
        /// The provider's keyring could not be read again for longer than the grace of its `RefreshPolicy`.
        case keyringUnavailable
    }

    /// The kind of the failure.
    public let code: Code
    /// The cause, in lower case, for people.
    public let reason: String
    /// The number of bytes by which the body, with the least padding, exceeds the limit, when the code is `tooLarge`.
    public let excessByteCount: Int?
    /// Both places of the text, when the code is `leak`.
    public let leak: Leak?

    package init(_ code: Code, _ reason: String, excessByteCount: Int? = nil, leak: Leak? = nil) {
        self.code = code
        self.reason = reason
        self.excessByteCount = excessByteCount
        self.leak = leak
    }

    static let contextTooLong = SealError(
        .contextTooLong, "expected topic, audience and purpose of at most 65535 bytes of UTF-8 each")
}
