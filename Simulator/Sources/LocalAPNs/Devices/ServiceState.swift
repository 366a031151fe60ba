public import Foundation
import PushPayload
import Synchronization

/// The state of a service that outlives a restart: device tokens, stored pushes and channels, as JSON.
struct ServiceState: Codable {
    var devices: [String: Device]
    var channels: [String: BroadcastChannel]
}

extension PushService {
    /// The device tokens with their state, the stored pushes and the channels, as JSON for `restore(_:)`.
    ///
    /// - Throws: an error of the encoder.
    public func encodedState() throws -> Data {
        let state = state.withLock { ServiceState(devices: $0.devices, channels: $0.channels) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(state)
    }

    /// Replaces the device tokens, the stored pushes and the channels by those of an earlier service.
    ///
    /// Later pushes have higher numbers than the stored ones.
    ///
    /// - Throws: `DecodingError` if the data is not of `encodedState()`.
    public func restore(_ data: Data) throws {
        let saved = try JSONDecoder().decode(ServiceState.self, from: data)
        state.withLock { state in
            state.devices = saved.devices
            state.channels = saved.channels
            state.acceptedCount = saved.devices.values.flatMap(\.waiting).map(\.number).max() ?? 0
        }
    }
}
