public import PushPayload

/// A payload that goes through the laws, and what reports call it.
public struct RoundTripCase: Sendable {
    /// The name, such as the path of a file.
    public var name: String
    /// What a provider means the app to get.
    public var payload: Payload
    /// The push type; nil to derive it from the content, and to take an alert where that does not tell.
    public var pushType: PushType?

    /// Makes a case.
    public init(_ name: String, payload: Payload, pushType: PushType? = nil) {
        self.name = name
        self.payload = payload
        self.pushType = pushType
    }
}

/// How many random payloads, and from which seed on: each next one has the next seed.
public struct RandomPayloads: Sendable, Hashable {
    /// How many.
    public var count: Int
    /// The seed of the first.
    public var seed: UInt64

    /// Makes none, or as many as are asked for.
    public init(count: Int = 0, seed: UInt64 = 1) {
        self.count = max(count, 0)
        self.seed = seed
    }
}
