import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON

/// The report of `inspect`: what every intermediary can read of a push, and where its bytes go.
struct AnatomyReport: Report {
    let anatomy: PushAnatomy
    let style: Style
    let width: Int

    var json: JSONObject {
        var body: JSONObject = ["bytes": .number(JSONNumber(anatomy.byteCount))]
        body["pushType"] = anatomy.pushType.map { .string($0.rawValue) }
        body["limit"] = .number(JSONNumber(anatomy.limit))
        body["left"] = .number(JSONNumber(anatomy.limit - anatomy.byteCount))
        var visible = anatomy.root
        for holder in anatomy.holders where holder.envelope != nil { visible[holder.member] = nil }
        return [
            "body": .object(body), "visible": .object(visible),
            "envelopes": .array(anatomy.holders.map { .object(Self.json(of: $0)) }),
            "parts": .array(
                anatomy.parts.map { ["name": .string($0.name), "bytes": .number(JSONNumber($0.byteCount))] }),
        ]
    }

    private static func json(of holder: PushAnatomy.Holder) -> JSONObject {
        var json: JSONObject = ["path": .string(holder.member.description)]
        json["problem"] = holder.problem.map(JSONValue.string)
        guard let envelope = holder.envelope else { return json }
        json["suite"] = .number(JSONNumber(envelope.suite.rawValue))
        json["suiteName"] = .string(envelope.suite.name)
        json["recipient"] = .string(KeyID(rawValue: envelope.recipient).description)
        json["sender"] = envelope.sender.map { .string(KeyID(rawValue: $0).description) }
        json["bytes"] = .number(JSONNumber(envelope.bytes.count))
        json["characters"] = .number(JSONNumber(envelope.characterCount))
        json["messageBytes"] = .number(JSONNumber(envelope.messageByteCount))
        return json
    }

    var lines: [String] { visible + [""] + envelope + bytes }

    private var visible: [String] {
        let heading =
            anatomy.envelopes.isEmpty
            ? "Not sealed: every intermediary can read all of it" : "Visible to every intermediary"
        var pretty = PrettyJSON(width: width - 2, style: style)
        pretty.shortened = Set(anatomy.holders.filter { $0.envelope != nil }.map(\.member))
        return [style.bold(heading)] + pretty.lines(anatomy.root).map { "  " + $0 }
    }

    private var envelope: [String] {
        anatomy.holders.flatMap { holder -> [String] in
            let place = holder.member.description.showingControls(keepingLineFeeds: false)
            if let problem = holder.problem { return [style.bold("No envelope at \"\(place)\": ") + problem, ""] }
            guard let envelope = holder.envelope else { return [] }
            let suite = envelope.suite
            var lines = [style.bold("The envelope at \"\(place)\"")]
            lines.append("  suite      \(suite.rawValue), \(suite.name): \(suite.whoCanSeal)")
            let role = suite == .shared ? "shared" : "device"
            lines.append("  sealed to  \(role) key \(style.bold(KeyID(rawValue: envelope.recipient).description))")
            if let sender = envelope.sender {
                let sender = style.bold(KeyID(rawValue: sender).description)
                lines.append("  sealed by  provider key \(sender), if it opens")
            }
            lines.append("  size       \(envelope.bytes.count) bytes, in base64url \(envelope.characterCount)")
            lines.append("  message    \(envelope.messageByteCount) bytes with padding; its content is secret")
            return lines + [""]
        }
    }

    private var bytes: [String] {
        let largest = max(1, anatomy.parts.map(\.byteCount).max() ?? 1)
        let names = anatomy.parts.map(\.name.displayWidth).max() ?? 0
        let numbers = String(anatomy.byteCount).count
        let room = max(8, min(40, width - names - numbers - 12))
        var lines = [style.bold("Where the bytes go")]
        for part in anatomy.parts {
            let share = "\((part.byteCount * 100 + anatomy.byteCount / 2) / max(1, anatomy.byteCount)) %"
            let bar = style.cyan(Self.bar(part.byteCount * room * 8 / largest, isAny: part.byteCount > 0))
            let line =
                "  \(part.name.padded(to: names))  \(String(part.byteCount).indented(to: numbers))"
                + "  \(share.indented(to: 5))"
            lines.append(bar.isEmpty ? line : "\(line)  \(bar)")
        }
        let total = "\(anatomy.byteCount)".indented(to: numbers)
        lines.append("  \("the whole body".padded(to: names))  \(style.bold(total))  \(roomLeft)")
        return lines
    }

    private var roomLeft: String {
        let left = anatomy.limit - anatomy.byteCount
        let kind =
            anatomy.pushType.map { type in
                "\(type.rawValue.first.map("aeiou".contains) == true ? "an" : "a") \(type.rawValue) push"
            } ?? "most pushes"
        return left >= 0
            ? "of \(anatomy.limit) that \(kind) may have; \(left) left"
            : style.red("\(-left) more than the \(anatomy.limit) that \(kind) may have")
    }

    /// Returns a bar; its length is in eighths of a column.
    private static func bar(_ eighths: Int, isAny: Bool) -> String {
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let eighths = isAny ? max(1, eighths) : 0
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }
}

extension SealingSuite {
    /// The possible sealers of the suite, in words.
    fileprivate var whoCanSeal: String {
        switch self {
        case .hpkeAuth: "only the holder of the provider key can seal it"
        case .hpkeBase, .sealedBox: "anyone with the device's public key can seal it"
        case .shared: "any holder of the shared key can seal it"
        }
    }
}
