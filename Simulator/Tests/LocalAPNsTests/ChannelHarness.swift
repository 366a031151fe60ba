import LocalAPNs
import PushPayload

/// Requests about channels and broadcasts, by the samples of Apple's pages.
extension TestHarness {
    static let requestID = "2288cf3f-70d8-46a6-97d7-dd5d00867127"
    static let update = Array(#"{"aps":{"timestamp":1790000000,"event":"update","content-state":{"score":1}}}"#.utf8)

    private func bearer() throws -> (name: String, value: String) {
        try ("authorization", "bearer " + signer.token(issuedAt: seconds))
    }

    /// Returns a request about the channels of the app.
    func management(
        _ method: String, _ operation: String = "channels", app: String = TestHarness.topic,
        channel: String? = nil, body: String = ""
    ) throws -> PushRequest {
        let field = channel.map { [(name: "apns-channel-id", value: $0)] } ?? []
        return try PushRequest(
            method: method, path: "/1/apps/\(app)/\(operation)",
            headers: [bearer(), ("apns-request-id", Self.requestID)] + field, body: Array(body.utf8))
    }

    /// Returns a broadcast with changed header fields; nil removes a field.
    func broadcast(
        _ channel: String?, _ changes: [String: String?] = [:], app: String = TestHarness.topic,
        body: [UInt8] = TestHarness.update
    ) throws -> PushRequest {
        var fields: [String: String?] = [
            "apns-channel-id": channel, "apns-push-type": "Liveactivity", "apns-priority": "10", "apns-expiration": "0",
        ]
        fields.merge(changes) { $1 }
        let headers = fields.compactMap { name, value in value.map { (name: name, value: $0) } }
        return try PushRequest(path: "/4/broadcasts/apps/\(app)", headers: [bearer()] + headers, body: body)
    }
}
