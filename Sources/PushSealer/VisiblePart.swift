import PushPayload
import SealedEnvelope
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
        var paths = paths + [.contentAvailable]
        var aps = JSONObject()
        if pushType.showsPlaceholder {
            target[.mutableContent] = Self.one
            aps["alert"] = .object(placeholder.alert)
            aps["mutable-content"] = Self.one
        } else {
            paths.append(.mutableContent)
        }
        // Even an empty one, so that `aps` comes first whatever is copied into it.
        var root = JSONObject()
        root["aps"] = .object(aps)
        for path in Self.inOrder(paths, of: target) {
            root[path] = target[path]
        }
        if pushType.showsPlaceholder {
            try Self.requireAlert(in: &root, placeholder: placeholder)
        } else if root["aps"]?.objectValue?.isEmpty == true {
            root["aps"] = paths.contains(PayloadPath.aps) ? target["aps"] : nil
        }
        for path in pushType.readBySystem {
            guard let value = target[path], root[path] != value else { continue }
            throw SealError(
                .mustStayVisible,
                """
                the system itself reads \(path) of push type \(pushType.rawValue) and cannot open it; \
                leave it visible by name, or seal inside it
                """)
        }
        self.root = root
        self.target = target
    }

    private static let one: JSONValue = 1

    /// The patch that turns the visible part into the payload, as text.
    func overlayText() -> [UInt8] {
        var text = JSONText()
        MergePatch.write(from: root, to: target, into: &text)
        return text.bytes
    }

    /// The paths that lead to something, in the payload's order.
    private static func inOrder(_ paths: [PayloadPath], of target: JSONObject) -> [PayloadPath] {
        paths.compactMap { path in path.place(in: target).map { (place: $0, path: path) } }
            .sorted { $0.place.lexicographicallyPrecedes($1.place) }
            .map(\.path)
    }

    /// Makes sure that the system has something to display, without which it would call no extension.
    private static func requireAlert(in root: inout JSONObject, placeholder: Placeholder) throws(SealError) {
        if root[.alert] == nil {
            root[.alert] = .object(placeholder.alert)
        }
        let hasText =
            switch root[.alert] {
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
    fileprivate static let aps = PayloadPath("aps")
    fileprivate static let alert = PayloadPath("aps", "alert")
    fileprivate static let mutableContent = PayloadPath("aps", "mutable-content")
    fileprivate static let contentAvailable = PayloadPath("aps", "content-available")

    /// The indices of the members that lead to the value, or nil where there is none.
    fileprivate func place(in object: JSONObject) -> [Int]? {
        guard object[self] != nil else { return nil }
        var place: [Int] = []
        var object: JSONObject? = object
        for name in names {
            guard let members = object?.members,
                let index = members.firstIndex(where: { $0.name.hasSameBytes(as: name) })
            else {
                return nil
            }
            place.append(index)
            object = members[index].value.objectValue
        }
        return place
    }
}
