import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON

extension PushAnatomy {
    /// The anatomy for programs.
    var json: JSONObject {
        var body: JSONObject = ["bytes": .number(JSONNumber(byteCount))]
        body["pushType"] = pushType.map { .string($0.rawValue) }
        body["limit"] = .number(JSONNumber(limit))
        body["left"] = .number(JSONNumber(limit - byteCount))

        var visible = root
        if envelope != nil { visible[envelopeKey] = nil }

        var json: JSONObject = ["body": .object(body), "visible": .object(visible)]
        json["envelope"] = envelope.map { .object(Self.json(of: $0, under: envelopeKey)) }
        json["envelopeProblem"] = envelopeProblem.map(JSONValue.string)
        json["parts"] = .array(
            parts.map { ["name": .string($0.name), "bytes": .number(JSONNumber($0.byteCount))] })
        return json
    }

    private static func json(of envelope: Envelope, under key: String) -> JSONObject {
        var json: JSONObject = [
            "key": .string(key),
            "suite": .number(JSONNumber(envelope.suite.rawValue)),
            "suiteName": .string(envelope.suite.name),
            "recipient": .string(KeyID(rawValue: envelope.recipient).description),
        ]
        json["sender"] = envelope.sender.map { .string(KeyID(rawValue: $0).description) }
        json["bytes"] = .number(JSONNumber(envelope.bytes.count))
        json["characters"] = .number(JSONNumber((envelope.bytes.count * 4 + 2) / 3))
        json["messageBytes"] = .number(JSONNumber(envelope.messageByteCount))
        return json
    }
}
