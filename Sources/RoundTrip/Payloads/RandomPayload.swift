public import PushPayload
import StrictJSON

/// A pseudorandom payload, determined by its seed on every machine.
///
/// It covers text in many scripts, control characters, emoji, texts that differ only in normalization, numbers that
/// binary64 cannot represent, deep nesting, many members, empty names and containers. It never contains a null, which a
/// payload may not carry.
public struct RandomPayload: Sendable {
    /// The seed of the payload.
    public let seed: UInt64
    /// The payload.
    public let payload: Payload
    /// The payload's push type.
    public let pushType: PushType

    /// Creates the payload of a seed, with at most `maximumByteCount` bytes of JSON.
    public init(seed: UInt64, maximumByteCount: Int = 2400) {
        self.seed = seed
        var generator = SplitMix64(seed: seed)
        // The product of two fractions favors small payloads.
        let share = generator.below(1000) * generator.below(1000)
        var maker = RandomValue(generator: generator, byteCount: 40 + maximumByteCount * share / 1_000_000)
        let pushType = maker.pushType()
        var root = maker.root(for: pushType)
        while root.serialized().count > maximumByteCount, let last = root.members.last { root[last.name] = nil }
        payload = Payload(root)
        self.pushType = pushType
    }
}
