import PushPayload
import StrictJSON

/// Rules about the members of `aps`, and about all members that Apple documents.
extension LintRule {
    static let memberRules: [LintRule] = [
        LintRule(
            "wrong-type", .error, "The value of an Apple key has the type that Apple documents.",
            source: "\(Apple.payload); \(Apple.liveActivities)"
        ) { push in push.documentedMembers.flatMap(\.typeBreaches) },
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
            let besideAPS = push.membersBesideAPS.filter(\.hasNameForAPS)
                .map { Breach.name([$0.name], "Apple's key \($0.name) belongs in aps.") }
            return besideAPS
                + push.undocumentedMembers.compactMap { member in
                    member.alternative.map { .name(member.path, "Apple's key \($0) belongs in \($1).") }
                }
        },
        LintRule(
            "misspelled-key", .warning, "Apple's keys are in lower case with hyphens.", source: Apple.payload
        ) { push in
            push.undocumentedMembers.compactMap { member in
                member.correction.map { .name(member.path, "Apple's key is \($0).") }
            }
        },
        LintRule(
            "curly-quotes", .warning,
            "A value of Apple's is without curly quotation marks; they only surround it on Apple's page.",
            source: Apple.payload
        ) { push in
            let level = (path: ["aps", "interruption-level"], name: push.aps?["interruption-level"]?.stringValue ?? "")
            let event = (path: ["aps", "event"], name: push.aps(of: .liveactivity)?["event"]?.stringValue ?? "")
            return ([level, event] + push.soundNames).filter { $1.hasCurlyQuotes }.map { .value($0.path) }
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
            "legacy-key", .note, "Keys for Safari pushes and for iOS 12 to 14 have no effect in a current app.",
            source: "Apple, archived Payload Key Reference"
        ) { push in
            let legacy = ["action", "action-loc-key", "url-args", "summary-arg", "summary-arg-count"]
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

extension PayloadMember {
    /// The breaches of the documented type; a null and a switch of a wrong type break other rules.
    fileprivate var typeBreaches: [Breach] {
        switch (type, value) {
        case (_, .null), (.one, .bool), (.isTrue, .bool):
            return []
        case (.strings, .array(let elements)):
            return elements.enumerated().filter { $0.element.stringValue == nil }.map { index, element in
                .value(path + [String(index)], "An element of \(name) is a string, not \(element.kindWithArticle).")
            }
        default:
            let message = "\(name) is \(type?.withArticle ?? ""), not \(value.kindWithArticle)."
            return .when(!hasDocumentedType, .value(path, message))
        }
    }
}

extension AppleDictionary.ValueType {
    fileprivate var withArticle: String {
        switch self {
        case .string: "a string"
        case .strings: "an array of strings"
        case .integer: "a whole number"
        case .number: "a number"
        case .date: "a number of seconds"
        case .dictionary: "a dictionary"
        case .one: "the number 1"
        case .isTrue: "the Boolean true"
        case .alert, .sound: "a string or a dictionary"
        }
    }
}

extension JSONObject.Member {
    /// Whether this member of the root has a name of `aps` that an app would hardly choose.
    var hasNameForAPS: Bool { name.utf8.contains(UInt8(ascii: "-")) && AppleDictionary.aps[name] != nil }
}

extension String {
    /// Whether the text begins or ends with a curly quotation mark.
    var hasCurlyQuotes: Bool {
        let quotes: [Unicode.Scalar?] = ["\u{201C}", "\u{201D}"]
        return quotes.contains(unicodeScalars.first) || quotes.contains(unicodeScalars.last)
    }
}
