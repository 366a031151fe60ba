import ProviderClient
import PushPayload
import PushSealer

/// The push that the page's form describes.
struct PushForm {
    private let payload: Payload
    private let placeholder: Placeholder
    private let collapseID: String?
    private let activity: String?
    private let isSealed: Bool

    /// Reads the members `payload` (JSON as text), `placeholderTitle`, `placeholderBody`, `collapseID`, `activity` (the push token of
    /// a Live Activity) and `plain`.
    ///
    /// - Throws: the error of the payload.
    init(_ json: JSONObject) throws {
        func text(_ name: String) -> String? { json[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        payload = try Payload(parsing: Array((text("payload") ?? "").utf8))
        placeholder = Placeholder(title: text("placeholderTitle") ?? "New notification", body: text("placeholderBody"))
        collapseID = text("collapseID")
        activity = text("activity")
        isSealed = json["plain"] != true
    }

    /// Sends the push to a phone and returns the answer of the push service.
    ///
    /// - Throws: ``SealError``, ``SimulatorError``, and errors of the connection.
    func send(to phone: String, by provider: LocalProvider) async throws -> PushResponse {
        let options = SealOptions(collapseID: collapseID)
        guard isSealed else {
            return try await provider.pushPlain(payload, to: phone, activity: activity, options: options)
        }
        return try await provider.push(
            payload, to: phone, activity: activity, placeholder: placeholder, options: options)
    }
}
