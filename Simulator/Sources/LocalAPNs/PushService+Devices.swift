import Synchronization

extension PushService {
    /// Registers an app on a device under a device token; has no effect if it is registered already, also if it was restored.
    ///
    /// - Parameters:
    ///   - token: the device token, hexadecimal.
    ///   - bundleID: the app's bundle id.
    ///   - environment: nil for the service's own. Pushes to a token of the other environment get BadDeviceToken.
    public func register(_ token: String, bundleID: String, environment: ServiceEnvironment? = nil) {
        let device = Device(bundleID: bundleID, environment: environment ?? policy.environment)
        state.withLock { state in
            let token = token.lowercased()
            guard state.devices[token]?.bundleID != bundleID || state.devices[token]?.environment != device.environment
            else { return }
            state.devices[token] = device
        }
        changed()
    }

    /// The state of a device token.
    public struct TokenState: Sendable, Hashable {
        /// Whether the app was not removed, and the token not replaced.
        public let isValid: Bool
        /// Whether the device is connected.
        public let isOnline: Bool
    }

    /// Returns the state of a device token; nil for one that is not registered.
    public func tokenState(_ token: String) -> TokenState? {
        state.withLock { $0.devices[token.lowercased()] }.map { device in
            TokenState(isValid: device.validity == .valid, isOnline: device.isOnline)
        }
    }

    /// Marks the app as removed from the device.
    ///
    /// Later pushes get 410 Unregistered.
    public func unregister(_ token: String) {
        let now = now()
        change(token) { $0.validity = .unregistered(now) }
    }

    /// Marks the token as replaced.
    ///
    /// Later pushes to it get 410 ExpiredToken.
    public func expire(_ token: String) {
        let now = now()
        change(token) { $0.validity = .expired(now) }
    }

    /// Connects or disconnects a device.
    ///
    /// A stored push is delivered immediately unless it has expired.
    public func setOnline(_ token: String, _ isOnline: Bool) {
        let seconds = now() / 1000
        change(token) { device in
            device.isOnline = isOnline
            guard isOnline else { return }
            for push in device.stored.values.sorted(by: { $0.number < $1.number }) {
                report(push, isExpired(push, at: seconds) ? .expired : .delivered)
            }
            device.stored = [:]
        }
    }

    private func change(_ token: String, _ body: (inout Device) -> Void) {
        state.withLock { state in
            let token = token.lowercased()
            guard var device = state.devices[token] else { return }
            body(&device)
            state.devices[token] = device
        }
        changed()
    }
}
