import PushPayload
import SealedEnvelope
import StrictJSON

/// What travels in the clear (wire format §5): the placeholder, what must stay outside, and what the caller leaves visible.
struct VisiblePart {
    /// The visible payload.
    let clear: ClearPart
    /// What the device is to have after opening, but for `mutable-content` where a placeholder is shown.
    let target: JSONObject

    init(
        of payload: borrowing Payload,
        apsAt place: Int?,
        pushType: PushType,
        placeholder: borrowing Placeholder,
        paths: [PayloadPath]
    ) throws(SealError) {
        let target = payload.root
        var aps: JSONObject?
        if let place {
            aps = target.object(at: place)
            if aps == nil {
                throw SealError(.invalidPayload, "aps is a \(target.value(at: place).kind), not a dictionary")
            }
        }
        let showsPlaceholder = pushType.showsPlaceholder
        let paths = Self.inOrder(
            paths, Self.alwaysVisible(of: aps, showsPlaceholder: showsPlaceholder), of: target)
        if showsPlaceholder, paths.isEmpty {
            guard placeholder.hasText else { throw Self.emptyPlaceholder }
            clear = try placeholder.clear.get()
        } else {
            // `aps` comes first whatever is copied into it.
            var root: JSONObject = showsPlaceholder ? try placeholder.clear.get().root : ["aps": [:]]
            for path in paths { root[path] = target[path] }
            if showsPlaceholder {
                root[.mutableContent] = 1
                try Self.requireAlert(in: &root, placeholder: placeholder)
            } else if root["aps"]?.objectValue?.isEmpty == true {
                root["aps"] = paths.contains(PayloadPath.aps) ? aps.map(JSONValue.object) : nil
            }
            clear = try ClearPart(root, showsPlaceholder: showsPlaceholder)
        }
        for path in pushType.readBySystem {
            guard let value = target[path], clear.root[path] != value else { continue }
            throw SealError(
                .mustStayVisible,
                """
                the system itself reads \(path) of push type \(pushType.rawValue) and cannot open it; \
                leave it visible by name, or seal inside it
                """)
        }
        self.target = showsPlaceholder ? Self.withoutMutableContent(target, aps) : target
    }

    /// Writes the patch that turns the visible part into the payload, and says whether one of the texts that it sets may
    /// also stand in the clear.
    func writeOverlay(to text: inout JSONText, comparing texts: ClearText) -> Bool {
        var mayLeak = false
        MergePatch.write(from: clear.patched, to: target, into: &text) { run, object in
            unsafe mayLeak = mayLeak || object.holdsText(in: run) { unsafe texts.mayHold($0) }
        }
        return mayLeak
    }

    /// The payload without what is 1 in the clear and stays so, and with the dictionary that it stands in.
    private static func withoutMutableContent(_ root: JSONObject, _ aps: JSONObject?) -> JSONObject {
        guard let aps else {
            var root = root
            root["aps"] = [:]
            return root
        }
        guard aps.contains("mutable-content") else { return root }
        var root = root
        root[.mutableContent] = nil
        return root
    }

    /// What stays outside of a push with a placeholder, and of one without.
    private static func alwaysVisible(of aps: JSONObject?, showsPlaceholder: Bool) -> [PayloadPath] {
        var paths: [PayloadPath] = []
        guard let aps else { return paths }
        if aps.contains("content-available") { paths.append(.contentAvailable) }
        if !showsPlaceholder, aps.contains("mutable-content") { paths.append(.mutableContent) }
        return paths
    }

    /// The paths of both lists that lead to something, in the payload's order.
    private static func inOrder(
        _ chosen: [PayloadPath], _ always: [PayloadPath], of target: JSONObject
    ) -> [PayloadPath] {
        if chosen.isEmpty, always.isEmpty { return [] }
        var found: [(place: [Int], path: PayloadPath)] = []
        for path in chosen + always { if let place = path.place(in: target) { found.append((place, path)) } }
        return found.sorted { $0.place.lexicographicallyPrecedes($1.place) }.map(\.path)
    }

    /// Makes sure that the system has something to display, without which it would call no extension.
    private static func requireAlert(in root: inout JSONObject, placeholder: borrowing Placeholder) throws(SealError) {
        if root[.alert] == nil {
            root[.alert] = .object(placeholder.alert)
        }
        let hasText =
            switch root[.alert] {
            case .string(let text): !text.isEmpty
            case .object(let alert): Placeholder(alert: alert).hasText
            default: false
            }
        guard hasText else { throw emptyPlaceholder }
    }

    private static let emptyPlaceholder = SealError(
        .emptyPlaceholder, "the alert in the clear holds no text, so no extension would be called")
}

extension PayloadPath {
    fileprivate static let aps = PayloadPath("aps")
    fileprivate static let alert = PayloadPath("aps", "alert")
    static let mutableContent = PayloadPath("aps", "mutable-content")
    fileprivate static let contentAvailable = PayloadPath("aps", "content-available")

    /// The indices of the members that lead to the value, or nil where there is none.
    fileprivate func place(in object: JSONObject, from step: Int = 0) -> [Int]? {
        guard let index = object.place(of: names[step]) else { return nil }
        if step == names.count - 1 { return [index] }
        guard let inner = object.object(at: index), let rest = place(in: inner, from: step + 1) else {
            return nil
        }
        return [index] + rest
    }
}
