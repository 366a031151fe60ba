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
            switch (visible[members[index].name], members[index].value) {
            case (.object(let visible), .object(let target)):
                body(members[index].name, .inside(visible: visible, target: target))
            case (nil, let value):
                body(members[index].name, .set(value))
            case (let known?, let value):
                if known != value { body(members[index].name, .set(value)) }
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

    /// Applies a patch (RFC 7396 §2).
    ///
    /// The patch of a sealed push is nearly the whole payload, and so it is what the members of the target are added to.
    package static func merge(_ target: JSONObject, with patch: JSONObject) -> JSONObject {
        var result = patch
        result.reserveCapacity(target.count + patch.count)
        let members = target.members.span
        for index in members.indices {
            let name = members[index].name
            switch (patch[name], members[index].value) {
            case (nil, let value): result[name] = value
            case (.null, _): result[name] = nil
            case (.object(let patch), .object(let target)): result[name] = .object(merge(target, with: patch))
            case (.object(let patch), _): result[name] = .object(merge(JSONObject(), with: patch))
            case (_?, _): break
            }
        }
        // What the target lacks is set, but nulls in it, outside of arrays, are no values.
        guard patch.holdsNull else { return result }
        for member in patch where !target.contains(member.name) {
            switch member.value {
            case .null: result[member.name] = nil
            case .object(let patch): result[member.name] = .object(merge(JSONObject(), with: patch))
            case .bool, .number, .string, .array: break
            }
        }
        return result
    }
}
