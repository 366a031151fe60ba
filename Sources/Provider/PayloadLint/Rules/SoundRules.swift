import PushPayload
import StrictJSON

/// Rules about the sound.
extension LintRule {
    static let soundRules: [LintRule] = [
        LintRule(
            "sound-container", .warning,
            "A sound is default or an aiff, aif, wav or caf file with its extension; for others the default is played.",
            source: "Apple, UNNotificationSound; Apple's own samples also name an mp4"
        ) { push in
            push.soundNames.filter { _, name in
                let parts = name.split(separator: ".", omittingEmptySubsequences: false)
                let isFile = ["aiff", "aif", "wav", "caf"].contains(parts.dropFirst().last?.lowercased())
                return !isFile && UTF8Text(name) != "default" && !name.hasCurlyQuotes
            }.map { .value($0.path) }
        },
        LintRule(
            "sound-dictionary-not-critical", .warning,
            "A sound dictionary is for critical alerts; for others the name alone is the sound.", source: Apple.payload
        ) { push in push.sounds { !$0.contains("critical") } },
        LintRule(
            "sound-name-missing", .warning, "A sound dictionary has a name, default or a file.", source: Apple.payload
        ) { push in push.sounds { !$0.contains("name") } },
        LintRule("sound-volume-range", .error, "A volume is 0 to 1.", source: Apple.payload) { push in
            push.sounds("volume") { $0["volume"]?.numberValue.map { !(0...1 ~= $0.double ?? .infinity) } ?? false }
        },
        LintRule(
            "unknown-sound-key", .warning, "A sound dictionary has critical, name and volume only.",
            source: Apple.payload
        ) { push in push.customMembers(of: .sound) },
    ]
}

extension LintedPush {
    /// The name of each sound, the string form or the member `name`.
    var soundNames: [(path: [UTF8Text], name: String)] {
        documentedMembers.filter { $0.type == .sound || $0.dictionary == .sound && $0.name == "name" }
            .compactMap { member in member.value.stringValue.map { (member.path, $0) } }
    }

    /// Returns a breach for each sound dictionary, or a member of it, for which the condition holds.
    fileprivate func sounds(_ member: String..., where condition: (JSONObject) -> Bool) -> [Breach] {
        documentedMembers.filter { $0.type == .sound && $0.value.objectValue.map(condition) ?? false }
            .map { .value($0.path + member.map { UTF8Text($0) }) }
    }
}
