import Foundation
import PushOpener

/// The state of a delivery that the provider seals as the content-state of a Live Activity.
nonisolated struct DeliveryState: Decodable {
    let courier: String
    let stopsLeft: Int

    /// A state that is older than one that was shown.
    struct Outdated: Error {}

    /// Opens the envelope of a content-state for an activity.
    ///
    /// The system draws a widget repeatedly, so there is no replay store; an older state than the newest one is not shown.
    static func open(_ envelope: String, of activity: String) throws -> DeliveryState {
        guard let activity = ActivityID(activity) else { throw Outdated() }
        let opener = try Opener(keys: Bank.openingKeys(isReadOnly: true), topic: Bank.topic)
        let opened = try opener.open(state: envelope, of: activity)
        guard isNewest(opened, of: activity) else { throw Outdated() }
        return try JSONDecoder().decode(DeliveryState.self, from: Data(opened.content.serialized()))
    }

    /// Keeps the newest state's time and number in the folder of the app group; false for an older state.
    private static func isNewest(_ state: OpenedEnvelope, of activity: ActivityID) -> Bool {
        guard let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: Bank.appGroup) else {
            return true
        }
        let file = group.appendingPathComponent("activity-\(activity).json")
        let order = [UInt64(state.issuedAt.timeIntervalSince1970), state.sequence ?? 0]
        let newest = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode([UInt64].self, from: $0) } ?? []
        guard !order.lexicographicallyPrecedes(newest) else { return false }
        try? JSONEncoder().encode(order).write(to: file, options: .atomic)
        return true
    }
}
