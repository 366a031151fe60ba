import PushPayload
import PushSealer
import StrictJSON

/// The payload that overflow steps must leave, found by sealing without them.
///
/// A step is taken if the payload is too large after the steps before it. A text keeps as many characters as fit.
struct OverflowLaw {
    let steps: [OverflowStep]
    /// The inputs of a seal without the steps.
    let sealing: SealingInput
    let implementation: Implementation

    /// Seals a payload with the steps, and returns the payload that must be delivered with the push.
    ///
    /// - Throws: A verdict if the seal succeeds or is refused against the law, and the errors of the seal.
    func seal(_ payload: Payload) async throws -> (expected: Payload, sealed: Implementation.Sealed) {
        var input = sealing
        input.options.overflow = steps
        do {
            let sealed = try await implementation.seal(payload, input)
            guard !steps.isEmpty else { return (payload, sealed) }
            guard let expected = try await self.payload(after: payload) else {
                throw LawOutcome.Verdict.broken("sealed, although the payload is too large after every overflow step")
            }
            return (expected, sealed)
        } catch let error as SealError where error.code == .tooLarge && !steps.isEmpty {
            guard try await self.payload(after: payload) == nil else {
                throw LawOutcome.Verdict.broken("refused as tooLarge, although the overflow steps make the payload fit")
            }
            throw error
        }
    }

    /// The payload after as many steps as it needs to fit; nil if it is too large after all of them.
    private func payload(after original: Payload) async throws -> Payload? {
        var payload = original
        for step in steps {
            if try await fits(payload) { return payload }
            switch step {
            case .drop(let path): payload.root[at: path] = nil
            case .replaceBody(let text, let member, let reference):
                var alert = payload.aps.alert ?? Alert()
                alert.body = text
                payload.aps.alert = alert
                payload[member] = reference
            case .shorten(let path): payload = try await shortened(payload, at: path)
            }
        }
        return try await fits(payload) ? payload : nil
    }

    private func shortened(_ payload: Payload, at path: PayloadPath) async throws -> Payload {
        // The body of an alert in its text form is the alert itself.
        let alert: PayloadPath = "aps.alert"
        let isTextForm = path == "aps.alert.body" && payload.root[at: alert]?.stringValue != nil
        let path = isTextForm ? alert : path
        guard let text = payload.root[at: path]?.stringValue, !text.isEmpty else { return payload }
        func keeping(_ count: Int) -> Payload {
            var shortened = payload
            shortened.root[at: path] = .string(text.prefix(count) + "…")
            return shortened
        }
        var (fitting, excessive) = (0, text.count)
        while excessive - fitting > 1 {
            let middle = (fitting + excessive) / 2
            if try await fits(keeping(middle)) { fitting = middle } else { excessive = middle }
        }
        let shortest = keeping(fitting)
        return shortest.serializedByteCount < payload.serializedByteCount ? shortest : payload
    }

    /// Whether a payload is sealed without the steps, or refused for another reason than its size.
    private func fits(_ payload: Payload) async throws -> Bool {
        do {
            _ = try await implementation.seal(payload, sealing)
            return true
        } catch let error as SealError {
            return error.code != .tooLarge
        }
    }
}
