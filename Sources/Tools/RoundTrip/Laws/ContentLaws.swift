import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

extension LawCheck {
    func restoredExactly() async throws {
        let opened = try await open()
        if let difference = opened.root.difference(from: payload.root) { throw Verdict.broken(difference) }
    }

    func sizeExactAtTheEdge() async throws {
        let limit = sealing.options.isBroadcast ? BroadcastHeaders.maximumByteCount : pushType.maximumByteCount
        let size = sealed.body.count
        try require(size <= limit, "the body has \(size) bytes, the limit is \(limit)")
        try require(
            sealing.options.padding != .maximum || limit - size <= 1,
            "padded to the limit, the body is \(limit - size) bytes short of it")

        let name = freeName
        guard sealed.bytesLeft >= name.utf8.count + 6 else { throw Verdict.doesNotApply("another member does not fit") }
        let left = try await seal(filled(0, name)).bytesLeft
        try require((0...limit).contains(left), "\(left) bytes are reported as left, the limit is \(limit)")
        // Of two envelopes, the number holds for the one that has fewer bytes left.
        let slack = sealedObject.path != nil && payload.aps.members.contains("attributes") ? 2 : 0
        for count in Set([1, left / 2, left]) where count <= left {
            trials.count += 1
            let sealed = try await seal(filled(count, name))
            try require(
                sealed.body.count <= limit,
                "with \(count) bytes more the body has \(sealed.body.count), the limit is \(limit)")
            try require(
                abs(sealed.bytesLeft - (left - count)) <= slack,
                "with \(count) bytes more \(sealed.bytesLeft) are reported as left, not \(left - count)")
        }
        let edge = filled(left, name)
        try await expect(payload: edge, from: seal(edge).body, "filled to the edge")
        do {
            trials.count += 1
            _ = try await seal(filled(left + 1 + slack, name))
        } catch let error as SealError where error.code == .tooLarge {
            // Base64 turns one excess byte into one or two characters. A program does not report their number.
            guard let excess = error.excessByteCount else { return }
            return try require(
                (1...2 + slack).contains(excess), "one byte over the edge is reported as \(excess) too many")
        }
        throw Verdict.broken("one byte over the edge was sealed")
    }

    /// Returns the payload with a text of some length in another member of the sealed object.
    private func filled(_ count: Int, _ name: String) -> Payload {
        Payload(sealedObject.setting(name, in: payload.root, to: .string(String(repeating: "x", count: count))))
    }

    func visiblePartIgnored() async throws {
        guard let object = sealedObject.content(in: body) else { return }
        func edit(_ what: String, _ change: (inout JSONObject) -> Void) async throws {
            var changed = object
            change(&changed)
            guard changed != object else { return }
            var body = body
            sealedObject.replace(in: &body, with: changed)
            try await expect(from: body.serialized(), what)
        }
        try await edit("a member added") { $0[freeName] = "injected" }
        try await edit("a null added") { $0[freeName] = .null }
        try await edit("a number added that no library keeps") {
            $0[freeName] = JSONNumber(text: "1e400").map(JSONValue.number)
        }
        for path in object.paths(upTo: 3) where path.names[0] != UTF8Text(envelopeKey) {
            try await edit("\(path) removed") { $0[at: path] = nil }
            try await edit("\(path) replaced") { $0[at: path] = "injected" }
        }
        if sealedObject.path == nil {
            try await edit("the alert replaced") { $0[at: "aps.alert"] = ["title": "injected"] }
            try await edit("aps made a list") { $0["aps"] = [] }
        }
    }

    func visibleMembersRestored() async throws {
        var random = SplitMix64(seed: UInt64(sealed.body.count) &* 0x9E37_79B9_7F4A_7C15)
        // Attachments are never visible.
        let paths = payload.root.paths(upTo: 3).filter {
            $0.names.first != UTF8Text(NotificationCommands.memberName)
        }
        let before = trials.count
        for _ in 0..<3 {
            let chosen = paths.filter { _ in random.next() % 4 == 0 }
            do {
                let sealed = try await seal { input in
                    input.options.visible += chosen
                    // The same text may occur elsewhere in the payload; this law is not about leaks.
                    input.options.allowedInClear = paths
                }
                try await expect(from: sealed.body, "with \(chosen.count) visible members")
            } catch let error as SealError
                where [.tooLarge, .emptyPlaceholder, .invalidEnvelopeKey].contains(error.code)
            {}
        }
        if trials.count == before { throw Verdict.doesNotApply("the payload is too large for visible members") }
    }

    func rewritingHarmless() async throws {
        for (what, rewriting) in [
            ("order", JSONRewriting(reversesMembers: true)),
            ("white space", JSONRewriting(spaces: " \t\r\n")),
            ("escapes", JSONRewriting(escapesAll: true)),
            ("everything", JSONRewriting(reversesMembers: true, spaces: "\n  ", escapesAll: true)),
        ] {
            try await expect(from: rewriting.text(of: body), "\(what) rewritten")
        }
    }
}

extension JSONObject {
    /// Returns the paths of all members down to a depth.
    fileprivate func paths(upTo depth: Int, below names: [UTF8Text] = []) -> [PayloadPath] {
        guard depth > 0 else { return [] }
        return flatMap { member -> [PayloadPath] in
            let path = names + [member.name]
            return [PayloadPath(names: path)].compactMap { $0 }
                + (member.value.objectValue?.paths(upTo: depth - 1, below: path) ?? [])
        }
    }
}
