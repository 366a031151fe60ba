import Crypto
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import PushSealer

/// The routes of the server, and the status of each refusal.
struct Routes: Sendable {
    let devices: Devices
    let outbox: Outbox
    /// The device id by the SHA-256 of a bearer token in Base64, `*` for one that pushes to any device; nil permits all.
    let sessions: [String: String]?

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: MetricsMiddleware())
        router.get("/health/live") { _, _ in HTTPResponse.Status.ok }
        router.get("/health/ready") { _, _ in try await ["outbox": outbox.count()] }
        router.post("/devices/:id/push") { request, context in
            try await respond(to: request, context, as: "*") { id, body in
                let pushID = UUID().uuidString.lowercased()
                let query = request.uri.queryParameters
                let push = try await devices.seal(Payload(parsing: body), to: id, options: Self.options(query, pushID))
                let token = try query.get("token").map(Devices.checkedToken)
                try await outbox.add(OutboxPush(push, id: pushID, to: id, token: token))
                // 202 promises a push that is on the disk.
                return (.accepted, (["id": .string(pushID)] as JSONObject).serialized())
            }
        }
        router.post("/devices/:id/:request") { request, context in
            guard let message = Devices.Message(rawValue: try context.parameters.require("request")) else {
                throw HTTPError(.notFound)
            }
            return try await respond(to: request, context) { id, body in
                (.ok, try await devices.receive(message, body, from: id))
            }
        }
        return router
    }

    /// The options of a push: `?collapse-id=…&expires-in=SECONDS`, at most 30 days, by default one day.
    private static func options(_ query: Parameters, _ id: String) throws -> SealOptions {
        guard let seconds = Int(query.get("expires-in") ?? "86400"), 1...2_592_000 ~= seconds else {
            throw HTTPError(.badRequest, message: "expected expires-in of 1 to 2592000 seconds")
        }
        return SealOptions(expiresIn: .seconds(seconds), collapseID: query.get("collapse-id"), id: id)
    }

    /// Authenticates a request, reads at most 64 KB, and answers; an error of the library becomes its reason as JSON.
    private func respond(
        to request: Request, _ context: BasicRequestContext, as caller: String? = nil,
        with answer: (_ id: String, _ body: [UInt8]) async throws -> (HTTPResponse.Status, [UInt8])
    ) async throws -> Response {
        let id = try context.parameters.require("id")
        try authenticate(request, as: caller ?? id)
        let body = try await Array(request.body.collect(upTo: 65_536).readableBytesView)
        var (status, bytes) = (HTTPResponse.Status.badRequest, [UInt8]())
        do {
            (status, bytes) = try await answer(id, body)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw HTTPError(.notFound, message: "the device has no device token")
        } catch let error as any CodedError {
            switch error {
            case let error as KeyError where [.notFound, .noActiveKey].contains(error.code): status = .notFound
            case let error as KeyError where [.busy, .inputOutput].contains(error.code): status = .serviceUnavailable
            case let error as SealError where error.code == .tooLarge: status = .contentTooLarge
            default: break
            }
            bytes = (["reason": .string(error.reason)] as JSONObject).serialized()
        }
        return Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// The hook for authentication: a real server asks its own sessions for the user, and whether the device is the user's.
    private func authenticate(_ request: Request, as caller: String) throws {
        let token = (request.headers[.authorization] ?? "").trimmingPrefix("Bearer ")
        let hash = Data(SHA256.hash(data: Data(token.utf8))).base64EncodedString()
        guard sessions == nil || sessions?[hash] == caller else { throw HTTPError(.unauthorized) }
    }
}
