import HTTPTypes
import Hummingbird
import LocalAPNsServer
import NIOCore
import PushPayload

/// A request that the page's server refuses: the answer is a JSON object with `reason`.
struct PageRefusal: Error {
    let reason: String
    let status: HTTPResponse.Status

    init(_ reason: String, _ status: HTTPResponse.Status = .badRequest) {
        (self.reason, self.status) = (reason, status)
    }

    var response: Response { .json(JSONObject(of: ["reason": reason]), status: status) }
}

extension Response {
    static func json(_ value: some JSONMember, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.member.serialized())))
    }
}

extension Request {
    /// Returns the JSON object in the body.
    ///
    /// - Throws: ``PageRefusal`` for another body and a longer one.
    func object(upTo byteCount: Int) async throws -> JSONObject {
        guard let buffer = try? await body.collect(upTo: byteCount),
            let json = try? JSONValue(parsing: Array(buffer.readableBytesView)).objectValue
        else { throw PageRefusal("expected a JSON object of at most \(byteCount) bytes") }
        return json
    }
}

extension Latch<Simulator> {
    /// The simulator, once it has started.
    var running: Simulator {
        get async throws {
            guard let simulator = await value else {
                throw PageRefusal("the simulator did not start", .serviceUnavailable)
            }
            return simulator
        }
    }
}
