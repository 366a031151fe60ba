import ExtensionHost
import LocalAPNs
import PushPayload

extension PhoneEntry {
    /// The entry as JSON for the lists of the page: what they show of the push.
    func listed(of phone: String) -> JSONObject {
        let picture = "/api/phones/\(phone)/pictures/\(number)"
        let attachments = (summary?.attachments ?? []).enumerated().map { index, attachment in
            let isImage = (attachment["type"]?.stringValue).map(AttachmentPolicy.images.contains) ?? false
            return attachment.adding(["picture": isImage ? "\(picture)/\(index)" : nil])
        }
        let alert = summary == nil ? (try? Payload(parsing: push.body))?.aps.alert : nil
        return JSONObject(of: [
            "number": number, "id": push.id, "acceptedAt": Int(push.acceptedAt), "pushType": push.pushType.rawValue,
            "status": status.rawValue, "isOnLockScreen": isOnLockScreen, "delivery": summary?.json,
            "extension": extensionTime, "picture": summary?.hasPicture == true ? picture : nil,
            "attachments": attachments.isEmpty ? nil : attachments,
            "headline": (alert?.title ?? alert?.body).map(DeliverySummary.clipped), "discard": discard?.rawValue,
            "activity": activity?.listed,
        ])
    }

    /// The entry as JSON for the detail view: also the request at the push service, the delivery and its timings.
    func detailed(of phone: String) -> JSONObject {
        let timings = delivery?.timings
        return listed(of: phone).adding([
            "apple": apple, "removal": removal?.json, "channel": push.channel, "activity": activity?.json,
            "delivery": delivery.map(shown),
            "timings": timings.map {
                JSONObject(of: [
                    "settled": $0.settled, "called": $0.called, "answered": $0.answered, "expired": $0.expired,
                ])
            },
            "reports": reports.isEmpty ? nil : reports.map(\.json),
        ])
    }

    /// The entry as JSON for the command line: the details with the exact `userInfo`, without members for the page.
    func reported(of phone: String) -> JSONObject {
        var json = detailed(of: phone).adding(["delivery": delivery?.json])
        for name in ["attachments", "extension", "headline", "picture"] { json[name] = nil }
        return json
    }

    /// The delivery.
    ///
    /// `userInfo` is encoded as text, since JavaScript cannot represent every number of a payload.
    private func shown(of delivery: Delivery) -> JSONObject {
        guard let content = delivery.json["content"]?.objectValue, let userInfo = content["userInfo"] else {
            return delivery.json
        }
        let text = String(decoding: userInfo.serialized(), as: UTF8.self)
        return delivery.json.adding(["content": content.adding(["userInfo": text])])
    }

    /// The request that the push service and every intermediary can read.
    private var apple: JSONObject {
        // The topic of a broadcast is the bundle id with the suffix of Live Activities.
        let bundleID = push.topic.dropLast(PushType.liveactivity.topicSuffix.count)
        let path = push.channel == nil ? "/3/device/\(push.token)" : "/4/broadcasts/apps/\(bundleID)"
        return PushRequest(path: path, headers: push.headers, body: push.body).json
    }
}

extension PhoneRefusal {
    /// The refusal as JSON for the lists of the page.
    var listed: JSONObject {
        JSONObject(of: [
            "number": number, "id": push.id, "acceptedAt": Int(push.time), "status": "refused", "isOnLockScreen": false,
            "refusal": JSONObject(of: [
                "status": push.status, "reason": push.reason.rawValue, "isFault": push.isFault, "cause": push.cause,
                "topic": push.topic, "token": push.token,
            ]),
        ])
    }

    /// The refusal as JSON for the detail view: also the request at the push service.
    var detailed: JSONObject { listed.adding(["apple": push.request.json]) }
}

extension PushRequest {
    /// The request as JSON for the page, with the body as text if it is valid UTF-8, else in hexadecimal.
    fileprivate var json: JSONObject {
        let text = String(validating: body, as: UTF8.self)
        return JSONObject(of: [
            "method": method, "path": path, "headers": headers.map { [$0.name, $0.value] }, "byteCount": body.count,
            "body": text, "hex": text == nil ? body.hexadecimal : nil,
        ])
    }
}

extension [UInt8] {
    /// The bytes in hexadecimal.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

extension PhoneEntry.Removal {
    /// The reason as JSON for the page.
    fileprivate var json: JSONObject {
        switch self {
        case .replaced(let number): JSONObject(of: ["kind": "replaced", "by": number])
        case .replacedByLocal(let pushes): JSONObject(of: ["kind": "replacedByLocal", "during": pushes])
        case .removed(let pushes): JSONObject(of: ["kind": "removed", "during": pushes])
        case .cleared: ["kind": "cleared"]
        case .dropped: ["kind": "dropped"]
        }
    }
}
