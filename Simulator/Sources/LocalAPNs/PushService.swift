import Foundation
import Synchronization

/// A model of Apple Push Notification service: requests in, answers out.
///
/// It validates requests, keeps a table of devices, stores pushes for offline devices, and simulates injected faults. It
/// opens no sockets and starts no threads.
public final class PushService: Sendable {
    /// The behaviour that Apple's documentation leaves open.
    public let policy: ServicePolicy

    struct State {
        var keys: [String: ProviderKey] = [:]
        var devices: [String: Device] = [:]
        var channels: [String: BroadcastChannel] = [:]
        var faults: [Fault] = []
        /// The delays of answers, by number, which end early if the faults are removed.
        var delays: [Int: Task<Void, Never>] = [:]
        var delayCount = 0
        var acceptedCount = 0
    }

    let state = Mutex(State())
    let hasWarnedOfTime = Atomic(false)
    let now: @Sendable () -> Int64
    let report: @Sendable (AcceptedPush, PushStatus) -> Void
    private let refused: @Sendable (RefusedPush) -> Void
    let warn: @Sendable (String) -> Void
    /// Called after a change of the state that outlives a restart.
    let changed: @Sendable () -> Void
    /// Called with each token that the service forgets.
    let forgot: @Sendable (String) -> Void

    /// Creates a service without keys and devices.
    ///
    /// - Parameters:
    ///   - policy: the policy.
    ///   - now: the time in milliseconds since 1970.
    ///   - refused: called for each request that is answered with a status other than 2xx, before the answer is returned. It must
    ///     return quickly.
    ///   - changed: called after a change of device tokens, stored pushes or channels; `encodedState()` then has it. It must return
    ///     quickly and must not call the service.
    ///   - forgot: called with each token that the service forgets, since 1,000 others became invalid later. It must return quickly and
    ///     must not call the service.
    ///   - warn: called once, at the first accepted provider token whose `iat` is not a whole number. It must return quickly.
    ///   - report: called with the status of each accepted push, in the order in which a device's pushes were accepted.
    ///     It runs under a lock: it must return quickly and must not call the service.
    public init(
        policy: ServicePolicy = ServicePolicy(),
        now: @escaping @Sendable () -> Int64 = PushService.systemTime,
        refused: @escaping @Sendable (RefusedPush) -> Void = { _ in },
        changed: @escaping @Sendable () -> Void = {},
        forgot: @escaping @Sendable (String) -> Void = { _ in },
        warn: @escaping @Sendable (String) -> Void = { _ in },
        report: @escaping @Sendable (AcceptedPush, PushStatus) -> Void
    ) {
        self.policy = policy
        self.now = now
        self.refused = refused
        self.changed = changed
        self.forgot = forgot
        self.warn = warn
        self.report = report
    }

    /// The system's time in milliseconds since 1970.
    @Sendable public static func systemTime() -> Int64 {
        Int64(Date().timeIntervalSince1970 * 1000)
    }

    // MARK: - Requests

    /// Responds to a request on a connection.
    public func respond(to request: PushRequest, on connection: PushConnection) -> ServiceResponse {
        let (fault, wait) = takeFault(for: request, on: connection)
        let delay = fault?.delay ?? .zero
        func response(_ answer: PushAnswer?, _ ending: ServiceResponse.Ending? = nil) -> ServiceResponse {
            if let answer {
                note(answer, to: request, on: connection, isFault: fault != nil && fault?.behaviour != .normal)
            }
            return ServiceResponse(answer: answer, delay: delay, ending: ending, wait: wait)
        }
        switch fault?.behaviour ?? .normal {
        case .normal:
            let answer = answer(request, on: connection)
            return response(answer, connection.ending(after: answer, by: policy))
        case .answer(let reason): return response(refusing(request, on: connection, because: reason))
        case .answerAndGoAway(let reason):
            return response(refusing(request, on: connection, because: reason), .goAway(reason))
        case .goAway(let reason): return response(nil, .goAway(reason))
        case .cut: return response(nil, .cut)
        case .cutAfterAccepting:
            _ = answer(request, on: connection)
            return response(nil, .cut)
        }
    }

    private func note(_ answer: PushAnswer, to request: PushRequest, on connection: PushConnection, isFault: Bool) {
        guard let reason = answer.reason else { return }
        let kind = RequestKind(of: request, on: connection.host)
        let isNamed = kind == .push || reason != .badPath
        let name = isNamed ? request.path.split(separator: "/").dropFirst(kind.nameIndex).first.map(String.init) : nil
        var recorded = request
        recorded.headers.removeAll { $0.name == "authorization" }
        refused(
            RefusedPush(
                id: answer.id, token: kind == .push ? name?.lowercased() : nil,
                topic: kind == .push ? request["apns-topic"] : name, status: answer.status, reason: reason,
                cause: answer.cause, isFault: isFault, time: now(), request: recorded))
    }

    // MARK: - Keys

    /// Adds a provider's key.
    public func add(_ key: ProviderKey) { state.withLock { $0.keys[key.id] = key } }

    // MARK: - Faults

    /// Injects a fault into the answers to pushes and broadcasts.
    ///
    /// If several faults match a request, the oldest one applies.
    public func inject(_ fault: Fault) { state.withLock { $0.faults.append(fault) } }

    /// Removes all faults, and ends the delays of answers.
    public func removeFaults() {
        state.withLock { state in
            state.faults = []
            for delay in state.delays.values { delay.cancel() }
        }
    }

    /// Returns the fault of a request, and its delay, which has started.
    private func takeFault(
        for request: PushRequest, on connection: PushConnection
    ) -> (fault: Fault?, wait: Task<Void, Never>?) {
        guard connection.host == .pushes else { return (nil, nil) }
        return state.withLock { state in
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
                return (fault, fault.delay > .zero ? start(fault.delay, in: &state) : nil)
            }
            return (nil, nil)
        }
    }

    private func start(_ delay: Duration, in state: inout State) -> Task<Void, Never> {
        state.delayCount += 1
        let number = state.delayCount
        let wait = Task {
            try? await Task.sleep(for: delay)
            self.state.withLock { $0.delays[number] = nil }
        }
        state.delays[number] = wait
        return wait
    }
}
