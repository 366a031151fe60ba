import PushPayload
import StrictJSON

/// Rules about Live Activities.
extension LintRule {
    static let liveActivityRules: [LintRule] = [
        LintRule(
            "liveactivity-event-missing", .error, "A Live Activity push has an event: start, update or end.",
            source: Apple.liveActivities
        ) { push in push.missing("event") },
        LintRule(
            "liveactivity-event-unknown", .error, "An event is start, update or end.", source: Apple.liveActivities
        ) { push in .when(push.eventText != nil && push.event == nil, .value(["aps", "event"])) },
        LintRule(
            "liveactivity-timestamp-missing", .error,
            "A Live Activity push has a timestamp; the state with the newest one is shown.",
            source: Apple.liveActivities
        ) { push in push.missing("timestamp") },
        LintRule(
            "liveactivity-content-state-missing", .error, "An update has a content-state.", source: Apple.liveActivities
        ) { push in push.missing("content-state", in: .update) },
        LintRule(
            "liveactivity-content-state-advised", .warning, "A start and an end should have a content-state to show.",
            source: Apple.liveActivities
        ) { push in push.missing("content-state", in: .start) + push.missing("content-state", in: .end) },
        LintRule(
            "liveactivity-start-attributes-missing", .error, "A start has attributes-type and attributes.",
            source: Apple.liveActivities
        ) { push in ["attributes-type", "attributes"].flatMap { push.missing($0, in: .start, "A start has \($0).") } },
        LintRule(
            "liveactivity-start-alert-missing", .error, "A start has an alert.", source: Apple.liveActivities
        ) { push in push.missing("alert", in: .start) },
        LintRule(
            "liveactivity-key-outside-start", .warning,
            "The attributes and the token or channel for updates belong in a start only.", source: Apple.liveActivities
        ) { push in
            guard let aps = push.aps, push.event == .update || push.event == .end else { return [] }
            return ["attributes-type", "attributes", "input-push-token", "input-push-channel"].filter(aps.contains)
                .map { .name(["aps", UTF8Text($0)]) }
        },
        LintRule(
            "liveactivity-input-token-and-channel", .warning,
            "A started activity receives its updates by token or by channel, not both.",
            source: "\(Apple.liveActivities); that they exclude each other is an inference", isOpen: true
        ) { push in
            let hasBoth = ["input-push-token", "input-push-channel"].allSatisfy { push.aps?.contains($0) == true }
            return .when(push.event == .start && hasBoth, .name(["aps", "input-push-token"]))
        },
        LintRule(
            "liveactivity-dismissal-outside-end", .warning, "A dismissal date belongs in an end.",
            source: Apple.liveActivities
        ) { push in
            let hasOtherEvent = push.eventText != nil && push.event != .end
            return .when(hasOtherEvent && push.aps?["dismissal-date"] != nil, .name(["aps", "dismissal-date"]))
        },
        LintRule(
            "liveactivity-dismissal-too-far", .warning, "A dismissal date is at most four hours after the timestamp.",
            source: Apple.liveActivities
        ) { push in
            guard push.event == .end, let timestamp = push.aps?["timestamp"]?.numberValue?.double,
                let dismissal = push.aps?["dismissal-date"]?.numberValue?.double,
                // Milliseconds break another rule.
                dismissal < 100_000_000_000
            else { return [] }
            return .when(dismissal - timestamp > 4 * 3_600, .value(["aps", "dismissal-date"]))
        },
        LintRule(
            "liveactivity-sound-outside-alert", .warning, "The sound of a Live Activity is a member of its alert.",
            source: Apple.liveActivities
        ) { push in .when(push.aps(of: .liveactivity)?["sound"] != nil, .name(["aps", "sound"])) },
        LintRule(
            "liveactivity-content-state-too-large", .warning, "The dynamic data of a Live Activity has at most 4 KB.",
            source: "Apple, Displaying live data with Live Activities"
        ) { push in
            let count = push.aps(of: .liveactivity)?["content-state"]?.objectValue?.serialized().count ?? 0
            let message = "The content-state has \(count) bytes; a Live Activity's dynamic data has at most 4096."
            return .when(count > 4_096, .value(["aps", "content-state"], message))
        },
        LintRule(
            "liveactivity-custom-outside-state", .warning,
            "A custom member beside aps does not reach the activity; it belongs in content-state.",
            source: Apple.liveActivities
        ) { push in
            guard push.contentType == .liveactivity else { return [] }
            return push.membersBesideAPS.filter { $0.documented(besideAPS: true) == nil }.map { .name([$0.name]) }
        },
        LintRule(
            "liveactivity-date-coding", .warning,
            "The system decodes a Date as seconds since 2001: a UNIX time is shown 31 years late, a text is not decoded.",
            source: "Apple, JSONDecoder.DateDecodingStrategy, deferredToDate; reported: home-assistant/iOS #4677",
            isOpen: true
        ) { push in
            ["content-state", "attributes"].flatMap { name in
                push.aps(of: .liveactivity)?[name]?.paths(from: ["aps", UTF8Text(name)], where: \.isUNIXTime) ?? []
            }.map { .value($0) }
        },
    ]
}

extension JSONValue {
    /// Whether the value is a time of the years 2017 to 2033 in UNIX seconds or milliseconds, or a date and time of RFC 3339.
    fileprivate var isUNIXTime: Bool {
        let seconds = numberValue?.double ?? 0
        return 1_500_000_000..<2_000_000_000 ~= seconds || 1_500_000_000_000..<2_000_000_000_000 ~= seconds
            || stringValue?.startsAsTimestamp ?? false
    }
}

extension LintedPush {
    /// The event of a Live Activity push, known or not; nil if it is not a string or has curly quotation marks.
    fileprivate var eventText: String? {
        guard let text = aps(of: .liveactivity)?["event"]?.stringValue, !text.hasCurlyQuotes else { return nil }
        return text
    }

    /// The event of a Live Activity push if it is known.
    fileprivate var event: LiveActivityEvent? { eventText.flatMap(LiveActivityEvent.init(rawValue:)) }

    /// Returns a breach if this is a Live Activity push, has the event if one is given, and lacks a member of `aps`.
    fileprivate func missing(_ name: String, in event: LiveActivityEvent? = nil, _ message: String? = nil) -> [Breach] {
        let isMissing = aps(of: .liveactivity)?.contains(name) == false
        return .when(isMissing && (event == nil || event == self.event), .value(["aps"], message))
    }
}
