import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

extension Law {
    /// Opening returns exactly the payload that was sealed.
    public static let restoredExactly = Law(
        "restoredExactly",
        "the delivered payload is the payload that was sealed"
    ) { trial in
        let opened = try await trial.open()
        if let difference = Difference(from: trial.payload.root, to: opened.root) {
            throw Violation("\(difference)")
        }
        return 1
    }

    /// The body is within the limit of the push type, and the number of bytes left is exact.
    public static let sizeExactAtTheEdge = Law(
        "sizeExactAtTheEdge",
        "the body is within the limit, the reported bytes left fit, and one more is refused (of two envelopes, three more)"
    ) { trial in
        let limit = trial.limit
        guard trial.sealed.body.count <= limit else {
            throw Violation("the body has \(trial.sealed.body.count) bytes, the limit is \(limit)")
        }
        if trial.sealing.options.padding == .maximum, limit - trial.sealed.body.count > 1 {
            throw Violation("padded to the limit, the body is \(limit - trial.sealed.body.count) bytes short of it")
        }
        let name = trial.freeName
        func filled(_ count: Int) -> Payload {
            var payload = trial.payload
            var content = trial.sealedObject.content(in: payload.root) ?? [:]
            content[name] = .string(String(repeating: "x", count: count))
            trial.sealedObject.replace(in: &payload.root, with: content)
            return payload
        }
        guard trial.sealed.bytesLeft >= name.utf8.count + 6 else {
            throw Inapplicable("another member does not fit")
        }
        let left = try await trial.seal(filled(0)).bytesLeft
        guard left >= 0 else { throw Violation("\(left) bytes are reported as left") }
        // Of two envelopes, the number holds for the one that has fewer bytes left.
        let slack = trial.sealedObject.path != nil && trial.payload.aps.members.contains("attributes") ? 2 : 0
        for count in Set([1, left / 2, left]) {
            let sealed = try await trial.seal(filled(count))
            guard sealed.body.count <= limit else {
                throw Violation("with \(count) bytes more the body has \(sealed.body.count), the limit is \(limit)")
            }
            guard count > left || abs(sealed.bytesLeft - (left - count)) <= slack else {
                throw Violation(
                    "with \(count) bytes more \(sealed.bytesLeft) are reported as left, not \(left - count)")
            }
        }
        let edge = filled(left)
        try await trial.expect(edge.root, from: trial.seal(edge).body, "filled to the edge")
        do {
            _ = try await trial.seal(filled(left + 1 + slack))
        } catch let error as SealError where error.code == .tooLarge {
            // Base64 turns one excess byte into one or two characters.
            guard let excess = error.excessByteCount, (1...2 + slack).contains(excess) else {
                throw Violation("one byte over the edge is reported as \(error.excessByteCount ?? 0) too many")
            }
            return 6
        }
        throw Violation("one byte over the edge was sealed")
    }
}

extension Trial {
    /// A name that no member of the sealed object has.
    var freeName: String {
        let content = sealedObject.content(in: payload.root) ?? [:]
        var name = "x"
        while content.contains(name) || name.hasSameBytes(as: sealing.options.envelopeKey) { name += "x" }
        return name
    }
}
