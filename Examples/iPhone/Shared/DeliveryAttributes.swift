import ActivityKit

/// The Live Activity of a delivery.
nonisolated struct DeliveryAttributes: ActivityAttributes {
    /// The id of the activity, which each sealed state holds, too.
    let activity: String

    /// The object that ActivityKit decodes from a push: only the envelope is in it.
    struct ContentState: Codable, Hashable {
        let sealed: String
    }
}
