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
        let body = JSONObject(present: [
            "bytes": .integer(anatomy.byteCount), "pushType": anatomy.pushType.map { .string($0.rawValue) },
            "limit": .integer(anatomy.limit), "left": .integer(anatomy.limit - anatomy.byteCount),
        ])
        var visible = anatomy.root
        for holder in anatomy.holders where holder.envelope != nil { visible[holder.member] = nil }
        return [
            "body": .object(body), "visible": .object(visible),
            "envelopes": .array(anatomy.holders.map { .object(Self.json(of: $0)) }),
            "parts": .array(anatomy.parts.map { ["name": .string($0.name), "bytes": .integer($0.byteCount)] }),
        ]
    }

    private static func json(of holder: PushAnatomy.Holder) -> JSONObject {
        let path = JSONValue.string(holder.member.description)
        guard let envelope = holder.envelope else {
            return JSONObject(present: ["path": path, "problem": holder.problem.map(JSONValue.string)])
        }
        return JSONObject(present: [
            "path": path, "suite": .integer(envelope.suite.rawValue), "suiteName": .string(envelope.suite.name),
            "recipient": .string(KeyID(rawValue: envelope.recipient).description),
            "sender": envelope.sender.map { .string(KeyID(rawValue: $0).description) },
            "bytes": .integer(envelope.bytes.count), "characters": .integer(envelope.characterCount),
            "messageBytes": .integer(envelope.messageByteCount),
        ])
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
            let place = holder.member.description.showingControls()
            if let problem = holder.problem { return [style.bold("No envelope at \"\(place)\": ") + problem, ""] }
            guard let envelope = holder.envelope else { return [] }
            let suite = envelope.suite
            let role = suite == .shared ? "shared" : "device"
            func id(_ rawValue: UInt32) -> String { style.bold(KeyID(rawValue: rawValue).description) }
            return [
                style.bold("The envelope at \"\(place)\""),
                "  suite      \(suite.rawValue), \(suite.name): \(suite.whoCanSeal)",
                "  sealed to  \(role) key \(id(envelope.recipient))",
                envelope.sender.map { "  sealed by  provider key \(id($0)), if it opens" },
                "  size       \(envelope.bytes.count) bytes, in base64url \(envelope.characterCount)",
                "  message    \(envelope.messageByteCount) bytes with padding; its content is secret", "",
            ].compactMap(\.self)
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

    private static func bar(_ eighths: Int, isAny: Bool) -> String {
        let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
        let eighths = isAny ? max(1, eighths) : 0
        return String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    }
}

extension SealingSuite {
    fileprivate var whoCanSeal: String {
        switch self {
        case .hpkeAuth: "only the holder of the provider key can seal it"
        case .hpkeBase, .sealedBox: "anyone with the device's public key can seal it"
        case .shared: "any holder of the shared key can seal it"
        }
    }
}
