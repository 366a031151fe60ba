public import PushPayload
import StrictJSON

/// A payload to check, with its name in reports.
public struct RoundTripCase: Sendable {
    /// The name, such as the path of a file.
    public var name: String
    /// The payload to seal.
    public var payload: Payload
    /// The push type; nil derives it from the content, or uses `alert` if the content is ambiguous.
    public var pushType: PushType?
    /// The seed of a random payload; nil for another.
    public let seed: UInt64?

    /// Creates a case.
    public init(_ name: String, payload: Payload, pushType: PushType? = nil) {
        self.name = name
        self.payload = payload
        self.pushType = pushType
        seed = nil
    }

    /// Creates a pseudorandom payload of at most `maximumByteCount` bytes, determined by its seed on every machine.
    ///
    /// It covers text in many scripts, control characters, emoji, texts that differ only in normalization, numbers that
    /// binary64 cannot represent, deep nesting, many members, empty names and containers. It never contains a null,
    /// which a payload may not carry.
    public init(randomWithSeed seed: UInt64, maximumByteCount: Int = 2400) {
        var generator = SplitMix64(seed: seed)
        // The product of two fractions favors small payloads.
        let share = generator.below(1000) * generator.below(1000)
        var values = RandomValue(generator: generator, byteCount: 40 + maximumByteCount * share / 1_000_000)
        let pushTypes: [PushType] = [.alert, .alert, .alert, .background, .voip, .pushtotalk, .location]
        let pushType = values.generator.pick(pushTypes)
        var root = values.root(for: pushType)
        while root.serialized().count > maximumByteCount, let last = root.members.last { root[last.name.string] = nil }
        name = "random payload \(seed)"
        payload = Payload(root)
        self.pushType = pushType
        self.seed = seed
    }
}
