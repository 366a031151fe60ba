import PushPayload
import SealedEnvelope
import StrictJSON

/// The part of a push that travels in the clear, built from nothing (wire format §4).
enum VisiblePart {
    /// Returns the body of a push with an empty string as each envelope.
    static func body(
        of payload: Payload, pushType: PushType, parts: [SealPlan.Part], placeholder: Placeholder, options: SealOptions
    ) throws(SealError) -> JSONObject {
        var body =
            pushType == .liveactivity
            ? payload.root
            : try root(of: payload, pushType: pushType, placeholder: placeholder, visible: options.visible)
        for part in parts {
            if let path = part.object.path {
                let members = members(of: part.members, at: path, visible: options.visible)
                part.object.replace(in: &body, with: members)
            }
            guard part.object.content(in: body)?.contains(options.envelopeKey) != true else {
                throw SealError(
                    .invalidEnvelopeKey, "the member \(options.envelopeKey) holds the envelope and cannot be visible")
            }
            part.object.setEnvelope("", named: options.envelopeKey, in: &body)
        }
        guard !body.contains(NotificationCommands.memberName) else {
            throw SealError(
                .visibleCommands,
                "the member \(NotificationCommands.memberName) holds commands to the device and cannot be visible")
        }
        try body.requireSealable(named: "visible part")
        return body
    }

    /// Returns the visible part of a push whose whole payload is sealed.
    private static func root(
        of payload: Payload, pushType: PushType, placeholder: Placeholder, visible: [PayloadPath]
    ) throws(SealError) -> JSONObject {
        var visible = visible
        switch payload.root[at: .contentAvailable] {
        case .number, .bool: visible.append(.contentAvailable)
        default: break
        }
        // `aps` comes first, whatever is copied into it.
        var root: JSONObject = [
            "aps": pushType.showsPlaceholder ? ["alert": .object(placeholder.alert), "mutable-content": 1] : [:]
        ]
        // A whole `aps` is copied member by member, so that `alert` and `mutable-content` stay the first ones.
        if pushType.showsPlaceholder, visible.contains(.aps) {
            visible.removeAll { $0 == .aps }
            visible += payload.aps.members.map { PayloadPath(names: "aps", $0.name.string) }
        }
        copy(visible.map { $0.names[...] }, from: payload.root, to: &root)
        if pushType.showsPlaceholder {
            // The payload's own may have been copied.
            root[at: .mutableContent] = 1
            try requireAlertText(in: root)
        } else if root["aps"] == [:], payload.root["aps"] != [:] || !visible.contains(.aps) {
            // Nothing was copied into it.
            root["aps"] = nil
        }
        try requireReadBySystem(of: pushType, in: root, payload: payload)
        return root
    }

    /// Returns the members of a sealed object inside a Live Activity push that stay in the clear.
    private static func members(of content: JSONObject, at object: PayloadPath, visible: [PayloadPath]) -> JSONObject {
        var members = JSONObject()
        let inside = visible.compactMap { path in path.isAncestor(of: object) ? [] : path.names(below: object) }
        if inside.contains([]) { return content }
        copy(inside, from: content, to: &members)
        return members
    }

    /// Copies the members at some paths, in the order of `source`, and makes the objects that hold them.
    private static func copy(_ paths: [ArraySlice<UTF8Text>], from source: JSONObject, to target: inout JSONObject) {
        if paths.isEmpty { return }
        let paths = Dictionary(grouping: paths) { $0.first ?? "" }
        for member in source {
            guard let found = paths[member.name] else { continue }
            if found.contains(where: { $0.count == 1 }) {
                target[member.name.string] = member.value
            } else if let inner = member.value.objectValue {
                var object = target[member.name.string]?.objectValue ?? [:]
                copy(found.map { $0.dropFirst() }, from: inner, to: &object)
                if !object.isEmpty { target[member.name.string] = .object(object) }
            }
        }
    }

    /// Refuses a body without an alert text, for which the system calls no extension.
    private static func requireAlertText(in root: JSONObject) throws(SealError) {
        guard root[at: .alert].flatMap(Alert.init(json:))?.hasText == true else {
            throw SealError(.emptyPlaceholder, "the alert in the clear holds no text, so no extension would be called")
        }
    }

    private static func requireReadBySystem(
        of pushType: PushType, in root: JSONObject, payload: Payload
    ) throws(SealError) {
        for path in pushType.readBySystem {
            guard let value = payload.root[at: path], root[at: path] != value else { continue }
            throw SealError(
                .mustStayVisible,
                """
                the system itself reads \(path) of push type \(pushType.rawValue) and cannot open it; \
                name it visible, or seal inside it
                """)
        }
    }
}

extension PayloadPath {
    fileprivate static let aps: PayloadPath = "aps"
    fileprivate static let alert: PayloadPath = "aps.alert"
    fileprivate static let mutableContent: PayloadPath = "aps.mutable-content"
    fileprivate static let contentAvailable: PayloadPath = "aps.content-available"

    /// Returns whether the path leads to `other` or to an object that holds it.
    fileprivate func isAncestor(of other: PayloadPath) -> Bool {
        other.names.starts(with: names)
    }

    /// Returns the names after those of `object`, or nil when the path does not lead into it.
    fileprivate func names(below object: PayloadPath) -> ArraySlice<UTF8Text>? {
        object.isAncestor(of: self) ? names.dropFirst(object.names.count) : nil
    }
}
