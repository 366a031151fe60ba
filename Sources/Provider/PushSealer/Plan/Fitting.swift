import PushPayload
import SealedEnvelope
import StrictJSON

/// Makes a payload fit by the overflow steps of the options.
struct Fitting {
    let placeholder: Placeholder
    let options: SealOptions
    let suite: SealingSuite

    /// Plans a payload, with as many of the overflow steps as it needs to fit; throws `tooLarge` when no step is left.
    func fit(_ payload: Payload) throws(SealError) -> (plan: SealPlan, changes: [OverflowChange]) {
        var payload = payload
        var changes: [OverflowChange] = []
        var unused: [OverflowStep] = []
        var plan = try self.plan(payload)
        for step in options.overflow where plan.bytesLeft < 0 {
            let changed = try apply(step, to: payload)
            guard changed != payload else {
                unused.append(step)
                continue
            }
            changes.append(
                OverflowChange(
                    step: step, byteCountBefore: payload.serializedByteCount,
                    byteCountAfter: changed.serializedByteCount))
            payload = changed
            plan = try self.plan(payload)
        }
        guard plan.bytesLeft >= 0 else { throw plan.tooLarge(unused: unused) }
        return (plan, changes)
    }

    private func plan(_ payload: Payload) throws(SealError) -> SealPlan {
        try SealPlan(of: payload, placeholder: placeholder, options: options, suite: suite)
    }

    private func apply(_ step: OverflowStep, to payload: Payload) throws(SealError) -> Payload {
        var payload = payload
        switch step {
        case .drop(let path):
            payload.root[at: path] = nil
        case .replaceBody(let text, let member, let reference):
            var alert = payload.aps.alert ?? Alert()
            alert.body = text
            payload.aps.alert = alert
            payload[member] = reference
        case .shorten(let path):
            return try shortened(payload, at: payload.textPath(path))
        }
        return payload
    }

    /// Returns the payload with as many characters of a text as fit before an ellipsis.
    private func shortened(_ payload: Payload, at path: PayloadPath) throws(SealError) -> Payload {
        guard let text = payload.root[at: path]?.stringValue else { return payload }
        let ends = Array(text.indices)
        func candidate(keeping count: Int) -> Payload {
            var payload = payload
            payload.root[at: path] = .string(text[..<ends[count]] + "…")
            return payload
        }
        guard !ends.isEmpty else { return payload }
        // `fitting` characters fit, or none do; `ends.count`, the whole text, does not.
        var fitting = 0
        var excessive = ends.count
        while excessive - fitting > 1 {
            let middle = (fitting + excessive) / 2
            if try plan(candidate(keeping: middle)).bytesLeft >= 0 { fitting = middle } else { excessive = middle }
        }
        let shortest = candidate(keeping: fitting)
        return shortest.serializedByteCount < payload.serializedByteCount ? shortest : payload
    }
}

extension Payload {
    /// The path of a text, where the alert's body is the alert itself in its text form.
    fileprivate func textPath(_ path: PayloadPath) -> PayloadPath {
        let isBody = path == "aps.alert.body"
        return isBody && root[at: "aps.alert"]?.stringValue != nil ? "aps.alert" : path
    }
}
