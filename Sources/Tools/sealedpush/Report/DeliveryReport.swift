#if canImport(ExtensionHost)
import ExtensionHost
import KeyManagement
import PushOpener
import StrictJSON
import Platform
import UserNotifications

/// A delivery for people: the notification before and after the extension, and further details.
struct DeliveryReport: Report {
    let delivery: Delivery
    /// The saved files of the attachments, in their order; empty if they are not saved.
    let files: [String]
    let topic: String
    let envelopeKey: String
    let style: Style
    let width: Int

    /// The delivery as JSON; each attachment that is saved has the path of its file as `file`, in place of its `url`.
    var json: JSONObject {
        var json = delivery.json
        guard !files.isEmpty, var content = json["content"]?.objectValue else { return json }
        content["attachments"] = .array(
            zip(content["attachments"]?.arrayValue ?? [], files).map { attachment, file in
                let members = attachment.objectValue?.members ?? []
                return .object(
                    JSONObject(members.map { $0.name == "url" ? ("file", .string(file)) : ($0.name.string, $0.value) }))
            })
        json["content"] = .object(content)
        return json
    }

    var lines: [String] {
        var lines: [String] = []
        if delivery.outcome != .unchanged {
            lines.append(style.dim("Without the extension the screen shows"))
            lines += banner(delivery.original, isShown: true) + [""]
        }
        lines.append(headline)
        if delivery.showsAlert || delivery.outcome != .unchanged {
            lines += banner(delivery.content, isShown: delivery.showsAlert)
        }
        lines += details
        return lines
    }

    private var headline: String {
        switch delivery.outcome {
        case .opened: "\(style.green("Opened.")) With the extension the screen shows"
        case .modified: "\(style.green("Changed.")) With the extension the screen shows"
        case .unchanged where !delivery.showsAlert: "\(style.yellow("Unchanged.")) The screen shows nothing"
        case .unchanged: "\(style.yellow("Unchanged.")) The screen shows the push"
        case .placeholder: "\(style.red("Not opened.")) The screen keeps the placeholder"
        case .suppressed: "\(style.yellow("Suppressed.")) The screen shows"
        }
    }

    /// Returns a notification as the lock screen shows it.
    private func banner(_ content: UNNotificationContent, isShown: Bool) -> [String] {
        let width = min(width, 64)
        let inner = width - 4
        let texts = [(content.title, true, 2), (content.subtitle, true, 2), (content.body, false, 8)]
        guard isShown, texts.contains(where: { !$0.0.isEmpty }) else { return ["  " + style.dim("no notification")] }
        let border = style.dim("│")
        let lines = texts.filter { !$0.0.isEmpty }.flatMap { text, isBold, limit in
            let shown = text.replacing("\t", with: " ").showingControls(keepingLineFeeds: true)
            return shown.wrapped(to: inner, lines: limit).map { line in
                let space = "".padded(to: inner - line.displayWidth)
                return "\(border) \(isBold ? style.bold(line) : line)\(space) \(border)"
            }
        }
        let app = topic.isEmpty ? "notification" : topic
        let name = app.showingControls().truncated(to: inner - 8)
        let top = "╭─ \(name) " + String(repeating: "─", count: max(0, inner - name.displayWidth - 7)) + " now ─╮"
        let bottom = "╰" + String(repeating: "─", count: width - 2) + "╯"
        return [style.dim(top)] + lines + [style.dim(bottom)]
    }

    private var details: [String] {
        var details: [(name: String, text: String)] = []
        if let reason = delivery.reason { details.append(("why", reason.description)) }
        if case .opened(let push) = delivery.seal { details += Self.details(of: push) }
        if let missed = delivery.missedPushes, missed > 0 {
            details.append(
                ("missed", missed == 1 ? "the push before this one" : "the \(missed) pushes before this one"))
        }
        if let commands = delivery.commands {
            let counts = "\(commands.removed) removed, \(commands.replaced) replaced"
            details.append(("commands", commands.end == .done ? counts : "\(commands.end.rawValue): \(counts)"))
        }
        for (index, code) in delivery.attachments.enumerated() {
            if let code { details.append(("attachment \(index + 1)", "not shown: \(code.rawValue)")) }
        }
        details += delivery.extensionErrors.map { ("error", $0.description) }
        if delivery.outcome != .placeholder, let content = json["content"]?.objectValue {
            details += self.details(of: content)
        }
        let names = details.map(\.name.displayWidth).max() ?? 0
        return details.flatMap { name, text in
            let lines = text.showingControls()
                .wrapped(to: max(16, width - names - 4), lines: 3)
            return lines.enumerated().map { index, line in
                "  \(style.dim((index == 0 ? name : "").padded(to: names)))  \(line)"
            }
        }
    }

    private static func details(of push: OpenedPush) -> [(name: String, text: String)] {
        let age = Int(push.envelope.issuedAt.distance(to: Date()))
        let when = age <= 0 ? "just now" : "\(Dates.span(seconds: age)) ago"
        var details = [
            ("sealed", "\(when), suite \(push.envelope.suite.name), to key \(push.envelope.recipient.keyID)")
        ]
        if let sender = push.envelope.sender { details.append(("sealed by", "provider key \(sender.keyID)")) }
        details.append(("expires", Dates.minute(push.envelope.expiresAt)))
        if let sequence = push.envelope.sequence { details.append(("sequence", "\(sequence)")) }
        return details
    }

    /// Returns the content's properties except the texts of the banner; of `userInfo`, what the provider added.
    ///
    /// The provider chooses those names, so they are prefixed: one could be "sealed by".
    private func details(of content: JSONObject) -> [(name: String, text: String)] {
        content.members.flatMap { member -> [(name: String, text: String)] in
            switch member.name {
            case "title", "subtitle", "body": return []
            case "attachments" where !files.isEmpty: return files.map { ("saved", $0) }
            case "userInfo":
                return (member.value.objectValue?.members ?? [])
                    .filter { $0.name != "aps" && $0.name != UTF8Text(envelopeKey) }
                    .map { member in
                        let name = member.name.string.showingControls().truncated(to: 24)
                        return ("userInfo.\(name)", Self.text(of: member.value))
                    }
            default: return [(member.name.string, Self.text(of: member.value))]
            }
        }
    }

    private static func text(of value: JSONValue) -> String {
        value.stringValue ?? String(decoding: value.serialized(), as: UTF8.self)
    }
}
#endif
