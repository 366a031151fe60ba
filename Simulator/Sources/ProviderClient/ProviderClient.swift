import AsyncHTTPClient
import Foundation
public import KeyManagement
public import LocalAPNs
import NIOCore
import NIOHTTP1
import NIOSSL
public import PushPayload
public import PushSealer
import Synchronization

/// A client for Apple's hosts or a simulator: HTTP/2, and a provider token that is renewed every 40 minutes.
///
/// Only the hosts and the trusted certificate differ between Apple and a simulator.
public final class ProviderClient: Sendable {
    /// The age at which a token is renewed, in seconds.
    ///
    /// Apple requires between 20 and 60 minutes.
    static let renewal: Int64 = 2_400

    private let host: PushHost
    private let signer: TokenSigner
    private let clock: WallClock
    private let client: HTTPClient
    private let token = Mutex<(text: String, issuedAt: Int64)?>(nil)

    /// Creates a client.
    ///
    /// It connects with its first request.
    ///
    /// - Throws: if the CA certificate cannot be read.
    public init(host: PushHost, signer: TokenSigner, clock: WallClock = .system) throws {
        (self.host, self.signer, self.clock) = (host, signer, clock)
        var configuration = HTTPClient.Configuration()
        var tls = TLSConfiguration.makeClientConfiguration()
        if let path = host.authorityPath {
            tls.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(path))
        }
        configuration.tlsConfiguration = tls
        configuration.httpVersion = .automatic
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a sealed push to a device token, hexadecimal, and returns the response, of any status.
    ///
    /// - Throws: if there is no response.
    public func send(_ push: SealedPush, to token: String) async throws -> PushResponse {
        try await send(headers: push.headers.fields, body: push.body, to: token)
    }

    /// Sends a body with header fields to a device.
    ///
    /// - Throws: if there is no response.
    public func send(
        headers: [(name: String, value: String)],
        body: [UInt8],
        to token: String
    ) async throws -> PushResponse {
        try await request(.POST, host.url, "/3/device/\(token)", headers, body)
    }

    /// Sends a broadcast to a channel of an app.
    ///
    /// - Throws: if there is no response.
    public func broadcast(_ body: [UInt8], headers: BroadcastHeaders, app: String) async throws -> PushResponse {
        try await request(.POST, host.url, "/4/broadcasts/apps/\(app)", headers.fields, body)
    }

    /// Creates a channel of an app; its identifier is in the response.
    ///
    /// - Throws: if there is no response.
    public func createChannel(app: String, storage: BroadcastChannel.Storage) async throws -> PushResponse {
        let json: JSONObject = [
            "message-storage-policy": .number(JSONNumber(storage.rawValue)), "push-type": "LiveActivity",
        ]
        return try await request(.POST, host.channelURL, "/1/apps/\(app)/channels", [], json.serialized())
    }

    /// Deletes a channel of an app.
    ///
    /// - Throws: if there is no response.
    public func deleteChannel(_ id: String, app: String) async throws -> PushResponse {
        try await request(
            .DELETE, host.channelURL, "/1/apps/\(app)/channels", [(name: "apns-channel-id", value: id)], [])
    }

    /// Asks for the identifiers of an app's channels.
    ///
    /// - Throws: if there is no response.
    public func channels(app: String) async throws -> PushResponse {
        try await request(.GET, host.channelURL, "/1/apps/\(app)/all-channels", [], [])
    }

    private func request(
        _ method: HTTPMethod, _ url: String, _ path: String, _ headers: [(name: String, value: String)], _ body: [UInt8]
    ) async throws -> PushResponse {
        var request = HTTPClientRequest(url: url + path)
        request.method = method
        request.headers.add(name: "authorization", value: "bearer \(try bearer())")
        for field in headers { request.headers.add(name: field.name, value: field.value) }
        if method == .POST { request.body = .bytes(ByteBuffer(bytes: body)) }
        let response = try await client.execute(request, timeout: .seconds(60))
        let answer = try await response.body.collect(upTo: 1_048_576)
        let fields = response.headers
        return PushResponse(
            status: Int(response.status.code),
            id: fields.first(name: "apns-id") ?? fields.first(name: "apns-request-id"),
            uniqueID: fields.first(name: "apns-unique-id"), channelID: fields.first(name: "apns-channel-id"),
            body: Array(answer.readableBytesView))
    }

    /// Closes the connections.
    public func shutDown() async {
        try? await client.shutdown()
    }

    private func bearer() throws -> String {
        let now = Int64(clock.now.timeIntervalSince1970)
        return try token.withLock { token in
            if let token, now - token.issuedAt < Self.renewal { return token.text }
            let text = try signer.token(issuedAt: now)
            token = (text, now)
            return text
        }
    }
}
