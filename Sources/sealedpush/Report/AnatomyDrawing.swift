import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON

/// The anatomy of a push, for people.
struct AnatomyDrawing {
    let anatomy: PushAnatomy
    let style: Style
    let width: Int

    /// The lines of the drawing.
    var lines: [String] {
        visible + [""] + envelope + bytes
    }

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
            lines.append("  size       \(envelope.bytes.count) bytes, in base64url \(holder.characterCount)")
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
        let kind = anatomy.pushType.map { "an \($0.rawValue) push".withArticle } ?? "most pushes"
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

extension String {
    /// The phrase with the correct article: "a background push" instead of "an background push".
    fileprivate var withArticle: String {
        let noun = dropFirst("an ".count)
        return noun.first.map { "aeiou".contains($0) } == true ? self : "a \(noun)"
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
