import PushPayload
import StrictJSON

/// Makes a payload fit by the steps that the caller declared.
enum Fitting {
    /// Plans a payload.
    typealias Planner = (Payload) throws(SealError) -> SealPlan

    /// Takes steps until the payload, whose plan does not fit, does, and says which; throws `tooLarge`, with what is
    /// still too much, when none is left.
    static func fit(
        _ payload: Payload, by steps: [OverflowStep], changes: inout [OverflowChange], planner: Planner
    ) throws(SealError) -> SealPlan {
        var payload = payload
        var plan = try planner(payload)
        for step in steps where plan.bytesLeft < 0 {
            let changed = try apply(step, to: payload, planner)
            guard changed != payload else { continue }
            changes.append(
                OverflowChange(
                    step: step, byteCountBefore: payload.serializedByteCount,
                    byteCountAfter: changed.serializedByteCount))
            payload = changed
            plan = try planner(payload)
        }
        guard plan.bytesLeft >= 0 else { throw plan.tooLarge }
        return plan
    }

    private static func apply(
        _ step: OverflowStep, to payload: Payload, _ planner: Planner
    ) throws(SealError) -> Payload {
        var payload = payload
        switch step {
        case .drop(let path):
            payload.root[path] = nil
        case .replaceBody(let text, let member, let reference):
            var alert = payload.aps.alert ?? Alert()
            alert.body = text
            payload.aps.alert = alert
            payload[member] = reference
        case .shorten(let path):
            return try shortened(payload, at: payload.textPath(path), planner)
        }
        return payload
    }

    /// The payload with as many characters of a text as fit before an ellipsis.
    private static func shortened(
        _ payload: Payload, at path: PayloadPath, _ planner: Planner
    ) throws(SealError) -> Payload {
        guard let text = payload.root[path]?.stringValue else { return payload }
        let ends = Array(text.indices)
        func candidate(keeping count: Int) -> Payload {
            var payload = payload
            payload.root[path] = .string(text[..<ends[count]] + "…")
            return payload
        }
        guard !ends.isEmpty else { return payload }
        // `fitting` characters fit, or none do; `ends.count`, the whole text, does not.
        var fitting = 0
        var excessive = ends.count
        while excessive - fitting > 1 {
            let middle = (fitting + excessive) / 2
            if try planner(candidate(keeping: middle)).bytesLeft >= 0 { fitting = middle } else { excessive = middle }
        }
        let shortest = candidate(keeping: fitting)
        return shortest.serializedByteCount < payload.serializedByteCount ? shortest : payload
    }
}

extension Payload {
    /// The path of a text, where the alert's body is the alert itself in its text form.
    fileprivate func textPath(_ path: PayloadPath) -> PayloadPath {
        let isBody = path == PayloadPath("aps", "alert", "body")
        return isBody && root[PayloadPath("aps", "alert")]?.stringValue != nil ? PayloadPath("aps", "alert") : path
    }
}
