import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// The visible part by the wire format (§4.2, §4.3), computed independently of the sealer under test.
enum ExpectedVisiblePart {
    static func of(_ payload: JSONObject, sealedBy input: SealingInput) -> JSONObject {
        let pushType = input.options.pushType ?? .alert
        return pushType == .liveactivity
            ? liveActivity(payload, input.options.visible)
            : root(payload, input.options.visible, placeholder: pushType == .alert ? input.placeholder : nil)
    }

    private static func root(_ payload: JSONObject, _ paths: [PayloadPath], placeholder: Placeholder?) -> JSONObject {
        var visible: JSONObject = [:]
        if let placeholder { visible["aps"] = ["alert": .object(placeholder.alert)] }
        switch payload[at: "aps.content-available"] {
        case .number(let number): visible[at: "aps.content-available"] = .number(number)
        case .bool(let flag): visible[at: "aps.content-available"] = .bool(flag)
        default: break
        }
        for path in paths {
            guard let value = payload[at: path] else { continue }
            // A visible `aps` does not remove the placeholder.
            if placeholder != nil, path == "aps" {
                var aps = visible["aps"]?.objectValue ?? [:]
                for member in value.objectValue ?? [:] { aps[member.name.string] = member.value }
                visible["aps"] = .object(aps)
            } else {
                visible[at: path] = value
            }
        }
        if placeholder != nil { visible[at: "aps.mutable-content"] = 1 }
        return visible
    }

    private static func liveActivity(_ payload: JSONObject, _ paths: [PayloadPath]) -> JSONObject {
        var visible = payload
        for object in ["aps.content-state", "aps.attributes"] as [PayloadPath]
        where payload[at: object]?.objectValue != nil {
            visible[at: object] = .object([:])
            for path in paths where zip(path.names, object.names).allSatisfy(==) {
                // A path to the object, or to `aps`, leaves the whole object visible.
                let path = path.names.count > object.names.count ? path : object
                if let value = payload[at: path] { visible[at: path] = value }
            }
        }
        return visible
    }
}
