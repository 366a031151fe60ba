import PushPayload
import StrictJSON

/// What travels in the clear (wire format §5): the placeholder, what must stay outside, and what the caller leaves visible.
struct VisiblePart {
    /// The visible payload without the envelope key.
    let root: JSONObject
    /// What the device is to have after opening: the payload, with `mutable-content` where a placeholder is shown.
    let target: JSONObject

    init(
        of payload: Payload,
        pushType: PushType,
        placeholder: Placeholder,
        paths: [PayloadPath]
    ) throws(SealError) {
        var target = payload.root
        if let aps = target["aps"], aps.objectValue == nil {
            throw SealError(.invalidPayload, "aps is a \(aps.kind), not a dictionary")
        }
        // An empty dictionary first, so that `aps` comes first whatever is copied into it.
        var root: JSONObject = ["aps": .object(JSONObject())]
        var paths = paths + [.contentAvailable]
        if pushType.showsPlaceholder {
            PayloadPath.mutableContent.set(1, in: &target)
            PayloadPath.alert.set(.object(placeholder.alert), in: &root)
            PayloadPath.mutableContent.set(1, in: &root)
        } else {
            paths.append(.mutableContent)
        }
        for (_, path, value) in Self.members(at: paths, of: target) {
            guard path.set(value, in: &root) else {
                throw SealError(.invalidPayload, "\(path) cannot stay visible beside the other visible members")
            }
        }
        if pushType.showsPlaceholder {
            try Self.requireAlert(in: &root, placeholder: placeholder)
        } else if root["aps"]?.objectValue?.isEmpty == true {
            root["aps"] = paths.contains(PayloadPath.aps) ? target["aps"] : nil
        }
        for path in pushType.readBySystem {
            guard let value = path.value(in: target), path.value(in: root) != value else { continue }
            throw SealError(
                .mustStayVisible,
                """
                the system itself reads \(path) of a \(pushType.rawValue) push and cannot open it; \
                leave it visible by name, or seal inside it
                """)
        }
        self.root = root
        self.target = target
    }

    /// The members that are there, in the payload's order, each with its place in it.
    private static func members(
        at paths: [PayloadPath],
        of target: JSONObject
    ) -> [(place: [Int], path: PayloadPath, value: JSONValue)] {
        paths.compactMap { path in
            guard let place = path.place(in: target), let value = path.value(in: target) else { return nil }
            return (place, path, value)
        }
        .sorted { $0.place.lexicographicallyPrecedes($1.place) }
    }

    /// Makes sure that the system has something to display, without which it would call no extension.
    private static func requireAlert(in root: inout JSONObject, placeholder: Placeholder) throws(SealError) {
        if PayloadPath.alert.value(in: root) == nil {
            PayloadPath.alert.set(.object(placeholder.alert), in: &root)
        }
        let hasText =
            switch PayloadPath.alert.value(in: root) {
            case .string(let text): !text.isEmpty
            case .object(let alert): Placeholder(alert: alert).hasText
            default: false
            }
        guard hasText else {
            throw SealError(.emptyPlaceholder, "the alert in the clear holds no text, so no extension would be called")
        }
    }
}

extension PayloadPath {
    fileprivate static let aps = PayloadPath(["aps"])
    fileprivate static let alert = PayloadPath(["aps", "alert"])
    fileprivate static let mutableContent = PayloadPath(["aps", "mutable-content"])
    fileprivate static let contentAvailable = PayloadPath(["aps", "content-available"])

    /// The indices of the members that lead to the value, or nil where there is none.
    fileprivate func place(in object: JSONObject) -> [Int]? {
        var place: [Int] = []
        var object: JSONObject? = object
        for step in steps {
            guard let members = object?.members, let index = members.firstIndex(where: { $0.name == step }) else {
                return nil
            }
            place.append(index)
            object = members[index].value.objectValue
        }
        return place
    }
}
