public import SealedEnvelope

/// The options of an envelope on its own; each has a safe default.
public struct EnvelopeOptions: Sendable, Hashable {
    /// The time in which the device may open it, as ``SealOptions/expiresIn``.
    public var expiresIn: Duration?
    /// A number that counts up for each pair of provider key and device key.
    public var sequence: UInt64?
    /// The padding that hides the length of the content; `.maximum` needs a ``maximumCharacterCount``.
    public var padding: Padding
    /// The most characters that the envelope's text may have; nil for no limit.
    public var maximumCharacterCount: Int?
    /// The suite; nil for the one that the keys determine.
    public var suite: SealingSuite?

    /// Creates options that differ from the default in what is named.
    public init(
        expiresIn: Duration? = nil, sequence: UInt64? = nil, padding: Padding = .standard,
        maximumCharacterCount: Int? = nil, suite: SealingSuite? = nil
    ) {
        self.expiresIn = expiresIn
        self.sequence = sequence
        self.padding = padding
        self.maximumCharacterCount = maximumCharacterCount
        self.suite = suite
    }

    /// The most characters that padding fills: those of the largest content that a reader accepts, and its overhead.
    private static let largestPaddedCharacterCount = 1 << 17

    func check() throws(SealError) {
        try padding.check()
        if padding == .maximum, !(0...Self.largestPaddedCharacterCount).contains(maximumCharacterCount ?? -1) {
            throw SealError(
                .invalidPadding,
                "padding to the maximum needs a maximum of at most \(Self.largestPaddedCharacterCount) characters")
        }
    }

    /// Returns the size of the padded message in bytes; throws `tooLarge`.
    func messageByteCount(ofUnpadded byteCount: Int, suite: SealingSuite) throws(SealError) -> Int {
        let limit = maximumCharacterCount.map { max(0, $0) } ?? Int.max
        let capacity = suite.messageByteCount(in: limit)
        if let padded = padding.paddedByteCount(of: byteCount, capacity: capacity) { return padded }
        let least = suite.characterCount(ofMessage: byteCount + 1)
        throw SealError(
            .tooLarge, "the envelope has \(least) characters, \(least - limit) more than the limit of \(limit)",
            excessByteCount: least - limit)
    }
}
