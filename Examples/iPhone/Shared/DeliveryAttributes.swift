import ActivityKit

/// The Live Activity of a delivery.
nonisolated struct DeliveryAttributes: ActivityAttributes {
    /// The object that ActivityKit decodes from a push: only the envelope is in it.
    struct ContentState: Codable, Hashable {
        let sealed: String
    }
}
