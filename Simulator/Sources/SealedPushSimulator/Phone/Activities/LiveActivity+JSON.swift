import PushPayload

extension LiveActivity {
    /// The activity as JSON for the page of a phone.
    var json: JSONObject {
        let alert = [alert?.title, alert?.body].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ". ")
        let json = JSONObject(of: [
            "number": number, "type": attributesType, "phase": phase.rawValue, "attributes": attributes.json,
            "state": state.json, "push": push, "token": token, "channel": channel,
            "alert": alert.isEmpty ? nil : DeliverySummary.clipped(alert), "staleAt": staleDate,
            "dismissedAt": dismissalDate,
        ])
        return switch registration {
        case .pending: json.adding(["registration": "pending"])
        case .done: json.adding(["registration": "done"])
        case .failed(let reason): json.adding(["registrationFailure": reason])
        case nil: json
        }
    }
}

extension ActivityUpdate {
    /// The effect of the push as JSON for the lists of the page.
    var listed: JSONObject {
        let isClosed = [state, attributes].contains { if case .closed = $0 { true } else { false } }
        let json = JSONObject(of: ["isClosed": isClosed ? true : nil])
        return switch effect {
        case .started(let number): json.adding(["effect": "started", "activities": [number]])
        case .updated(let activities): json.adding(["effect": "updated", "activities": activities])
        case .ended(let activities): json.adding(["effect": "ended", "activities": activities])
        case .ignored(let reason): json.adding(["effect": "ignored", "reason": reason])
        }
    }

    /// The effect of the push and the objects that the widget read, as JSON for the detail view.
    var json: JSONObject { listed.adding(["state": state?.json, "attributes": attributes?.json]) }
}
