import PayloadLint
import ProviderClient
import PushPayload
import PushSealer

/// The push that the page's form describes.
struct PushForm {
    private let payload: Payload
    private let placeholder: Placeholder
    private let options: SealOptions
    private let activity: String?
    private let channel: String?
    private let isSealed: Bool
    /// The members of `sealedpush lint --json`.
    let diagnostics: JSONValue

    /// Reads the members `payload` (JSON as text), `placeholderTitle`, `placeholderBody`, `collapseID`, `pushType`, `expiresIn` (seconds as text),
    /// `activity` (the push token of a Live Activity), `channel` (for a broadcast) and `plain`.
    ///
    /// - Throws: the error of the payload, or ``SimulatorError`` with `badPush`.
    init(_ json: JSONObject) throws {
        func text(_ name: String) -> String? { json[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
        let bytes = Array((text("payload") ?? "").utf8)
        payload = try Payload(parsing: bytes)
        placeholder = Placeholder(title: text("placeholderTitle") ?? "New notification", body: text("placeholderBody"))
        let seconds = try text("expiresIn").map { text in
            guard let seconds = UInt32(text) else {
                throw SimulatorError(.badPush, "expected a whole number of seconds until the push expires")
            }
            return seconds
        }
        options = SealOptions(
            expiresIn: seconds.map { .seconds($0) },
            pushType: text("pushType").map(PushType.init(rawValue:)),
            collapseID: text("collapseID"))
        activity = text("activity")
        channel = text("channel")
        isSealed = json["plain"] != true
        let linter = Linter(destination: channel == nil ? .device : .broadcast)
        diagnostics = linter.lint(bytes, as: options.pushType).json["diagnostics"] ?? []
        guard channel == nil || options.collapseID == nil else {
            throw SimulatorError(.badPush, "a broadcast has no collapse id")
        }
    }

    /// Sends the push to a phone, or to a channel of its app, and returns the answer of the push service.
    ///
    /// - Throws: ``SealError``, ``SimulatorError``, and errors of the connection.
    func send(to phone: PhoneIdentity, by provider: LocalProvider) async throws -> PushResponse {
        if let channel {
            return try await provider.broadcast(
                payload, to: channel, of: phone.bundleID, options: options, isSealed: isSealed)
        }
        guard isSealed else {
            return try await provider.pushPlain(payload, to: phone.name, activity: activity, options: options)
        }
        return try await provider.push(
            payload, to: phone.name, activity: activity, placeholder: placeholder, options: options)
    }
}
