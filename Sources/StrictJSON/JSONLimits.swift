/// How much JSON a reader takes before it refuses the rest.
public struct JSONLimits: Sendable, Hashable {
    /// The deepest nesting that any limit allows.
    ///
    /// Comparing, writing and freeing a value recurse, and in an optimised build 512 levels fit the 512 KiB stack of a
    /// secondary thread.
    /// Foundation refuses more, too.
    public static let deepest = 512

    /// The most bytes that a text may have.
    public let maximumByteCount: Int

    /// How many arrays and objects may stand inside each other, the outermost counting as 1.
    public let maximumDepth: Int

    /// 65,536 bytes and 512 levels.
    public static let `default` = JSONLimits()

    /// Makes limits; a depth above `deepest` is taken as `deepest`, and negative numbers as 0.
    public init(maximumByteCount: Int = 65_536, maximumDepth: Int = JSONLimits.deepest) {
        self.maximumByteCount = max(0, maximumByteCount)
        self.maximumDepth = min(max(0, maximumDepth), Self.deepest)
    }
}
