package import StrictJSON

/// JSON merge patch (RFC 7396): the overlay is one, over the visible part (wire format §5).
package enum MergePatch {
    /// What a patch says of one member.
    private enum Change {
        /// It has this value.
        case set(JSONValue)
        /// It is an object on both sides; the patch of these, where it is not empty, follows.
        case inside(visible: JSONObject, target: JSONObject)
        /// It is gone.
        case removed
    }

    /// Tells what the patch that turns `visible` into `target`, where neither holds a null, says of each member, in order.
    @inline(__always)
    private static func changes(
        from visible: JSONObject, to target: JSONObject, _ body: (_ name: String, Change) -> Void
    ) {
        let members = target.members.span
        for index in members.indices {
            let name = members[index].name
            guard let known = visible[name] else {
                body(name, .set(members[index].value))
                continue
            }
            switch (known, members[index].value) {
            case (.object(let visible), .object(let target)): body(name, .inside(visible: visible, target: target))
            case (let known, let value): if known != value { body(name, .set(value)) }
            }
        }
        let known = visible.members.span
        for index in known.indices where !target.contains(known[index].name) { body(known[index].name, .removed) }
    }

    /// Returns the patch that turns `visible` into `target`, where neither holds a null.
    package static func difference(from visible: JSONObject, to target: JSONObject) -> JSONObject {
        var patch = JSONObject()
        changes(from: visible, to: target) { name, change in
            switch change {
            case .set(let value): patch[name] = value
            case .removed: patch[name] = .null
            case .inside(let visible, let target):
                let inner = difference(from: visible, to: target)
                if !inner.isEmpty { patch[name] = .object(inner) }
            }
        }
        return patch
    }

    /// Writes the patch that ``difference(from:to:)`` returns, without making it, and shows each value that it sets.
    package static func write(
        from visible: JSONObject, to target: JSONObject, into text: inout JSONText, _ show: (JSONValue) -> Void
    ) {
        text.append(UInt8(ascii: "{"))
        let start = text.byteCount
        changes(from: visible, to: target) { name, change in
            let end = text.byteCount
            if end > start { text.append(UInt8(ascii: ",")) }
            text.append(quoted: name)
            text.append(UInt8(ascii: ":"))
            switch change {
            case .set(let value):
                value.write(to: &text)
                show(value)
            case .removed: text.append(plain: "null")
            case .inside(let visible, let target):
                let inner = text.byteCount
                write(from: visible, to: target, into: &text, show)
                // Nothing differs: it had no more than its braces.
                if text.byteCount == inner + 2 { text.removeAll(from: end) }
            }
        }
        text.append(UInt8(ascii: "}"))
    }

    /// Applies a patch (RFC 7396 §2): the target's members come first, then those that the patch adds.
    package static func merge(_ target: JSONObject, with patch: JSONObject) -> JSONObject {
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
                let merged = merge(member.value.objectValue ?? JSONObject(), with: patch)
                byteCount += merged.serializedByteCount - patch.serializedByteCount
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
