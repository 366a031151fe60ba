import PushPayload
import StrictJSON

/// Rules about the alert.
extension LintRule {
    static let alertRules: [LintRule] = [
        LintRule(
            "alert-as-text", .note, "Apple recommends a dictionary for an alert; a string becomes its body.",
            source: Apple.payload
        ) { push in .when(push.alert?.stringValue?.isEmpty == false, .value(["aps", "alert"])) },
        LintRule(
            "alert-without-text", .warning, "An alert without a title, subtitle or body shows nothing.",
            source: Apple.payload
        ) { push in
            let isEmpty = push.alert?.objectValue == nil ? push.alert == "" : !push.alertHas(oneOf: texts + keys)
            return .when(isEmpty, .value(["aps", "alert"]))
        },
        LintRule(
            "unknown-alert-key", .warning, "An alert has only Apple's keys; custom keys belong beside aps.",
            source: Apple.payload
        ) { push in push.customMembers(of: .alert) + push.customMembers(of: .localizedText) },
        LintRule(
            "text-beside-loc-key", .warning, "Devices show the text, and the localization key beside it has no effect.",
            source: "reported: apns4ex #15, firebase-admin-node #639; Apple documents neither", isOpen: true
        ) { push in
            zip(texts, keys).filter { push.alertHas($0) && push.alertHas($1) }
                .map {
                    .name(["aps", "alert", UTF8Text($1)], "Devices show \($0), and \($1) beside it has no effect.")
                }
        },
        LintRule(
            "loc-args-without-key", .warning, "Localization arguments have no effect without their key.",
            source: Apple.payload
        ) { push in
            zip(keys, arguments).filter { !push.alertHas($0) && push.alertHas($1) }
                .map { .name(["aps", "alert", UTF8Text($1)], "\($1) has no effect without \($0).") }
                + push.documentedMembers.filter { $0.dictionary == .alert && $0.type == .dictionary }
                .filter { $0.value.objectValue?.contains("loc-key") == false }
                .map { .value($0.path, "A dictionary for \($0.name) has a loc-key.") }
        },
        LintRule(
            "date-as-argument", .warning,
            "A localization argument is shown unchanged; format a date before sending or in the service extension.",
            source: Apple.payload
        ) { push in
            push.documentedMembers.filter { $0.type == .strings && $0.dictionary != .aps }.flatMap { member in
                (member.value.arrayValue ?? []).enumerated()
                    .filter { $0.element.stringValue?.startsAsTimestamp ?? false }
                    .map { .value(member.path + [UTF8Text(String($0.offset))]) }
            }
        },
        LintRule(
            "mutable-content-without-alert", .warning,
            "The system calls the service extension only for a push that shows an alert.",
            source: Apple.serviceExtension
        ) { push in push.mutableContent { $0.alert?.stringValue == nil && !$0.alertHas(oneOf: texts + keys) } },
        LintRule(
            "mutable-content-with-text-alert", .warning,
            "Apple documents the call of the service extension for an alert dictionary, not for a string.",
            source: "\(Apple.serviceExtension); for a string it is not documented", isOpen: true
        ) { push in push.mutableContent { $0.alert?.stringValue != nil } },
        LintRule(
            "mutable-content-with-loc-keys-only", .note,
            "Apple documents the call of the service extension for a title, subtitle or body, not for their keys alone.",
            source: "\(Apple.serviceExtension); for keys alone it is not documented", isOpen: true
        ) { push in push.mutableContent { $0.alertHas(oneOf: keys) && !$0.alertHas(oneOf: texts) } },
    ]
}

// The texts of an alert, their localization keys and the arguments of these.
private let texts = ["title", "subtitle", "body"]
private let keys = ["title-loc-key", "subtitle-loc-key", "loc-key"]
private let arguments = ["title-loc-args", "subtitle-loc-args", "loc-args"]

extension LintedPush {
    fileprivate var alert: JSONValue? { aps?["alert"] }

    fileprivate func alertHas(_ name: String) -> Bool { alert?.objectValue?.contains(name) ?? false }

    fileprivate func alertHas(oneOf names: [String]) -> Bool { names.contains { alertHas($0) } }

    /// Returns a breach if the condition holds and the push asks for a service extension that its type may have.
    fileprivate func mutableContent(where condition: (LintedPush) -> Bool) -> [Breach] {
        let asksForExtension = APS(aps ?? [:]).mutableContent && (pushType == .alert || pushType == nil)
        return .when(asksForExtension && condition(self), .value(["aps", "mutable-content"]))
    }
}

extension String {
    /// Whether the text starts with an RFC 3339 date and time.
    var startsAsTimestamp: Bool {
        let pattern = "0000-00-00T00:00".utf8
        return utf8.count >= pattern.count
            && zip(utf8, pattern).allSatisfy { byte, sample in
                sample == UInt8(ascii: "0") ? 0x30...0x39 ~= byte : byte == sample
            }
    }
}
