public import PushPayload

/// A payload to check, with its name in reports.
public struct RoundTripCase: Sendable {
    /// The name, such as the path of a file.
    public var name: String
    /// The payload to seal.
    public var payload: Payload
    /// The push type; nil derives it from the content, or uses `alert` if the content is ambiguous.
    public var pushType: PushType?

    /// Creates a case.
    public init(_ name: String, payload: Payload, pushType: PushType? = nil) {
        self.name = name
        self.payload = payload
        self.pushType = pushType
    }
}

/// The number of random payloads and the seed of the first; each further one has the next seed.
public struct RandomPayloads: Sendable, Hashable {
    /// The number of payloads.
    public var count: Int
    /// The seed of the first payload.
    public var seed: UInt64

    /// Creates a range of random payloads; by default none.
    public init(count: Int = 0, seed: UInt64 = 1) {
        self.count = max(count, 0)
        self.seed = seed
    }
}
