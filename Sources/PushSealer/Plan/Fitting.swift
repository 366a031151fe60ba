import PushPayload
import SealedEnvelope
import StrictJSON

/// Makes a payload fit by the overflow steps of the options.
enum Fitting {
    /// A plan that fits, and the changes that were made to the payload for it.
    struct Fitted {
        let plan: SealPlan
        let changes: [OverflowChange]
    }

    private typealias Planner = (Payload) throws(SealError) -> SealPlan

    /// Plans a payload, with as many of the overflow steps as it needs to fit.
    ///
    /// - Throws: ``SealError`` with `tooLarge` when no step is left.
    static func fit(
        _ payload: Payload, placeholder: Placeholder, options: SealOptions, suite: SealingSuite
    ) throws(SealError) -> Fitted {
        let planner: Planner = { (payload) throws(SealError) in
            try SealPlan(of: payload, placeholder: placeholder, options: options, suite: suite)
        }
        var payload = payload
        var changes: [OverflowChange] = []
        var plan = try planner(payload)
        for step in options.overflow where plan.bytesLeft < 0 {
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
        return Fitted(plan: plan, changes: changes)
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

    /// Returns the payload with as many characters of a text as fit before an ellipsis.
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
