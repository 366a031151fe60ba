import Foundation
import PushPayload

extension LiveActivity {
    /// The activity as JSON for the page of a phone.
    var json: JSONObject {
        var json: JSONObject = [
            "number": .number(JSONNumber(number)), "type": .string(attributesType), "phase": .string(phase.rawValue),
            "attributes": .object(attributes.json), "state": .object(state.json), "push": .number(JSONNumber(push)),
        ]
        json["token"] = token.map(JSONValue.string)
        json["channel"] = channel.map(JSONValue.string)
        let alert = [alert?.title, alert?.body].compactMap(\.self).filter { !$0.isEmpty }
        if !alert.isEmpty { json["alert"] = .string(DeliverySummary.clipped(alert.joined(separator: ". "))) }
        switch registration {
        case .pending: json["registration"] = "pending"
        case .done: json["registration"] = "done"
        case .failed(let reason): json["registrationFailure"] = .string(reason)
        case nil: break
        }
        json["staleAt"] = staleDate.map { .number(JSONNumber($0.milliseconds)) }
        json["dismissedAt"] = dismissalDate.map { .number(JSONNumber($0.milliseconds)) }
        return json
    }
}

extension ActivityUpdate {
    /// The effect of the push as JSON for the lists of the page.
    var listed: JSONObject {
        var json: JSONObject
        switch effect {
        case .started(let number): json = ["effect": "started", "activities": numbers([number])]
        case .updated(let activities): json = ["effect": "updated", "activities": numbers(activities)]
        case .ended(let activities): json = ["effect": "ended", "activities": numbers(activities)]
        case .ignored(let reason): json = ["effect": "ignored", "reason": .string(reason)]
        }
        if [state, attributes].contains(where: { if case .closed = $0 { true } else { false } }) {
            json["isClosed"] = true
        }
        return json
    }

    /// The effect of the push and the objects that the widget read, as JSON for the detail view.
    var json: JSONObject {
        var json = listed
        json["state"] = state.map { .object($0.json) }
        json["attributes"] = attributes.map { .object($0.json) }
        return json
    }
}
