public import PushPayload
import StrictJSON

/// A payload made from a number, the same on every machine, to try what nobody would think of.
///
/// Text in many scripts, control characters, emoji, texts that differ in normalization only, numbers that no binary64
/// holds, deep nesting, many members, empty names and containers; never a null, which no payload may carry.
public struct RandomPayload: Sendable {
    /// The number that it is made from.
    public let seed: UInt64
    /// The payload.
    public let payload: Payload
    /// The push type that it is for.
    public let pushType: PushType

    /// Makes the payload of a seed, of at most `maximumByteCount` bytes of JSON.
    public init(seed: UInt64, maximumByteCount: Int = 2400) {
        self.seed = seed
        var generator = SplitMix64(seed: seed)
        // Most payloads are small; the square of a number below 1 is.
        let share = generator.below(1000) * generator.below(1000)
        var maker = RandomValue(generator: generator, byteCount: 40 + maximumByteCount * share / 1_000_000)
        let pushType = maker.pushType()
        var root = maker.root(for: pushType)
        while root.serializedByteCount > maximumByteCount, let last = root.members.last { root[last.name] = nil }
        payload = Payload(root)
        self.pushType = pushType
    }
}
