import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import PushPayload
import SealedPushSimulator

/// A client of a running simulator's page server.
struct ControlClient {
    private let page: String

    /// Creates a client of the simulator that runs on a folder.
    init(folder: String) throws {
        guard let page = try SimulatorDescription(folder: folder).page else {
            throw Failure("the simulator on \(folder) has no page")
        }
        self.page = page
    }

    /// Sends a POST request; throws `Failure` for a status other than 2xx.
    func post(_ path: String, _ json: JSONObject = [:]) async throws {
        var request = HTTPClientRequest(url: page + path)
        request.method = .POST
        request.body = .bytes(ByteBuffer(bytes: json.serialized()))
        _ = try await execute(request)
    }

    /// Sends a GET request for JSON; throws `Failure` for a status other than 2xx.
    func get(_ path: String) async throws -> JSONValue {
        let body = try await execute(HTTPClientRequest(url: page + path)).body.collect(upTo: 1 << 28)
        return try JSONValue(parsing: Array(body.readableBytesView), limits: JSONLimits(maximumByteCount: 1 << 28))
    }

    private func execute(_ request: HTTPClientRequest) async throws -> HTTPClientResponse {
        let response: HTTPClientResponse
        do {
            response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        } catch {
            throw Failure("no simulator answers on \(page)")
        }
        guard (200..<300).contains(response.status.code) else {
            let body = try await response.body.collect(upTo: 65_536)
            let reason = try? JSONValue(parsing: Array(body.readableBytesView)).objectValue?["reason"]?.stringValue
            throw Failure(reason ?? "the simulator answered \(response.status.code)")
        }
        return response
    }
}
