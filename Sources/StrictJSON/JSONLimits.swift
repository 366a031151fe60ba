/// How much JSON a reader takes before it refuses the rest.
public struct JSONLimits: Sendable, Hashable {
    /// The deepest nesting that any limit allows.
    ///
    /// Comparing and writing a value recurse, and so does freeing what was made member by member; in an optimised build 512
    /// levels fit the 512 KiB stack of a secondary thread. Foundation refuses more, too.
    public static let deepest = 512

    /// The most bytes that a text may have; at most 2 GiB less one.
    public let maximumByteCount: Int

    /// How many arrays and objects may stand inside each other, the outermost counting as 1.
    public let maximumDepth: Int

    /// 65,536 bytes and 512 levels.
    public static let `default` = JSONLimits()

    /// Makes limits; numbers beyond what they may be are taken as the nearest.
    public init(maximumByteCount: Int = 65_536, maximumDepth: Int = JSONLimits.deepest) {
        self.maximumByteCount = min(max(0, maximumByteCount), Int(Int32.max))
        self.maximumDepth = min(max(0, maximumDepth), Self.deepest)
    }
}
