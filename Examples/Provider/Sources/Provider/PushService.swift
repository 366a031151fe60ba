import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import PushSealer

/// APNs, or a simulator of it, over HTTP/2.
struct PushService: Sendable {
    /// The answer to a push: its status and reason, for 410 the end of the device token, and the seconds of `retry-after`.
    typealias Answer = (status: UInt, reason: String, endedAt: Date, retryAfter: Double)

    let url: String
    let client: HTTPClient
    let token: ProviderToken

    /// Sends a push once; when it throws, the push may have been accepted.
    func send(_ push: OutboxPush, to device: String) async throws -> Answer {
        var request = HTTPClientRequest(url: "\(url)/3/device/\(device)")
        request.method = .POST
        request.headers.add(contentsOf: HTTPHeaders(push.headers.map { ($0.key, $0.value) }))
        request.headers.add(name: "authorization", value: "bearer \(try await token.current())")
        request.body = .bytes(ByteBuffer(bytes: push.body))
        let response = try await client.execute(request, timeout: .seconds(30))
        let json = try? await JSONValue(parsing: Array(response.body.collect(upTo: 4096).readableBytesView)).objectValue
        return (
            response.status.code, json?["reason"]?.stringValue ?? "none",
            Date(timeIntervalSince1970: Double(json?["timestamp"]?.numberValue?.int ?? 0) / 1000),
            response.headers.first(name: "retry-after").flatMap { Double($0) } ?? 0
        )
    }
}
