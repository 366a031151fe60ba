import StrictJSON

extension LintRun {
    /// Checks a push that starts, updates or ends a Live Activity.
    mutating func checkLiveActivity() {
        guard let aps else { return }
        if !aps.contains("timestamp") {
            report(.timestampMissing, at: ["aps"], "A Live Activity push has a timestamp in UNIX seconds.")
        }
        if aps.contains("sound") {
            report(
                .soundOutsideAlert, naming: ["aps", "sound"], "The sound of a Live Activity stands inside its alert.")
        }
        if let state = aps["content-state"]?.objectValue, state.serializedByteCount > 4_096 {
            report(
                .contentStateTooLarge, at: ["aps", "content-state"],
                "The state has \(state.serializedByteCount) bytes, more than the 4096 of a Live Activity's dynamic data."
            )
        }
        guard let event = aps["event"] else {
            report(.eventMissing, at: ["aps"], "A Live Activity push has an event: start, update or end.")
            return
        }
        guard let name = event.stringValue, checkQuotes(name, at: ["aps", "event"]) else { return }
        switch LiveActivityEvent(rawValue: name) {
        case nil:
            report(.eventUnknown, at: ["aps", "event"], "An event is start, update or end.")
        case .start:
            checkStart(aps)
        case .update:
            if !aps.contains("content-state") {
                report(.contentStateMissing, at: ["aps"], "An update has a content-state.")
            }
            checkOutsideStart(aps)
        case .end:
            if !aps.contains("content-state") {
                report(
                    .contentStateAdvised, at: ["aps"], "An end should carry the final state, which stays on the screen."
                )
            }
            checkOutsideStart(aps)
            checkDismissal(aps)
        }
        if name != LiveActivityEvent.end.rawValue, aps.contains("dismissal-date") {
            report(
                .dismissalOutsideEnd, naming: ["aps", "dismissal-date"], "A dismissal date goes with the event end.")
        }
    }

    private mutating func checkStart(_ aps: JSONObject) {
        for name in ["attributes-type", "attributes"] where !aps.contains(name) {
            report(.startAttributesMissing, at: ["aps"], "A start has \(name).")
        }
        if !aps.contains("alert") {
            report(.startAlertMissing, at: ["aps"], "A start has an alert.")
        }
        if !aps.contains("content-state") {
            report(.contentStateAdvised, at: ["aps"], "A start should carry the first state.")
        }
        if aps.contains("input-push-token"), aps.contains("input-push-channel") {
            report(
                .inputTokenAndChannel, naming: ["aps", "input-push-token"],
                "An activity gets its updates by token or by channel, not by both.")
        }
    }

    private mutating func checkOutsideStart(_ aps: JSONObject) {
        for name in ["attributes-type", "attributes", "input-push-token", "input-push-channel"] where aps.contains(name)
        {
            report(.keyOutsideStart, naming: ["aps", .name(name)], "\(name) is given at the start only.")
        }
    }

    private mutating func checkDismissal(_ aps: JSONObject) {
        guard let timestamp = aps["timestamp"]?.numberValue?.double,
            let dismissal = aps["dismissal-date"]?.numberValue?.double,
            dismissal < 100_000_000_000, dismissal - timestamp > 4 * 3_600
        else { return }
        report(
            .dismissalTooFar, at: ["aps", "dismissal-date"],
            "A dismissal date lies at most four hours after the timestamp.")
    }
}
