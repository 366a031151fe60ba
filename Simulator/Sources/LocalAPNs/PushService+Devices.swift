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

    /// Returns whether a device token is valid, neither replaced nor of a removed app, and whether its device is connected; nil for one
    /// that is not registered.
    public func tokenState(_ token: String) -> (isValid: Bool, isOnline: Bool)? {
        state.withLock { $0.devices[token.lowercased()] }.map { ($0.validity == .valid, $0.isOnline) }
    }

    /// The number of invalid tokens that the service keeps; pushes to older ones get BadDeviceToken.
    static let invalidTokenLimit = 1_000

    /// Marks the app as removed from the device.
    ///
    /// Later pushes get 410 Unregistered. A stored push is dropped.
    public func unregister(_ token: String) {
        invalidate([token.lowercased()], as: .unregistered(now()))
    }

    /// Unregisters the valid tokens that are not in a set, such as those of Live Activities that ended with an earlier run.
    public func unregister(allExcept tokens: Set<String>) {
        let others = state.withLock { state in
            state.devices.filter { $0.value.validity == .valid && !tokens.contains($0.key) }.map(\.key)
        }
        invalidate(others, as: .unregistered(now()))
    }

    /// Marks the token as replaced.
    ///
    /// Later pushes to it get 410 ExpiredToken. A stored push is dropped.
    public func expire(_ token: String) {
        invalidate([token.lowercased()], as: .expired(now()))
    }

    /// Delivers the pushes of low priorities that have waited for `ServicePolicy.lowPriorityDelay`.
    public func deliverDue() {
        guard let delay = policy.lowPriorityDelay else { return }
        let now = now()
        let hasDelivered = state.withLock { state in
            var hasDelivered = false
            for (token, device) in state.devices {
                let due = device.delayed.prefix { $0.acceptedAt + delay <= now }
                guard !due.isEmpty else { continue }
                for push in due { report(push, isExpired(push, at: now / 1000) ? .expired : .delivered) }
                state.devices[token]?.delayed.removeFirst(due.count)
                hasDelivered = true
            }
            return hasDelivered
        }
        if hasDelivered { changed() }
    }

    private func invalidate(_ tokens: [String], as validity: Device.Validity) {
        state.withLock { state in
            for token in tokens {
                for push in state.devices[token]?.waiting ?? [] { report(push, .dropped) }
                state.devices[token]?.stored = []
                state.devices[token]?.delayed = []
                state.devices[token]?.validity = validity
            }
            forgetOldTokens(in: &state)
        }
        changed()
    }

    /// Removes the oldest invalid tokens above the limit.
    private func forgetOldTokens(in state: inout State) {
        let invalid = state.devices.compactMap { token, device in device.validity.end.map { (time: $0, token: token) } }
        guard invalid.count > Self.invalidTokenLimit else { return }
        for old in invalid.sorted(by: <).dropLast(Self.invalidTokenLimit) {
            state.devices[old.token] = nil
            forgot(old.token)
        }
    }

    /// Connects or disconnects a device.
    ///
    /// A stored push is delivered immediately unless it has expired. Of delayed pushes, a device that is disconnected keeps the newest.
    public func setOnline(_ token: String, _ isOnline: Bool) {
        let seconds = now() / 1000
        state.withLock { state in
            let token = token.lowercased()
            guard var device = state.devices[token] else { return }
            device.isOnline = isOnline
            if isOnline {
                for push in device.stored { report(push, isExpired(push, at: seconds) ? .expired : .delivered) }
                device.stored = []
            } else {
                let delayed = device.delayed
                device.delayed = []
                for push in delayed { deliver(push, to: &device, at: seconds) }
            }
            state.devices[token] = device
        }
        changed()
    }
}
