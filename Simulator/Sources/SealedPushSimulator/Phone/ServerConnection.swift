import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import ProviderClient
import PushPayload

/// The connection of the app on a phone to its server, over HTTP/1.1.
struct ServerConnection: Sendable {
    /// The server's base URL.
    let address: String

    /// Sends a request and returns the response.
    ///
    /// - Throws: ``SimulatorError`` with `serverFailed`.
    func send(_ request: AppServer.Request, _ message: [UInt8], from phone: String) async throws -> [UInt8] {
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        var post = HTTPClientRequest(url: "\(base)/devices/\(phone)/\(request.rawValue)")
        post.method = .POST
        post.body = .bytes(ByteBuffer(bytes: message))
        do {
            let response = try await HTTPClient.shared.execute(post, timeout: .seconds(10))
            let body = try await Array(response.body.collect(upTo: 65_536).readableBytesView)
            guard response.status == .ok else {
                let error = try? JSONValue(parsing: body).objectValue?["error"]?.objectValue
                let reason = error?["message"]?.stringValue
                throw SimulatorError(.serverFailed, reason ?? "the app's server answered \(response.status.code)")
            }
            return body
        } catch let error as SimulatorError {
            throw error
        } catch {
            throw SimulatorError(.serverFailed, "no answer of the app's server at \(address): \(error)")
        }
    }
}
