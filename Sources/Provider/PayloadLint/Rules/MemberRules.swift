import PushPayload
import StrictJSON

/// Rules about the members of `aps`, and about all members that Apple documents.
extension LintRule {
    static let memberRules: [LintRule] = [
        LintRule(
            "wrong-type", .error, "The value of an Apple key has the type that Apple documents.",
            source: "\(Apple.payload); \(Apple.liveActivities)"
        ) { push in push.documentedMembers.flatMap(\.typeProblems).map { .value($0.path, "\($0.problem).") } },
        LintRule(
            "null-in-apple-key", .warning, "An Apple key without a value is left out, not null.",
            source: "\(Apple.payload); Apple's legacy guide still allowed null for the localization keys"
        ) { push in push.documentedMembers(where: \.value.isNull) },
        LintRule(
            "switch-is-boolean", .warning, "A switch of Apple's is the number 1, not a Boolean.",
            source: "\(Apple.payload); whether true is accepted is not documented", isOpen: true
        ) { push in push.documentedMembers { $0.type == .one && $0.value.boolValue != nil } },
        LintRule(
            "switch-not-one", .warning,
            "A switch of Apple's is 1, or true for content-changed; to turn it off, leave it out.",
            source: Apple.payload
        ) { push in
            push.documentedMembers { member in
                switch (member.type, member.value) {
                case (.one, .number(let number)): number.int != 1
                case (.isTrue, .bool(false)): true
                default: false
                }
            }
        },
        LintRule(
            "custom-key-in-aps", .warning, "APNs ignores custom keys in aps; they belong beside it.",
            source: Apple.payload
        ) { push in push.customMembers(of: .aps) },
        LintRule(
            "misplaced-key", .warning, "An Apple key is in the dictionary for which Apple documents it.",
            source: Apple.payload
        ) { push in
            let besideAPS = push.membersBesideAPS.compactMap { member in
                member.documented(besideAPS: push.payload?["aps"] != nil)
                    .map { Breach.name([member.name], "Apple's key \($0.name) belongs in \($0.dictionary).") }
            }
            return besideAPS
                + push.undocumentedMembers.compactMap { member in
                    member.alternative.map { .name(member.path, "Apple's key \($0) belongs in \($1).") }
                }
        },
        LintRule(
            "misspelled-key", .warning, "Apple's keys are in lower case with hyphens.", source: Apple.payload
        ) { push in
            let isMissing = push.payload?["aps"] == nil
            return push.membersBesideAPS.filter { isMissing && $0.isMisspelledAPS }
                .map { .name([$0.name], "Apple's key is aps.") }
                + push.undocumentedMembers.compactMap { member in
                    member.correction.map { .name(member.path, "Apple's key is \($0).") }
                }
        },
        LintRule(
            "curly-quotes", .warning,
            "A value of Apple's is without curly quotation marks; they only surround it on Apple's page.",
            source: Apple.payload
        ) { push in
            let words = [("interruption-level", push.aps), ("event", push.aps(of: .liveactivity))].map { name, aps in
                (path: ["aps", UTF8Text(name)] as [UTF8Text], name: aps?[name]?.stringValue ?? "")
            }
            return (words + push.soundNames).filter { $1.hasCurlyQuotes }.map { .value($0.path) }
        },
        LintRule("badge-negative", .warning, "A badge is 0 or more; 0 removes it.", source: Apple.payload) { push in
            .when(push.aps?["badge"]?.numberValue?.int.map { $0 < 0 } ?? false, .value(["aps", "badge"]))
        },
        LintRule(
            "interruption-level-unknown", .error,
            "An interruption level is passive, active, time-sensitive or critical.", source: Apple.payload
        ) { push in
            guard let level = push.aps?["interruption-level"]?.stringValue, !level.hasCurlyQuotes else { return [] }
            return .when(InterruptionLevel(rawValue: level) == nil, .value(["aps", "interruption-level"]))
        },
        LintRule(
            "relevance-score-range", .warning,
            "A relevance score is 0 to 1; only that of a Live Activity may be greater.",
            source: "\(Apple.payload); \(Apple.liveActivities)"
        ) { push in
            let score = push.aps?["relevance-score"]?.numberValue.map { $0.double ?? .infinity } ?? 0
            return .when(push.pushType != .liveactivity && !(0...1 ~= score), .value(["aps", "relevance-score"]))
        },
        LintRule(
            "date-in-milliseconds", .warning, "A date is in UNIX seconds, not milliseconds.",
            source: "\(Apple.liveActivities); \(Apple.requests)"
        ) { push in
            push.documentedMembers { $0.type == .date && abs($0.value.numberValue?.double ?? 0) >= 100_000_000_000 }
                + .when(push.headers?.expiration ?? 0 >= 100_000_000_000, .header("apns-expiration"))
        },
        LintRule(
            "date-not-unix", .warning,
            "A date is in seconds since 1970; a duration, or seconds since 2001, is long past.",
            source: "\(Apple.liveActivities); reported: NWPusher #73"
        ) { push in
            // The first number of seconds of ten digits is one of 2001; 0 means at once.
            let isPast: (Double) -> Bool = { $0 > 0 && $0 < 1_000_000_000 }
            return push.documentedMembers { $0.type == .date && isPast($0.value.numberValue?.double ?? 0) }
                + .when(isPast(Double(push.headers?.expiration ?? 0)), .header("apns-expiration"))
        },
        LintRule(
            "legacy-key", .note, "Keys for Safari pushes and for iOS 12 to 14 have no effect in a current app.",
            source: "Apple, archived Payload Key Reference"
        ) { push in
            let legacy: [UTF8Text] = ["action", "action-loc-key", "url-args", "summary-arg", "summary-arg-count"]
            return push.documentedMembers.filter { legacy.contains($0.name) && $0.hasDocumentedType }
                .map { .name($0.path) }
        },
        LintRule(
            "summary-arg-count-below-one", .warning, "A summary count is at least 1.",
            source: "pushy and apns2, after Apple's page of iOS 12"
        ) { push in push.documentedMembers { $0.name == "summary-arg-count" && $0.value.numberValue?.int ?? 1 < 1 } },
    ]
}

extension LintedPush {
    fileprivate func documentedMembers(where condition: (PayloadMember) -> Bool) -> [Breach] {
        documentedMembers.filter(condition).map { .value($0.path) }
    }

    /// Returns a breach for each of the app's own members in a dictionary.
    func customMembers(of dictionary: AppleDictionary) -> [Breach] {
        undocumentedMembers.filter { $0.dictionary == dictionary && $0.resembled == nil }.map { .name($0.path) }
    }
}

extension JSONObject.Member {
    /// The name of Apple's, and its dictionary, of which the name of a member of the root is a spelling that an app would hardly
    /// choose; without `aps`, also an exact name.
    func documented(besideAPS: Bool) -> (name: UTF8Text, dictionary: AppleDictionary)? {
        let isMarked =
            name.string.utf8.contains(UInt8(ascii: "-")) || ["mutable_content", "content_available"].contains(name)
        guard isMarked || !besideAPS && AppleDictionary.aps[name] != nil else { return nil }
        return AppleDictionary.aps.documentedName(like: name)
    }

    /// Whether the name is another spelling of `aps`, and the value has one of Apple's members.
    fileprivate var isMisspelledAPS: Bool {
        let isSpelling = ["aps", "apns"].contains(UTF8Text(name.string.lowercased()))
        return isSpelling && value.objectValue?.contains { AppleDictionary.aps[$0.name] != nil } ?? false
    }
}

extension String {
    /// Whether the text begins or ends with a curly quotation mark.
    var hasCurlyQuotes: Bool {
        let quotes: [Unicode.Scalar?] = ["\u{201C}", "\u{201D}"]
        return quotes.contains(unicodeScalars.first) || quotes.contains(unicodeScalars.last)
    }
}
