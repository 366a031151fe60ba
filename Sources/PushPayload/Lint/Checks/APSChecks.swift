import StrictJSON

extension LintRun {
    /// Checks the members of `aps`, whatever the push type.
    mutating func checkAPS() {
        guard let aps else { return }
        for member in aps {
            func path() -> [LintStep] { ["aps", .name(member.name)] }
            guard let shape = KnownMembers.aps[member.name] else {
                reportUnknown(member.name, in: KnownMembers.aps, ["aps"], .customKeyInAPS)
                checkNulls(member.value, path())
                continue
            }
            guard check(member.value, is: shape, at: path()) else { continue }
            if let era = KnownMembers.legacy[member.name] {
                report(.legacyKey, naming: path(), "\(member.name) is for \(era).")
            }
            checkValue(of: member, at: path())
        }
        checkMutableContent(aps)
    }

    private mutating func checkValue(of member: JSONObject.Member, at path: @autoclosure () -> [LintStep]) {
        switch member.name {
        case "alert":
            checkAlert(member.value)
        case "sound":
            checkSound(member.value, at: path())
        case "badge":
            if let number = member.value.numberValue?.int, number < 0 {
                report(.badgeNegative, at: path(), "A badge is absolute and not negative; 0 removes it.")
            }
        case "interruption-level":
            if let level = member.value.stringValue, checkQuotes(level, at: path()),
                InterruptionLevel(rawValue: level) == nil
            {
                report(
                    .interruptionLevelUnknown, at: path(),
                    "An interruption level is passive, active, time-sensitive or critical.")
            }
        case "relevance-score":
            if !isLiveActivity, let score = member.value.numberValue, !(0...1).contains(score.double ?? .infinity) {
                report(
                    .relevanceScoreRange, at: path(), "A relevance score is 0 to 1; only a Live Activity's may be more."
                )
            }
        case "content-state", "attributes":
            checkNulls(member.value, path())
        default:
            break
        }
    }

    private mutating func checkMutableContent(_ aps: JSONObject) {
        guard aps.flag("mutable-content"), pushType == .alert || pushType == nil else { return }
        let path: [LintStep] = ["aps", "mutable-content"]
        if aps["alert"]?.stringValue != nil {
            report(
                .mutableContentWithTextAlert, at: path,
                "Apple promises to call the service extension for an alert dictionary; write the text as its body.")
            return
        }
        let alert = aps["alert"]?.objectValue ?? [:]
        if ["title", "subtitle", "body"].contains(where: alert.contains) { return }
        if ["title-loc-key", "subtitle-loc-key", "loc-key"].contains(where: alert.contains) {
            report(
                .mutableContentWithLocKeysOnly, at: path,
                "Apple promises to call the service extension for a title, subtitle or body, not for keys alone.")
        } else {
            report(.mutableContentWithoutAlert, at: path, "Without an alert to show, no service extension is called.")
        }
    }
}
