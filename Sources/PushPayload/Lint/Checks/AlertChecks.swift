import StrictJSON

extension LintRun {
    /// Checks the alert, which is a string or a dictionary.
    mutating func checkAlert(_ value: JSONValue) {
        guard let alert = value.objectValue else {
            if value.stringValue?.isEmpty == true {
                report(.alertWithoutText, at: ["aps", "alert"], "The alert is empty, so nothing is shown.")
            } else {
                report(.alertAsText, at: ["aps", "alert"], "Apple recommends a dictionary; this text is its body.")
            }
            return
        }
        for member in alert {
            checkMember(member)
        }
        for (text, key, arguments) in Self.localizations {
            if alert.contains(text), alert.contains(key) {
                report(
                    .textBesideLocKey, naming: ["aps", "alert", .name(key)],
                    "\(key) stands beside \(text); Apple's page has the one instead of the other.")
            }
            if alert.contains(arguments), !alert.contains(key) {
                report(
                    .locArgsWithoutKey, naming: ["aps", "alert", .name(arguments)],
                    "\(arguments) does nothing without \(key).")
            }
        }
        let shows = Self.localizations.contains { alert.contains($0.text) || alert.contains($0.key) }
        if !shows {
            report(
                .alertWithoutText, at: ["aps", "alert"],
                "The alert has no title, subtitle or body, so nothing is shown.")
        }
    }

    private static let localizations: [(text: String, key: String, arguments: String)] = [
        ("title", "title-loc-key", "title-loc-args"), ("subtitle", "subtitle-loc-key", "subtitle-loc-args"),
        ("body", "loc-key", "loc-args"),
    ]

    private mutating func checkMember(_ member: JSONObject.Member) {
        func path() -> [LintStep] { ["aps", "alert", .name(member.name)] }
        if isLiveActivity, member.name == "sound" {
            if check(member.value, is: .sound, at: path()) { checkSound(member.value, at: path()) }
            return
        }
        guard let shape = KnownMembers.alert[member.name] else {
            reportUnknown(member.name, in: KnownMembers.alert, ["aps", "alert"], .unknownAlertKey)
            return
        }
        if isLiveActivity, ["title", "body"].contains(member.name), let text = member.value.objectValue {
            checkLocalizedText(text, at: path())
            return
        }
        guard check(member.value, is: shape, at: path()) else { return }
        if let era = KnownMembers.legacy[member.name] {
            report(.legacyKey, naming: path(), "\(member.name) is for \(era).")
        }
        if member.name == "summary-arg-count", let count = member.value.numberValue?.int, count < 1 {
            report(.summaryArgCount, at: path(), "A summary count is at least 1.")
        }
        checkDates(in: member.value, at: path())
    }

    /// Checks the dictionary that a Live Activity may have in the place of a text.
    private mutating func checkLocalizedText(_ text: JSONObject, at path: [LintStep]) {
        for member in text {
            let path = path + [.name(member.name)]
            if let shape = KnownMembers.localizedText[member.name] {
                if check(member.value, is: shape, at: path) { checkDates(in: member.value, at: path) }
            } else {
                report(
                    .unknownAlertKey, naming: path, "\(member.name) is none of Apple's keys; it is loc-key or loc-args."
                )
            }
        }
        if !text.contains("loc-key") {
            report(.locArgsWithoutKey, at: path, "A dictionary in the place of a text has a loc-key.")
        }
    }

    /// Reports arguments that are dates for machines, `2018-05-02T19:32:41Z`.
    private mutating func checkDates(in value: JSONValue, at path: @autoclosure () -> [LintStep]) {
        for (index, element) in (value.arrayValue ?? []).enumerated() {
            guard let text = element.stringValue, Self.isTimestamp(text.utf8) else { continue }
            report(
                .dateAsArgument, at: path() + [.index(index)],
                "The argument is shown as it stands; format the date here, or in the service extension.")
        }
    }

    /// Whether a text starts as an RFC 3339 date and time does.
    private static func isTimestamp(_ text: String.UTF8View) -> Bool {
        let pattern = "0000-00-00T00:00".utf8
        return text.count >= pattern.count
            && zip(text, pattern).allSatisfy { byte, sample in
                sample == UInt8(ascii: "0") ? 0x30...0x39 ~= byte : byte == sample
            }
    }
}
