package import StrictJSON

/// JSON merge patch (RFC 7396): the overlay is one, over the visible part (wire format §5).
package enum MergePatch {
    /// Returns the patch that turns `visible` into `target`, where neither holds a null.
    package static func difference(from visible: JSONObject, to target: JSONObject) -> JSONObject {
        var patch = JSONObject()
        for member in target {
            switch (visible[member.name], member.value) {
            case (.object(let visible), .object(let target)):
                let inner = difference(from: visible, to: target)
                if !inner.isEmpty { patch[member.name] = .object(inner) }
            case (member.value, _):
                break
            default:
                patch[member.name] = member.value
            }
        }
        for member in visible where !target.contains(member.name) {
            patch[member.name] = .null
        }
        return patch
    }

    /// Applies a patch, as the pseudocode of RFC 7396 §2 does.
    package static func merge(_ target: JSONObject, with patch: JSONObject) -> JSONObject {
        var result = target
        for member in patch {
            switch member.value {
            case .null:
                result[member.name] = nil
            case .object(let patch):
                let target = result[member.name]?.objectValue ?? JSONObject()
                result[member.name] = .object(merge(target, with: patch))
            default:
                result[member.name] = member.value
            }
        }
        return result
    }
}
