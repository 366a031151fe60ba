import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

extension Law {
    /// Edits of the visible part do not change the delivered payload.
    public static let visiblePartIgnored = Law(
        "visiblePartIgnored",
        "a member added, changed or removed next to the envelope does not change the delivered payload"
    ) { trial in
        let edits = trial.visibleEdits
        for (what, body) in edits {
            try await trial.expect(trial.payload.root, from: body.serialized(), what)
        }
        return edits.count
    }

    /// Visible members are delivered from the seal.
    public static let visibleMembersRestored = Law(
        "visibleMembersRestored",
        "with any choice of visible members the delivered payload is the payload that was sealed"
    ) { trial in
        var random = SplitMix64(seed: UInt64(trial.sealed.body.count) &* 0x9E37_79B9_7F4A_7C15)
        let paths = trial.payload.root.paths(upTo: 3)
        var trials = 0
        for _ in 0..<3 {
            let chosen = paths.filter { _ in random.next() % 4 == 0 }
            let sealed: Halves.Sealed
            do {
                sealed = try await trial.seal { task in
                    task.options.visible += chosen
                    // The same text may occur elsewhere in the payload; this law is not about leaks.
                    task.options.allowedInClear = paths
                }
            } catch let error as SealError
                where [.tooLarge, .emptyPlaceholder, .invalidEnvelopeKey].contains(error.code)
            {
                continue
            }
            try await trial.expect(trial.payload.root, from: sealed.body, "with \(chosen.count) visible members")
            trials += 1
        }
        guard trials > 0 else { throw Inapplicable("the payload is too large for visible members") }
        return trials
    }

    /// A JSON library in transit may serialize the body again.
    public static let rewritingHarmless = Law(
        "rewritingHarmless",
        "order, white space and escapes of the body may change in transit"
    ) { trial in
        let rewritings: [(String, JSONRewriting)] = [
            ("order", JSONRewriting(reversesMembers: true)),
            ("white space", JSONRewriting(spaces: " \t\r\n")),
            ("escapes", JSONRewriting(escapesAll: true)),
            ("everything", JSONRewriting(reversesMembers: true, spaces: "\n  ", escapesAll: true)),
        ]
        for (what, rewriting) in rewritings {
            try await trial.expect(
                trial.payload.root, from: rewriting.text(of: trial.body), "\(what) rewritten")
        }
        return rewritings.count
    }
}

extension Trial {
    /// The body with one edit each next to the envelope.
    fileprivate var visibleEdits: [(String, JSONObject)] {
        let envelopeKey = sealing.options.envelopeKey
        guard let object = sealedObject.content(in: body) else { return [] }
        var edits: [(String, JSONObject)] = []
        func edit(_ what: String, _ change: (inout JSONObject) -> Void) {
            var changed = object
            change(&changed)
            guard changed != object else { return }
            var body = body
            sealedObject.replace(in: &body, with: changed)
            edits.append((what, body))
        }
        edit("a member added") { $0[freeName] = "injected" }
        edit("a null added") { $0[freeName] = .null }
        edit("a number added that no library keeps") { $0[freeName] = JSONNumber(text: "1e400").map(JSONValue.number) }
        for path in object.paths(upTo: 3) where !path.names[0].hasSameBytes(as: envelopeKey) {
            edit("\(path) removed") { $0[path] = nil }
            edit("\(path) replaced") { $0[path] = "injected" }
        }
        if sealedObject.path == nil {
            edit("the alert replaced") { $0[PayloadPath("aps", "alert")] = ["title": "injected"] }
            edit("aps made a list") { $0["aps"] = [] }
        }
        return edits
    }
}

extension JSONObject {
    /// Returns the paths of all members down to a depth.
    fileprivate func paths(upTo depth: Int, below names: [String] = []) -> [PayloadPath] {
        guard depth > 0 else { return [] }
        return flatMap { member -> [PayloadPath] in
            let path = names + [member.name]
            return [PayloadPath(path)].compactMap { $0 }
                + (member.value.objectValue?.paths(upTo: depth - 1, below: path) ?? [])
        }
    }
}
