package import StrictJSON

/// JSON merge patch (RFC 7396): the overlay is one, over the visible part (wire format §5).
package enum MergePatch {
    /// What a patch says of members.
    private enum Change {
        /// These of the target are set.
        case set(MemberRun)
        /// The target's member at this place is an object on both sides; the patch of these, where it is not empty,
        /// follows.
        case inside(Int, visible: JSONObject, target: JSONObject)
        /// The visible object's member at this place is gone.
        case removed(Int)
    }

    /// Tells what the patch that turns `visible` into `target`, where neither holds a null, says of the members, in order.
    private static func changes(from visible: JSONObject, to target: JSONObject, _ body: (Change) -> Void) {
        var sharedCount = 0
        target.forEachRun(apartFrom: visible) { run in
            body(.set(run))
        } at: { place, known in
            sharedCount += 1
            if let inner = target.object(at: place), let visible = visible.object(at: known) {
                body(.inside(place, visible: visible, target: inner))
            } else if visible.value(at: known) != target.value(at: place) {
                body(.set(MemberRun(at: place)))
            }
        }
        guard sharedCount < visible.count else { return }
        visible.forEachPlace { known in
            if target.place(ofNameAt: known, of: visible) == nil { body(.removed(known)) }
        }
    }

    /// Returns the patch that turns `visible` into `target`, where neither holds a null.
    package static func difference(from visible: JSONObject, to target: JSONObject) -> JSONObject {
        var patch = JSONObject()
        changes(from: visible, to: target) { change in
            switch change {
            case .set(let run): target.forEachPlace(in: run) { patch[target.name(at: $0)] = target.value(at: $0) }
            case .removed(let place): patch[visible.name(at: place)] = .null
            case .inside(let place, let visible, let inner):
                let inner = difference(from: visible, to: inner)
                if !inner.isEmpty { patch[target.name(at: place)] = .object(inner) }
            }
        }
        return patch
    }

    /// Writes the patch that ``difference(from:to:)`` returns, without making it, and shows the members that it sets; what
    /// they are shown to may look at them, and no more.
    @_effects(releasenone)
    package static func write(
        from visible: JSONObject, to target: JSONObject, into text: inout JSONText,
        _ show: (MemberRun, JSONObject) -> Void
    ) {
        text.append(UInt8(ascii: "{"))
        let start = text.byteCount
        changes(from: visible, to: target) { change in
            let end = text.byteCount
            if end > start { text.append(UInt8(ascii: ",")) }
            switch change {
            case .set(let run):
                target.write(run, to: &text)
                show(run, target)
            case .removed(let place):
                visible.write(nameAt: place, to: &text)
                text.append(plain: "null")
            case .inside(let place, let visible, let inner):
                target.write(nameAt: place, to: &text)
                let empty = text.byteCount + 2
                write(from: visible, to: inner, into: &text, show)
                // Nothing differs: it had no more than its braces.
                if text.byteCount == empty { text.removeAll(from: end) }
            }
        }
        text.append(UInt8(ascii: "}"))
    }

    /// Applies a patch (RFC 7396 §2) to an object, from which the member at one place is taken off first, if it has one to
    /// take off: the target's members come first, then those that the patch adds.
    package static func merge(
        _ target: JSONObject, without hidden: Int? = nil, with patch: JSONObject
    ) -> JSONObject {
        let hiddenByteCount = hidden.map { target.byteCount(ofMemberAt: $0) } ?? 0
        var merged = ObjectBuilder(
            byteCount: target.serializedByteCount - hiddenByteCount + patch.serializedByteCount)
        merge(target, without: hidden, with: patch, into: &merged)
        return merged.finish()
    }

    private static func merge(
        _ target: JSONObject, without hidden: Int? = nil, with patch: JSONObject, into merged: inout ObjectBuilder
    ) {
        target.forEachPlace { place in
            if place == hidden { return }
            if let change = patch.place(ofNameAt: place, of: target) {
                merge(target.object(at: place), with: patch, at: change, into: &merged)
            } else {
                merged.append(memberAt: place, of: target)
            }
        }
        guard patch.holdsNull else {
            return patch.forEachRun(apartFrom: target, without: hidden) { merged.append($0, of: patch) }
        }
        patch.forEachRun(apartFrom: target, without: hidden) { run in
            patch.forEachPlace(in: run) { merge(nil, with: patch, at: $0, into: &merged) }
        }
    }

    /// Adds what a patch makes of a value, of which only an object counts.
    private static func merge(
        _ target: JSONObject?, with patch: JSONObject, at place: Int, into merged: inout ObjectBuilder
    ) {
        // Where there is no target, nothing changes but that nulls, outside of arrays, are no values.
        if target != nil || patch.holdsNull {
            if let inner = patch.object(at: place) {
                merged.openObject(namedAs: place, of: patch)
                merge(target ?? JSONObject(), with: inner, into: &merged)
                return merged.closeObject()
            }
            if patch.value(at: place).isNull { return }
        }
        merged.append(memberAt: place, of: patch)
    }
}
