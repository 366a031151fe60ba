import Foundation
import Synchronization

/// Apple Push Notification service as a model: requests in, answers out.
///
/// It examines requests, knows devices, stores what cannot be delivered, and has faults on demand. It opens no sockets and
/// starts no threads.
public final class PushService: Sendable {
    /// How it behaves where Apple leaves it open.
    public let policy: ServicePolicy

    private struct State {
        var keys: [String: ProviderKey] = [:]
        var devices: [String: Device] = [:]
        var faults: [Fault] = []
        var acceptedCount = 0
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> Int64
    private let report: @Sendable (AcceptedPush, PushFate) -> Void

    /// Makes a service without keys and devices.
    ///
    /// - Parameters:
    ///   - policy: the switches.
    ///   - now: the time in milliseconds since 1970.
    ///   - report: hears what became of each accepted push, in the order in which a device's pushes were accepted; it
    ///     must return soon and not call the service.
    public init(
        policy: ServicePolicy = ServicePolicy(),
        now: @escaping @Sendable () -> Int64 = PushService.systemTime,
        report: @escaping @Sendable (AcceptedPush, PushFate) -> Void
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

    /// Answers a request that came on a connection.
    public func react(to request: PushRequest, on connection: PushConnection) -> PushReaction {
        let fault = takeFault(for: request)
        let delay = fault?.delay ?? .zero
        func reaction(_ answer: PushAnswer?, _ ending: PushReaction.Ending? = nil) -> PushReaction {
            PushReaction(answer: answer, delay: delay, ending: ending)
        }
        switch fault?.behaviour ?? .normal {
        case .normal: return reaction(answer(request, on: connection))
        case .answer(let reason): return reaction(refusing(request, because: reason))
        case .answerAndGoAway(let reason): return reaction(refusing(request, because: reason), .goAway(reason))
        case .goAway(let reason): return reaction(nil, .goAway(reason))
        case .cut: return reaction(nil, .cut)
        case .cutAfterAccepting:
            _ = answer(request, on: connection)
            return reaction(nil, .cut)
        }
    }

    /// Answers a request as the checks demand, without faults.
    private func answer(_ request: PushRequest, on connection: PushConnection) -> PushAnswer {
        let now = now()
        return connection.state.withLock { connectionState in
            // Signatures are checked outside the service's lock: it is held for the device alone.
            var examination = Examination(
                request: request, policy: policy, keys: state.withLock { $0.keys },
                certificate: connection.certificate, now: now, connection: connectionState)
            defer { connectionState = examination.connection }
            let (before, after) = Self.checks
            for check in before {
                if let refusal = check.run(&examination) { return answer(to: examination, refused: refusal) }
            }
            return state.withLock { state in
                examination.device = state.devices[examination.token]
                for check in after {
                    if let refusal = check.run(&examination) {
                        state.devices[examination.token] = examination.device
                        return answer(to: examination, refused: refusal)
                    }
                }
                return accept(&examination, in: &state)
            }
        }
    }

    /// The checks before the first that needs the device, and those from it on.
    private static let checks: (before: [Check], after: [Check]) = {
        let first = Check.order.firstIndex { $0.name == Check.deviceToken.name } ?? Check.order.endIndex
        return (Array(Check.order[..<first]), Array(Check.order[first...]))
    }()

    private func accept(_ examination: inout Examination, in state: inout State) -> PushAnswer {
        let id = examination.id ?? Self.newID()
        state.acceptedCount += 1
        let push = AcceptedPush(
            number: state.acceptedCount, id: id, token: examination.token, topic: examination.topic,
            pushType: examination.pushType,
            priority: examination.priority, expiration: examination.expiration, collapseID: examination.collapseID,
            acceptedAt: examination.now, headers: examination.request.headers.filter { $0.name != "authorization" },
            body: examination.request.body)
        if examination.device?.isOnline == true {
            report(push, .delivered)
        } else if (push.expiration ?? .max) <= examination.seconds {
            // Zero asks for one attempt, and so does a time that is over.
            report(push, .dropped)
        } else {
            if let earlier = examination.device?.stored {
                report(earlier, isExpired(earlier, at: examination.seconds) ? .expired : .replaced)
            }
            examination.device?.stored = push
            report(push, .stored)
        }
        state.devices[examination.token] = examination.device
        return PushAnswer(
            reason: nil, id: id, uniqueID: policy.environment == .development ? Self.newID() : nil, timestamp: nil)
    }

    private func answer(to examination: Examination, refused refusal: Refusal) -> PushAnswer {
        PushAnswer(
            reason: refusal.reason, id: examination.id ?? Self.returnableID(of: examination.request), uniqueID: nil,
            timestamp: refusal.timestamp)
    }

    private func refusing(_ request: PushRequest, because reason: Reason) -> PushAnswer {
        PushAnswer(
            reason: reason, id: Self.returnableID(of: request), uniqueID: nil,
            timestamp: reason.status == 410 ? now() : nil)
    }

    /// The request's identifier if it is a UUID in whatever case, else a new one.
    private static func returnableID(of request: PushRequest) -> String {
        guard let id = request["apns-id"], UUID(uuidString: id) != nil else { return newID() }
        return id
    }

    private static func newID() -> String { UUID().uuidString.lowercased() }

    // MARK: - Keys

    /// Takes in a provider's key.
    public func add(_ key: ProviderKey) {
        state.withLock { $0.keys[key.id] = key }
    }

    /// Revokes a provider's key; tokens that a connection has used before stay valid on it for their hour.
    public func revokeKey(_ id: String) {
        state.withLock { $0.keys[id] = nil }
    }

    // MARK: - Devices

    /// Registers an app on a device under a device token.
    ///
    /// - Parameters:
    ///   - token: the device token, hex.
    ///   - bundleID: the app's bundle id.
    ///   - environment: nil for the service's own. A token of the other one is a bad token here.
    public func register(_ token: String, bundleID: String, environment: ServiceEnvironment? = nil) {
        let device = Device(bundleID: bundleID, environment: environment ?? policy.environment)
        state.withLock { $0.devices[token.lowercased()] = device }
    }

    /// Takes note that the app was removed from the device; from now on its pushes get 410 Unregistered.
    public func unregister(_ token: String) {
        let now = now()
        change(token) { $0.validity = .unregistered(now) }
    }

    /// Takes note that the device has got another token; from now on this one gets 410 ExpiredToken.
    public func expire(_ token: String) {
        let now = now()
        change(token) { $0.validity = .expired(now) }
    }

    /// Connects or disconnects a device; a push that waits for it is delivered at once, unless its time is over.
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

    /// Makes the service have a trouble; of several that match a request the oldest hits it.
    public func inject(_ fault: Fault) {
        state.withLock { $0.faults.append(fault) }
    }

    /// Ends every trouble.
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
