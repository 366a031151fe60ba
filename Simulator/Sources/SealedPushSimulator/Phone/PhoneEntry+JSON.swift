import ExtensionHost
import Foundation
import LocalAPNs
import PushPayload

extension PhoneEntry {
    /// The entry as JSON for the lists of the page: what they show of the push.
    func listed(of phone: String) -> JSONObject {
        var json: JSONObject = [
            "number": .number(JSONNumber(number)),
            "id": .string(push.id),
            "acceptedAt": .number(JSONNumber(push.acceptedAt)),
            "pushType": .string(push.pushType.rawValue),
            "status": .string(status.rawValue),
            "isOnLockScreen": .bool(isOnLockScreen),
        ]
        if let summary {
            json["delivery"] = .object(summary.json)
            json["extension"] = extensionTime.map(milliseconds)
            let picture = "/api/phones/\(phone)/pictures/\(number)"
            if summary.hasPicture { json["picture"] = .string(picture) }
            let attachments = summary.attachments.enumerated().map { index, attachment in
                var json = attachment
                if let type = json["type"]?.stringValue, AttachmentPolicy.images.contains(type) {
                    json["picture"] = .string("\(picture)/\(index)")
                }
                return JSONValue.object(json)
            }
            if !attachments.isEmpty { json["attachments"] = .array(attachments) }
        } else if let alert = (try? Payload(parsing: push.body))?.aps.alert {
            json["headline"] = (alert.title ?? alert.body).map { .string(DeliverySummary.clipped($0)) }
        }
        json["discard"] = discard.map { .string($0.rawValue) }
        if let activity { json["activity"] = .object(activity.listed) }
        return json
    }

    /// The entry as JSON for the detail view: also the request at the push service, the delivery and its timings.
    func detailed(of phone: String) -> JSONObject {
        var json = listed(of: phone)
        json["apple"] = .object(apple)
        json["removal"] = removal.map { .object($0.json) }
        json["channel"] = push.channel.map(JSONValue.string)
        json["activity"] = activity.map { .object($0.json) }
        if let delivery {
            json["delivery"] = .object(shown(of: delivery))
            json["timings"] = .object(timings(of: delivery))
        }
        if !reports.isEmpty { json["reports"] = .array(reports.map { .object($0.json) }) }
        return json
    }

    /// The entry as JSON for the command line: the details with the exact `userInfo`, without members for the page.
    func reported(of phone: String) -> JSONObject {
        var json = detailed(of: phone)
        json["delivery"] = delivery.map { .object($0.json) }
        for name in ["attachments", "extension", "headline", "picture"] { json[name] = nil }
        return json
    }

    /// The delivery.
    ///
    /// `userInfo` is encoded as text, since JavaScript cannot represent every number of a payload.
    private func shown(of delivery: Delivery) -> JSONObject {
        var json = delivery.json
        guard var content = json["content"]?.objectValue, let userInfo = content["userInfo"] else { return json }
        content["userInfo"] = .string(String(decoding: userInfo.serialized(), as: UTF8.self))
        json["content"] = .object(content)
        return json
    }

    /// The request that the push service and every intermediary can read.
    private var apple: JSONObject {
        let path = push.channel == nil ? "/3/device/\(push.token)" : "/4/broadcasts/apps/\(bundleID)"
        return PushRequest(path: path, headers: push.headers, body: push.body).json
    }

    /// The bundle id of a broadcast, whose topic has the suffix of Live Activities.
    private var bundleID: String { String(push.topic.dropLast(PushType.liveactivity.topicSuffix.count)) }

    private func timings(of delivery: Delivery) -> JSONObject {
        var json: JSONObject = ["settled": milliseconds(delivery.timings.settled)]
        json["called"] = delivery.timings.called.map(milliseconds)
        json["answered"] = delivery.timings.answered.map(milliseconds)
        json["expired"] = delivery.timings.expired.map(milliseconds)
        return json
    }

    private func milliseconds(_ duration: Duration) -> JSONValue {
        let hundredths = (duration / .milliseconds(1) * 100).rounded() / 100
        return JSONNumber(hundredths).map(JSONValue.number) ?? .null
    }
}

extension PhoneRefusal {
    /// The refusal as JSON for the lists of the page.
    var listed: JSONObject { numbered(push.listed) }

    /// The refusal as JSON for the detail view: also the request at the push service.
    var detailed: JSONObject { numbered(push.detailed) }

    private func numbered(_ json: JSONObject) -> JSONObject {
        var json = json
        json["number"] = .number(JSONNumber(number))
        return json
    }
}

extension RefusedPush {
    /// The refusal as JSON for the lists of the page.
    var listed: JSONObject {
        var refusal: JSONObject = [
            "status": .number(JSONNumber(status)), "reason": .string(reason.text), "isFault": .bool(isFault),
        ]
        refusal["cause"] = cause.map(JSONValue.string)
        refusal["topic"] = topic.map(JSONValue.string)
        refusal["token"] = token.map(JSONValue.string)
        return [
            "id": .string(id), "acceptedAt": .number(JSONNumber(Int(time))), "status": "refused",
            "isOnLockScreen": false, "refusal": .object(refusal),
        ]
    }

    /// The refusal with the request as JSON for the page.
    var detailed: JSONObject {
        var json = listed
        json["apple"] = .object(request.json)
        return json
    }
}

extension PushRequest {
    /// The request as JSON for the page, with the body as text if it is valid UTF-8, else in hexadecimal.
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "method": .string(method), "path": .string(path),
            "headers": .array(headers.map { .array([.string($0.name), .string($0.value)]) }),
            "byteCount": .number(JSONNumber(body.count)),
        ]
        if let text = String(validating: body, as: UTF8.self) {
            json["body"] = .string(text)
        } else {
            json["hex"] = .string(body.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        }
        return json
    }
}

extension PhoneEntry.Removal {
    /// The reason as JSON for the page.
    fileprivate var json: JSONObject {
        switch self {
        case .replaced(let number): return ["kind": "replaced", "by": .number(JSONNumber(number))]
        case .replacedByLocal(let pushes): return ["kind": "replacedByLocal", "during": numbers(pushes)]
        case .removed(let pushes): return ["kind": "removed", "during": numbers(pushes)]
        case .cleared: return ["kind": "cleared"]
        case .dropped: return ["kind": "dropped"]
        }
    }
}

/// Returns numbers as a JSON array.
func numbers(_ values: [Int]) -> JSONValue { .array(values.map { .number(JSONNumber($0)) }) }

extension Date {
    /// The number of milliseconds since 1970.
    var milliseconds: Int { Int(timeIntervalSince1970 * 1000) }
}
