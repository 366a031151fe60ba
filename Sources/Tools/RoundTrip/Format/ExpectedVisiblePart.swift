import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// The visible part by the wire format (§4.2, §4.3), computed independently of the sealer under test.
enum ExpectedVisiblePart {
    static func of(_ payload: JSONObject, sealedBy input: SealingInput) -> JSONObject {
        let paths = input.options.visible.map(\.names)
        let pushType = input.options.pushType ?? .alert
        return pushType == .liveactivity
            ? liveActivity(payload, paths)
            : root(payload, paths, placeholder: pushType == .alert ? input.placeholder : nil)
    }

    private static func root(_ payload: JSONObject, _ paths: [[String]], placeholder: Placeholder?) -> JSONObject {
        var visible: JSONObject = [:]
        if let placeholder { visible["aps"] = ["alert": .object(placeholder.alert)] }
        switch value(at: ["aps", "content-available"], in: payload) {
        case .number(let number): copy(.number(number), to: ["aps", "content-available"], in: &visible)
        case .bool(let flag): copy(.bool(flag), to: ["aps", "content-available"], in: &visible)
        default: break
        }
        for path in paths {
            guard let value = value(at: path[...], in: payload) else { continue }
            // A visible `aps` does not remove the placeholder.
            if placeholder != nil, path.count == 1, path[0].hasSameBytes(as: "aps") {
                for member in value.objectValue ?? [:] { copy(member.value, to: ["aps", member.name], in: &visible) }
            } else {
                copy(value, to: path[...], in: &visible)
            }
        }
        if placeholder != nil { copy(1, to: ["aps", "mutable-content"], in: &visible) }
        return visible
    }

    private static func liveActivity(_ payload: JSONObject, _ paths: [[String]]) -> JSONObject {
        var visible = payload
        for object in [["aps", "content-state"], ["aps", "attributes"]] {
            guard let content = value(at: object[...], in: payload)?.objectValue else { continue }
            var members: JSONObject = [:]
            for path in paths where zip(path, object).allSatisfy({ $0.hasSameBytes(as: $1) }) {
                let inside = path.dropFirst(object.count)
                if inside.isEmpty {
                    members = content
                } else if let value = value(at: inside, in: content) {
                    copy(value, to: inside, in: &members)
                }
            }
            copy(.object(members), to: object[...], in: &visible)
        }
        return visible
    }

    private static func value(at path: ArraySlice<String>, in object: JSONObject) -> JSONValue? {
        guard let name = path.first, let value = object[name] else { return nil }
        return path.count == 1 ? value : value.objectValue.flatMap { Self.value(at: path.dropFirst(), in: $0) }
    }

    private static func copy(_ value: JSONValue, to path: ArraySlice<String>, in object: inout JSONObject) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            object[name] = value
            return
        }
        var inner = object[name]?.objectValue ?? [:]
        copy(value, to: path.dropFirst(), in: &inner)
        object[name] = .object(inner)
    }
}
