import Foundation
import Synchronization

/// A model of Apple Push Notification service: requests in, answers out.
///
/// It validates requests, keeps a table of devices, stores pushes for offline devices, and simulates injected faults. It
/// opens no sockets and starts no threads.
public final class PushService: Sendable {
    /// The behaviour that Apple's documentation leaves open.
    public let policy: ServicePolicy

    private struct State {
        var keys: [String: ProviderKey] = [:]
        var devices: [String: Device] = [:]
        var faults: [Fault] = []
        var acceptedCount = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Int64
    private let report: @Sendable (AcceptedPush, PushStatus) -> Void

    /// Creates a service without keys and devices.
    ///
    /// - Parameters:
    ///   - policy: the policy.
    ///   - now: the time in milliseconds since 1970.
    ///   - report: called with the status of each accepted push, in the order in which a device's pushes were accepted.
    ///     It runs under a lock: it must return quickly and must not call the service.
    public init(
        policy: ServicePolicy = ServicePolicy(),
        now: @escaping @Sendable () -> Int64 = PushService.systemTime,
        report: @escaping @Sendable (AcceptedPush, PushStatus) -> Void
    ) {
        self.policy = policy
        self.now = now
        self.report = report
    }

    /// The system's time in milliseconds since 1970.
    @Sendable public static func systemTime() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1000)
    }

    // MARK: - Requests

    /// Responds to a request on a connection.
    public func respond(to request: PushRequest, on connection: PushConnection) -> ServiceResponse {
        let fault = takeFault(for: request)
        let delay = fault?.delay ?? .zero
        func response(_ answer: PushAnswer?, _ ending: ServiceResponse.Ending? = nil) -> ServiceResponse {
            ServiceResponse(answer: answer, delay: delay, ending: ending)
        }
        switch fault?.behaviour ?? .normal {
        case .normal: return response(answer(request, on: connection))
        case .answer(let reason): return response(refusing(request, because: reason))
        case .answerAndGoAway(let reason): return response(refusing(request, because: reason), .goAway(reason))
        case .goAway(let reason): return response(nil, .goAway(reason))
        case .cut: return response(nil, .cut)
        case .cutAfterAccepting:
            _ = answer(request, on: connection)
            return response(nil, .cut)
        }
    }

    /// Answers a request by the checks, without faults.
    private func answer(_ request: PushRequest, on connection: PushConnection) -> PushAnswer {
        let now = now()
        return connection.state.withLock { connectionState in
            // Signatures are verified outside the service's lock, which protects only the device table.
            var context = CheckContext(
                request: request, policy: policy, keys: state.withLock { $0.keys },
                certificate: connection.certificate, now: now, connection: connectionState)
            defer { connectionState = context.connection }
            let (before, after) = Self.checks
            for check in before {
                if let refusal = check.run(&context) { return answer(to: context, refused: refusal) }
            }
            return state.withLock { state in
                context.device = state.devices[context.token]
                for check in after {
                    if let refusal = check.run(&context) {
                        state.devices[context.token] = context.device
                        return answer(to: context, refused: refusal)
                    }
                }
                return accept(&context, in: &state)
            }
        }
    }

    /// The checks before the first that needs the device, and the remaining ones.
    private static let checks: (before: [Check], after: [Check]) = {
        let first = Check.order.firstIndex { $0.name == Check.deviceToken.name } ?? Check.order.endIndex
        return (Array(Check.order[..<first]), Array(Check.order[first...]))
    }()

    private func accept(_ context: inout CheckContext, in state: inout State) -> PushAnswer {
        let id = context.id ?? Self.newID()
        state.acceptedCount += 1
        let push = AcceptedPush(
            number: state.acceptedCount, id: id, token: context.token, topic: context.topic,
            pushType: context.pushType,
            priority: context.priority, expiration: context.expiration, collapseID: context.collapseID,
            acceptedAt: context.now, headers: context.request.headers.filter { $0.name != "authorization" },
            body: context.request.body)
        if context.device?.isOnline == true {
            report(push, .delivered)
        } else if (push.expiration ?? .max) <= context.seconds {
            // Zero and a time in the past allow one attempt only.
            report(push, .dropped)
        } else {
            if let earlier = context.device?.stored {
                report(earlier, isExpired(earlier, at: context.seconds) ? .expired : .replaced)
            }
            context.device?.stored = push
            report(push, .stored)
        }
        state.devices[context.token] = context.device
        return PushAnswer(
            reason: nil, id: id, uniqueID: policy.environment == .development ? Self.newID() : nil, timestamp: nil)
    }

    private func answer(to context: CheckContext, refused refusal: Refusal) -> PushAnswer {
        PushAnswer(
            reason: refusal.reason, id: context.id ?? Self.returnableID(of: context.request), uniqueID: nil,
            timestamp: refusal.timestamp)
    }

    private func refusing(_ request: PushRequest, because reason: Reason) -> PushAnswer {
        PushAnswer(
            reason: reason, id: Self.returnableID(of: request), uniqueID: nil,
            timestamp: reason.status == 410 ? now() : nil)
    }

    /// Returns the request's `apns-id` if it is a UUID in upper or lower case, else a new one.
    private static func returnableID(of request: PushRequest) -> String {
        guard let id = request["apns-id"], UUID(uuidString: id) != nil else { return newID() }
        return id
    }

    private static func newID() -> String { UUID().uuidString.lowercased() }

    // MARK: - Keys

    /// Adds a provider's key.
    public func add(_ key: ProviderKey) {
        state.withLock { $0.keys[key.id] = key }
    }

    /// Revokes a provider's key.
    ///
    /// A token that a connection has already used stays valid on it until it expires.
    public func revokeKey(_ id: String) {
        state.withLock { $0.keys[id] = nil }
    }

    // MARK: - Devices

    /// Registers an app on a device under a device token.
    ///
    /// - Parameters:
    ///   - token: the device token, hexadecimal.
    ///   - bundleID: the app's bundle id.
    ///   - environment: nil for the service's own. Pushes to a token of the other environment get BadDeviceToken.
    public func register(_ token: String, bundleID: String, environment: ServiceEnvironment? = nil) {
        let device = Device(bundleID: bundleID, environment: environment ?? policy.environment)
        state.withLock { $0.devices[token.lowercased()] = device }
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
            guard isOnline, let push = device.stored else { return }
            device.stored = nil
            report(push, isExpired(push, at: seconds) ? .expired : .delivered)
        }
    }

    private func isExpired(_ push: AcceptedPush, at seconds: Int64) -> Bool {
        seconds > (push.expiration ?? (push.acceptedAt / 1000 + policy.storageSeconds))
    }

    private func change(_ token: String, _ body: (inout Device) -> Void) {
        state.withLock { state in
            let token = token.lowercased()
            guard var device = state.devices[token] else { return }
            body(&device)
            state.devices[token] = device
        }
    }

    // MARK: - Faults

    /// Injects a fault.
    ///
    /// If several faults match a request, the oldest one applies.
    public func inject(_ fault: Fault) {
        state.withLock { $0.faults.append(fault) }
    }

    /// Removes all faults.
    public func removeFaults() {
        state.withLock { $0.faults = [] }
    }

    private func takeFault(for request: PushRequest) -> Fault? {
        state.withLock { state in
            for index in state.faults.indices {
                if let token = state.faults[index].token, !request.path.lowercased().hasSuffix("/" + token) { continue }
                if state.faults[index].after > 0 {
                    state.faults[index].after -= 1
                    continue
                }
                let fault = state.faults[index]
                if let count = fault.count {
                    if count <= 1 { state.faults.remove(at: index) } else { state.faults[index].count = count - 1 }
                }
                return fault
            }
            return nil
        }
    }
}
