import Foundation
import Synchronization

extension PushService {
    /// Answers a request by the checks, without faults.
    func answer(_ request: PushRequest, on connection: PushConnection) -> PushAnswer {
        let now = now()
        let kind = RequestKind(of: request, on: connection.host)
        return connection.state.withLock { connectionState in
            // Signatures are verified outside the service's lock, which protects only the tables.
            var context = CheckContext(
                request: request, policy: policy, keys: state.withLock { $0.keys },
                certificate: connection.certificate, now: now, connection: connectionState)
            defer { connectionState = context.connection }
            let (before, after) = kind.checks
            for check in before {
                if let refusal = check.run(&context) { return answer(to: context, of: kind, refused: refusal) }
            }
            if !context.hasExactTime { warnOfTime() }
            return state.withLock { state in
                context.device = state.devices[context.token]
                context.channel = request["apns-channel-id"].flatMap { state.channels[$0] }
                if kind == .management { context.channelCount = channels(of: context.bundleID, in: state).count }
                for check in after {
                    if let refusal = check.run(&context) {
                        state.devices[context.token] = context.device
                        return answer(to: context, of: kind, refused: refusal)
                    }
                }
                switch kind {
                case .push: return accept(&context, in: &state)
                case .broadcast: return broadcast(context, in: &state)
                case .management: return manage(context, in: &state)
                }
            }
        }
    }

    private func warnOfTime() {
        guard !hasWarnedOfTime.exchange(true, ordering: .relaxed) else { return }
        let page = "Apple's page requires a whole number of seconds"
        warn("a provider token's iat is a string or has a fraction; Apple's servers accept it, \(page)")
    }

    private func accept(_ context: inout CheckContext, in state: inout State) -> PushAnswer {
        let id = context.id ?? Self.newID()
        let push = push(id, to: context.token, topic: context.topic, by: context, in: &state)
        if var device = context.device {
            deliver(push, to: &device, at: context.seconds)
            state.devices[context.token] = device
        }
        return PushAnswer(id: id, uniqueID: policy.environment == .development ? Self.newID() : nil)
    }

    /// Returns the next accepted push, of a request that passed the checks.
    func push(
        _ id: String, to token: String, topic: String, by context: CheckContext, in state: inout State
    ) -> AcceptedPush {
        state.acceptedCount += 1
        return AcceptedPush(
            number: state.acceptedCount, id: id, token: token, topic: topic, pushType: context.pushType,
            priority: context.priority, expiration: context.expiration, collapseID: context.collapseID,
            acceptedAt: context.now,
            fields: context.request.headers.filter { $0.name != "authorization" }.map { [$0.name, $0.value] },
            content: Data(context.request.body))
    }

    /// Delivers a push to a device, or stores it while the device is offline.
    func deliver(_ push: AcceptedPush, to device: inout Device, at seconds: Int64) {
        if device.isOnline, policy.lowPriorityDelay != nil, push.priority < 10, (push.expiration ?? .max) > seconds {
            device.delayed.append(push)
            report(push, .delayed)
            changed()
        } else if device.isOnline {
            report(push, .delivered)
        } else if (push.expiration ?? .max) <= seconds {
            // Zero and a time in the past allow one attempt only.
            report(push, .dropped)
        } else {
            if let index = device.stored.firstIndex(where: { $0.channel == push.channel }) {
                let earlier = device.stored.remove(at: index)
                report(earlier, isExpired(earlier, at: seconds) ? .expired : .replaced)
            }
            device.stored.append(push)
            report(push, .stored)
            changed()
        }
    }

    func isExpired(_ push: AcceptedPush, at seconds: Int64) -> Bool {
        let accepted = push.acceptedAt / 1000
        let limit = accepted + (push.channel == nil ? policy.storageSeconds : BroadcastChannel.storageSeconds)
        guard let expiration = push.expiration else { return seconds > limit }
        return seconds > (push.channel == nil ? expiration : min(expiration, limit))
    }

    private func answer(to context: CheckContext, of kind: RequestKind, refused refusal: Rejection) -> PushAnswer {
        PushAnswer(
            reason: refusal.reason, id: context.id ?? Self.returnableID(of: context.request, kind),
            timestamp: refusal.timestamp, idField: kind.idField, cause: refusal.cause)
    }

    /// Answers with a reason without checking the request.
    func refusing(_ request: PushRequest, on connection: PushConnection, because reason: Reason) -> PushAnswer {
        let kind = RequestKind(of: request, on: connection.host)
        return PushAnswer(
            reason: reason, id: Self.returnableID(of: request, kind),
            timestamp: reason.status == 410 ? now() : nil, idField: kind.idField)
    }

    /// Returns the request's identifier if it is a UUID in upper or lower case, else a new one.
    private static func returnableID(of request: PushRequest, _ kind: RequestKind) -> String {
        guard let id = request[kind.idField], UUID(uuidString: id) != nil else { return newID() }
        return id
    }

    static func newID() -> String { UUID().uuidString.lowercased() }
}
