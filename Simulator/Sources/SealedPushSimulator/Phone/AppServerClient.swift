import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import ProviderClient
import PushPayload

/// The connection of the app on a phone to its server, over HTTP/1.1.
struct AppServerClient: Sendable {
    /// The server's base URL.
    let address: String

    /// Sends a request and returns the response.
    ///
    /// - Throws: ``SimulatorError`` with `serverFailed` or `serverRefused`.
    func send(_ request: AppServer.Request, _ message: [UInt8], from phone: String) async throws -> [UInt8] {
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        var post = HTTPClientRequest(url: "\(base)/devices/\(phone)/\(request.rawValue)")
        post.method = .POST
        post.body = .bytes(ByteBuffer(bytes: message))
        do {
            let response = try await HTTPClient.shared.execute(post, timeout: .seconds(10))
            let body = try await Array(response.body.collect(upTo: 65_536).readableBytesView)
            let status = response.status.code
            guard (200..<300).contains(status) else {
                let error = try? JSONValue(parsing: body).objectValue?["error"]?.objectValue
                let reason = error?["message"]?.stringValue
                throw SimulatorError(
                    (500..<600).contains(status) ? .serverFailed : .serverRefused,
                    reason ?? "the app's server answered \(status)")
            }
            return body
        } catch let error as SimulatorError {
            throw error
        } catch {
            throw SimulatorError(.serverFailed, "no answer of the app's server at \(address): \(Self.cause(of: error))")
        }
    }

    /// Returns the cause of a failed connection or request in a few words.
    private static func cause(of error: any Error) -> String {
        switch error {
        case let error as IOError: unsafe String(cString: strerror(error.errnoCode)).lowercased()
        case let error as NIOConnectionError:
            // A host with several addresses has an error for each.
            error.connectionErrors.first.map { cause(of: $0.error) } ?? "the host has no address"
        case let error as HTTPClientError: error.shortDescription.lowercased()
        default: "\(error)"
        }
    }
}
