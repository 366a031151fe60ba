import PushPayload
import SealedEnvelope
import StrictJSON

extension SealPlan {
    /// Plans a push with as many of the overflow steps as it needs to fit, and returns the sizes of its padded messages.
    ///
    /// - Throws: ``SealError`` with `tooLarge` when no step is left.
    static func fitting(
        _ payload: Payload, placeholder: Placeholder, options: SealOptions, suite: SealingSuite
    ) throws(SealError) -> (plan: SealPlan, messageByteCounts: [Int], changes: [OverflowChange]) {
        try options.check()
        var plan = try SealPlan(of: payload, placeholder: placeholder, options: options, suite: suite)
        var payload = payload
        var changes: [OverflowChange] = []
        var unused: [OverflowStep] = []
        for step in options.overflow where plan.bytesLeft < 0 {
            let changed = try plan.apply(step, to: payload)
            guard changed != payload else {
                unused.append(step)
                continue
            }
            changes.append(
                OverflowChange(
                    step: step, byteCountBefore: payload.serializedByteCount,
                    byteCountAfter: changed.serializedByteCount))
            payload = changed
            plan = try plan.replanned(for: payload)
        }
        guard let messageByteCounts = plan.messageByteCounts else { throw plan.tooLarge(unused: unused) }
        return (plan, messageByteCounts, changes)
    }

    private func replanned(for payload: Payload) throws(SealError) -> SealPlan {
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
            if try replanned(for: candidate(keeping: middle)).bytesLeft >= 0 {
                fitting = middle
            } else {
                excessive = middle
            }
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
