import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON

extension PushAnatomy {
    /// The anatomy as JSON, for programs.
    var json: JSONObject {
        var body: JSONObject = ["bytes": .number(JSONNumber(byteCount))]
        body["pushType"] = pushType.map { .string($0.rawValue) }
        body["limit"] = .number(JSONNumber(limit))
        body["left"] = .number(JSONNumber(limit - byteCount))

        var visible = root
        for holder in holders where holder.envelope != nil { visible[holder.member] = nil }

        var json: JSONObject = ["body": .object(body), "visible": .object(visible)]
        json["envelopes"] = .array(holders.map { .object(Self.json(of: $0)) })
        json["parts"] = .array(
            parts.map { ["name": .string($0.name), "bytes": .number(JSONNumber($0.byteCount))] })
        return json
    }

    private static func json(of holder: Holder) -> JSONObject {
        var json: JSONObject = ["path": .string(holder.member.description)]
        json["problem"] = holder.problem.map(JSONValue.string)
        guard let envelope = holder.envelope else { return json }
        json["suite"] = .number(JSONNumber(envelope.suite.rawValue))
        json["suiteName"] = .string(envelope.suite.name)
        json["recipient"] = .string(KeyID(rawValue: envelope.recipient).description)
        json["sender"] = envelope.sender.map { .string(KeyID(rawValue: $0).description) }
        json["bytes"] = .number(JSONNumber(envelope.bytes.count))
        json["characters"] = .number(JSONNumber(holder.characterCount))
        json["messageBytes"] = .number(JSONNumber(envelope.messageByteCount))
        return json
    }
}
