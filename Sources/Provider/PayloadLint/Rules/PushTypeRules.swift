import PushPayload
import StrictJSON

/// Rules about the content of each push type.
extension LintRule {
    static let pushTypeRules: [LintRule] = [
        LintRule(
            "push-type-mismatch", .error,
            "The push type is that of the content; otherwise APNs may return an error, delay or drop the push.",
            source: Apple.requests
        ) { push in
            guard let stated = push.statedType, let other = push.contradictingType else { return [] }
            let message = "The push type is \(stated.rawValue), but the content is that of type \(other.rawValue)."
            return [.value(push.aps == nil ? [] : ["aps"], message)]
        },
        LintRule(
            "alert-shows-nothing", .error, "An alert push has an alert, a badge or a sound.", source: Apple.requests
        ) { push in
            let aps = push.aps(of: .alert) ?? [:]
            return .when(!aps.isEmpty && !userVisible.contains(where: aps.contains), .value(["aps"]))
        },
        LintRule(
            "content-available-with-alert", .warning,
            "An alert that also wakes the app is allowed, but the system does not treat it as a background push.",
            source: "\(Apple.requests); older sources ask for priority 5"
        ) { push in
            let aps = push.aps(of: .alert) ?? [:]
            let wakesApp = APS(aps).contentAvailable && userVisible.contains(where: aps.contains)
            return .when(wakesApp, .name(["aps", "content-available"]))
        },
        LintRule(
            "background-with-alert", .error, "A background push has no alert, badge or sound.",
            source: "\(Apple.backgroundUpdates); what happens otherwise is not documented", isOpen: true
        ) { push in
            userVisible.filter((push.aps(of: .background) ?? [:]).contains).map { .name(["aps", UTF8Text($0)]) }
        },
        LintRule(
            "background-without-content-available", .error, "A background push has content-available 1.",
            source: Apple.backgroundUpdates
        ) { push in .when(push.aps(of: .background)?.contains("content-available") == false, .value(["aps"])) },
        LintRule(
            "background-other-key", .warning, "The dictionary aps of a background push has content-available only.",
            source: Apple.backgroundUpdates
        ) { push in
            // The keys of other push types break another rule.
            let others = (["content-available"] + userVisible + keysOfOneType.flatMap(\.names)).map { UTF8Text($0) }
            return push.contentType != .background
                ? []
                : push.documentedMembers.filter { $0.dictionary == .aps && !others.contains($0.name) }
                    .map { .name($0.path) }
        },
        LintRule(
            "key-of-other-push-type", .warning, "A key for one push type has no effect in another.",
            source: "\(Apple.payload); \(Apple.liveActivities)"
        ) { push in
            guard let type = push.contentType, PushType.documented.contains(type) else { return [] }
            return keysOfOneType.filter { !$0.types.contains(type) }.flatMap { keys in
                keys.names.filter((push.aps ?? [:]).contains).map { name in
                    .name(["aps", UTF8Text(name)], "\(name) is for \(keys.pushes) and has no effect in another.")
                }
            }
        },
        LintRule(
            "content-changed-missing", .error, "A push for widgets or controls has content-changed true.",
            source: "Apple, Updating widgets with WidgetKit push notifications"
        ) { push in
            let aps = push.aps(of: .widgets) ?? push.aps(of: .controls)
            return .when(aps?.contains("content-changed") == false, .value(["aps"]))
        },
        LintRule(
            "fileprovider-keys-missing", .error, "A File Provider push has container-identifier and domain.",
            source: Apple.fileProvider
        ) { push in
            guard push.contentType == .fileprovider else { return [] }
            return ["container-identifier", "domain"].filter { push.payload?[$0] == nil }
                .map { .value([], "A File Provider push has \($0).") }
        },
        LintRule(
            "mdm-magic-missing", .error, "An MDM push has the PushMagic as its member mdm.",
            source: "pushy and node-apn, after Apple's MDM protocol"
        ) { push in .when(push.contentType == .mdm && push.payload?["mdm"] == nil, .value([])) },
        LintRule(
            "member-not-read", .warning, "An MDM push has mdm only; a File Provider push has no aps.",
            source: "pushy and node-apn; \(Apple.fileProvider)"
        ) { push in
            (push.payload?.root.map(\.name) ?? []).filter { name in
                switch push.contentType {
                case .mdm: name != "mdm"
                case .fileprovider: name == "aps"
                default: false
                }
            }.map { .name([$0]) }
        },
    ]

    /// The members of `aps` that the user sees or hears.
    private static let userVisible = ["alert", "badge", "sound"]

    /// The members of `aps` that only pushes of some types have.
    private static let keysOfOneType: [(names: [String], types: [PushType], pushes: String)] = [
        (AppleDictionary.liveActivityMembers.map(\.name.string), [.liveactivity], "Live Activity pushes"),
        (["content-changed"], [.widgets, .controls], "pushes for widgets or controls"),
    ]
}
