/// The size limits of a JSON text.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum nesting that any limit permits.
    ///
    /// Comparing, hashing, writing and freeing a value recurse. In an optimised build 512 levels take at most 200 KiB
    /// of the 512 KiB stack of a secondary thread. Foundation also refuses deeper texts.
    public static let deepest = 512

    /// The maximum length of a text in bytes.
    public let maximumByteCount: Int

    /// The maximum nesting of arrays and objects; the outermost one counts as 1.
    public let maximumDepth: Int

    /// 65,536 bytes and 512 levels.
    public static let `default` = JSONLimits()

    /// Creates limits; a depth above ``deepest`` is lowered to it, and negative numbers are raised to 0.
    public init(maximumByteCount: Int = 65_536, maximumDepth: Int = JSONLimits.deepest) {
        self.maximumByteCount = max(0, maximumByteCount)
        self.maximumDepth = min(max(0, maximumDepth), Self.deepest)
    }

    /// Creates the limits of an object whose members may nest as deep as a text of their own, such as a line with a payload.
    package init(enclosingTextsIn maximumByteCount: Int) {
        self.maximumByteCount = max(0, maximumByteCount)
        maximumDepth = Self.deepest + 1
    }
}
