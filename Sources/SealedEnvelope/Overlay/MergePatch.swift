package import StrictJSON

/// JSON merge patch (RFC 7396): the overlay is one, over the visible part (wire format §5).
package enum MergePatch {
    /// What a patch says of one member.
    private enum Change {
        /// The target's member at this place is set.
        case set(Int)
        /// The target's member at this place is an object on both sides; the patch of these, where it is not empty,
        /// follows.
        case inside(Int, visible: JSONObject, target: JSONObject)
        /// The visible object's member at this place is gone.
        case removed(Int)
    }

    /// Tells what the patch that turns `visible` into `target`, where neither holds a null, says of each member, in order.
    @inline(__always)
    private static func changes(from visible: JSONObject, to target: JSONObject, _ body: (Change) -> Void) {
        let (known, members) = (visible.members.span, target.members.span)
        for index in members.indices {
            guard let place = visible.place(of: members[index].name) else {
                body(.set(index))
                continue
            }
            if case .object(let visible) = known[place].value, case .object(let target) = members[index].value {
                body(.inside(index, visible: visible, target: target))
            } else if known[place].value != members[index].value {
                body(.set(index))
            }
        }
        for place in known.indices where !target.contains(known[place].name) { body(.removed(place)) }
    }

    /// Returns the patch that turns `visible` into `target`, where neither holds a null.
    package static func difference(from visible: JSONObject, to target: JSONObject) -> JSONObject {
        var patch = JSONObject()
        changes(from: visible, to: target) { change in
            switch change {
            case .set(let index): patch[target.members[index].name] = target.members[index].value
            case .removed(let place): patch[visible.members[place].name] = .null
            case .inside(let index, let visible, let inner):
                let inner = difference(from: visible, to: inner)
                if !inner.isEmpty { patch[target.members[index].name] = .object(inner) }
            }
        }
        return patch
    }

    /// Writes the patch that ``difference(from:to:)`` returns, without making it, and shows each value that it sets; what
    /// it is shown to may look at it, and no more.
    @_effects(releasenone)
    package static func write(
        from visible: JSONObject, to target: JSONObject, into text: inout JSONText, _ show: (JSONValue) -> Void
    ) {
        text.append(UInt8(ascii: "{"))
        let start = text.byteCount
        changes(from: visible, to: target) { change in
            let end = text.byteCount
            if end > start { text.append(UInt8(ascii: ",")) }
            switch change {
            case .set(let index):
                target.members[index].write(to: &text)
                hand(target.members[index].value, to: show)
            case .removed(let place):
                text.append(name: visible.members[place].name)
                text.append(plain: "null")
            case .inside(let index, let visible, let inner):
                text.append(name: target.members[index].name)
                let empty = text.byteCount + 2
                write(from: visible, to: inner, into: &text, show)
                // Nothing differs: it had no more than its braces.
                if text.byteCount == empty { text.removeAll(from: end) }
            }
        }
        text.append(UInt8(ascii: "}"))
    }

    /// Shows a value, which stays where it is.
    @inline(never)
    @_effects(releasenone)
    private static func hand(_ value: JSONValue, to show: (JSONValue) -> Void) { show(value) }

    /// Applies a patch (RFC 7396 §2): the target's members come first, then those that the patch adds.
    package static func merge(_ target: JSONObject, with patch: consuming JSONObject) -> JSONObject {
        guard !target.holdsNull, !patch.holdsNull, begins(patch, withMembersOf: target) else {
            return assemble(target, patch)
        }
        // The patch becomes the result, so that what it adds stays where it is.
        var merged = consume patch
        let known = target.members.span
        for place in known.indices {
            guard merged.place(of: known[place].name) == place else {
                merged.insert(known[place], at: place)
                continue
            }
            guard case .object(let target) = known[place].value else { continue }
            merged.changeValue(at: place) { value in
                switch consume value {
                case .object(let patch): return .object(merge(target, with: patch))
                case let value: return value
                }
            }
        }
        return merged
    }

    /// Whether the members that a patch shares with its target are its first, in the target's order.
    private static func begins(_ patch: JSONObject, withMembersOf target: JSONObject) -> Bool {
        let known = target.members.span
        var shared = 0
        for index in known.indices {
            guard let place = patch.place(of: known[index].name) else { continue }
            guard place == shared else { return false }
            shared += 1
        }
        return true
    }

    /// Applies any patch, member by member.
    private static func assemble(_ target: JSONObject, _ patch: JSONObject) -> JSONObject {
        var members: [JSONObject.Member] = []
        members.reserveCapacity(target.count + patch.count)
        var byteCount = patch.membersByteCount
        let known = target.members.span
        for index in known.indices {
            let member = known[index]
            switch patch[member.name] {
            case nil:
                members.append(member)
                byteCount += member.serializedByteCount
            case .null:
                break
            case .object(let patch):
                byteCount -= patch.serializedByteCount
                let merged = merge(member.value.objectValue ?? JSONObject(), with: patch)
                byteCount += merged.serializedByteCount
                members.append(JSONObject.Member(name: member.name, value: .object(merged)))
            case let value?:
                members.append(JSONObject.Member(name: member.name, value: value))
            }
        }
        let changes = patch.members.span
        for index in changes.indices where !target.contains(changes[index].name) {
            switch changes[index].value {
            case .null:
                break
            case .object(let patch) where patch.holdsNull:
                // Nulls in it, outside of arrays, are no values.
                let merged = merge(JSONObject(), with: patch)
                members.append(JSONObject.Member(name: changes[index].name, value: .object(merged)))
            default:
                members.append(changes[index])
            }
        }
        // Nulls go, and with them bytes of the patch.
        let holdsNull = target.holdsNull || patch.holdsNull
        return holdsNull ? JSONObject(distinct: members) : JSONObject(distinct: members, byteCount: byteCount)
    }
}
