import StrictJSON

extension LintRun {
    /// Checks that the content is what the push type has.
    mutating func checkPushType() {
        guard let pushType, root["aps"] == nil || aps != nil else { return }
        if contradicts(pushType) { return }
        checkPresence(of: pushType)
        if let aps { checkForeignKeys(aps, in: pushType) }
        switch pushType {
        case .alert: checkAlertPush()
        case .background: checkBackgroundPush()
        case .liveactivity: checkLiveActivity()
        case .widgets, .controls: checkContentChanged()
        case .fileprovider: checkFileProvider()
        case .mdm: checkMDM()
        default: break
        }
    }

    /// Reports content that tells another type than the one that was said.
    ///
    /// What an alert and a background push have in common is left to their own rules, which are more precise.
    private mutating func contradicts(_ pushType: PushType) -> Bool {
        guard said != nil, let told = PushType.derived(from: Payload(root)), !pushType.accepts(contentOf: told) else {
            return false
        }
        if Set([pushType, told]) == [.alert, .background] { return false }
        let steps: [LintStep] = root.contains("aps") ? ["aps"] : []
        report(
            .pushTypeMismatch, at: steps,
            "The push type is \(pushType.rawValue), but the content is that of a \(told.rawValue) push.")
        return true
    }

    private mutating func checkPresence(of pushType: PushType) {
        guard [.alert, .background, .liveactivity, .widgets, .controls].contains(pushType) else { return }
        guard let aps else {
            report(.apsMissing, at: [], "A \(pushType.rawValue) push has the dictionary aps.")
            return
        }
        if !aps.contains(where: { KnownMembers.aps[$0.name] != nil }) {
            report(.apsWithoutAppleKey, at: ["aps"], "The dictionary aps holds none of Apple's keys.")
        }
    }

    private mutating func checkForeignKeys(_ aps: JSONObject, in pushType: PushType) {
        guard PushType.documented.contains(pushType) else { return }
        func reportKey(_ name: String, of home: String) {
            report(
                .keyOfOtherPushType, naming: ["aps", .name(name)],
                "\(name) belongs to \(home) and does nothing in this one.")
        }
        if pushType != .liveactivity {
            for name in KnownMembers.liveActivity where aps.contains(name) {
                reportKey(name, of: "a Live Activity push")
            }
        }
        if pushType != .widgets, pushType != .controls, aps.contains("content-changed") {
            reportKey("content-changed", of: "a push for widgets or controls")
        }
    }

    private mutating func checkAlertPush() {
        guard let aps, !aps.isEmpty else { return }
        if !["alert", "badge", "sound"].contains(where: aps.contains) {
            report(.alertShowsNothing, at: ["aps"], "An alert push has an alert, a badge or a sound.")
        } else if aps.flag("content-available") {
            report(
                .contentAvailableWithAlert, naming: ["aps", "content-available"],
                "An alert that also wakes the app is legal, but the system holds it to no background push's promises.")
        }
    }

    private mutating func checkBackgroundPush() {
        guard let aps else { return }
        for member in aps where KnownMembers.aps[member.name] != nil && !KnownMembers.liveActivity.contains(member.name)
        {
            switch member.name {
            case "content-available", "content-changed": break
            case "alert", "badge", "sound":
                report(
                    .backgroundWithAlert, naming: ["aps", .name(member.name)],
                    "A background push has no \(member.name).")
            default:
                report(
                    .backgroundOtherKey, naming: ["aps", .name(member.name)],
                    "The dictionary aps of a background push holds content-available only.")
            }
        }
        if !aps.contains("content-available") {
            report(.backgroundWithoutContentAvailable, at: ["aps"], "A background push has content-available 1.")
        }
    }

    private mutating func checkContentChanged() {
        guard let aps, !aps.contains("content-changed") else { return }
        report(.contentChangedMissing, at: ["aps"], "A push for widgets or controls has content-changed true.")
    }

    private mutating func checkFileProvider() {
        for name in ["container-identifier", "domain"] {
            if let value = root[name] {
                check(value, is: .text, at: [.name(name)])
            } else {
                report(.fileProviderKeysMissing, at: [], "A File Provider push has the member \(name).")
            }
        }
        if root.contains("aps") {
            report(.memberNotRead, naming: ["aps"], "A File Provider push has no aps.")
        }
    }

    private mutating func checkMDM() {
        if let value = root["mdm"] {
            check(value, is: .text, at: ["mdm"])
        } else {
            report(.mdmMagicMissing, at: [], "An MDM push has the PushMagic as its member mdm.")
        }
        for member in root where !member.name.utf8.elementsEqual("mdm".utf8) {
            report(.memberNotRead, naming: [.name(member.name)], "An MDM push holds mdm and nothing else.")
        }
    }
}
