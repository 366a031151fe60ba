import PushOpener

/// The state of a delivery that the provider seals as the content-state of a Live Activity.
nonisolated struct DeliveryState: Decodable {
    let courier: String
    let stopsLeft: Int

    /// Opens the envelope of a content-state.
    ///
    /// The system draws a widget repeatedly and keeps its own order of updates, so there is no replay store.
    static func open(_ envelope: String) throws -> DeliveryState {
        let opener = try Opener(keys: Bank.openingKeys(), topic: Bank.topic)
        return try opener.open(DeliveryState.self, from: envelope, purpose: .contentState)
    }
}
