import ExtensionHost
import PushPayload
import UserNotifications

/// The part of a delivery that the lists of the page show, so that a page with many notifications loads fast.
struct DeliverySummary: Sendable {
    /// The number of Unicode scalars of a text; a list shows fewer.
    private static let textLength = 400
    private static let texts = ["title", "subtitle", "body"]
    private static let members = [
        "badge", "sound", "threadIdentifier", "categoryIdentifier", "interruptionLevel", "message",
    ]

    /// The summary as JSON for the page.
    let json: JSONObject
    /// Whether the notification has a picture that the page can show.
    let hasPicture: Bool
    /// The attachments, each with its type and the options of its thumbnail.
    let attachments: [JSONObject]

    init(_ delivery: Delivery) {
        let whole = delivery.json
        let shown = whole["content"]?.objectValue ?? [:]
        var content: JSONObject = [:]
        for name in Self.texts { content[name] = .string(Self.clipped(shown[name]?.stringValue ?? "")) }
        for name in Self.members { content[name] = shown[name] }
        json = JSONObject(of: ["content": content, "outcome": whole["outcome"], "reason": whole["reason"]])
        hasPicture = delivery.message.flatMap(Picture.init) != nil
        attachments = (shown["attachments"]?.arrayValue ?? []).map { attachment in
            var attachment = attachment.objectValue ?? [:]
            (attachment["identifier"], attachment["url"]) = (nil, nil)
            return attachment
        }
    }

    /// Returns the start of a text.
    static func clipped(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: textLength, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(text[..<end]) + "…"
    }
}
