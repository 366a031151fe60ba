import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PayloadLint
import PushSealer

/// The routes of the server.
struct Routes: Sendable {
    let registry: DeviceRegistry
    let sealer: Sealer
    let outbox: any Outbox
    let metrics: Metrics
    let media: MediaFolder?
    /// The device id by the SHA-256 of a bearer token in Base64, `*` for one of the service; nil permits all.
    let sessions: [String: String]?

    func router() -> Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: RequestLog()).add(middleware: Refusals())
        router.get("/health/live") { _, _ in HTTPResponse.Status.ok }
        let keys = KeyCount(registry)
        router.get("/metrics") { _, _ in
            try await metrics.text(waiting: outbox.waiting(), keys: keys.next())
        }
        router.post("/attachments") { request, _ in
            try authenticate(request) { $0 == "*" }
            guard let media else { throw HTTPError(.notFound, message: "there is no --media-folder") }
            let type = try request.uri.queryParameters.require("type")
            return ByteBuffer(bytes: try await media.seal(request.body, type: type).serialized())
        }
        router.post("/devices/:id/push") { request, context in
            let (id, body) = try await receive(request, context, permitsDevice: false, permitsService: true)
            let query = request.uri.queryParameters
            let seconds = try query.has("expires-in") ? max(1, query.require("expires-in", as: UInt32.self)) : 86_400
            var activity = try HTTPField.Name("activity-token").flatMap { request.headers[$0] }.map(hexadecimal)
            let pushType = activity == nil ? query.get("push-type").map(PushType.init(rawValue:)) : .liveactivity
            let payload = try Payload(parsing: body)
            let pushID = UUID().uuidString.lowercased()
            var options = SealOptions(
                expiresIn: .seconds(seconds), pushType: pushType, collapseID: query.get("collapse-id"), id: pushID)
            let recipient = try await registry.recipient(for: UTF8Text(id))
            // Again with the next number if another push was accepted meanwhile.
            while let next = try await outbox.next(for: id) {
                options.sequence = UInt64(next.sequence)
                let push = try sealer.seal(payload, to: recipient, options: options)
                let isActivity = push.headers.pushType == .liveactivity
                if isActivity, payload.aps.event == .start { activity = activity ?? next.startToken }
                guard isActivity == (activity != nil) else { break }
                if try await outbox.add(OutboxPush(push, to: id, activity: activity), sequence: next.sequence) {
                    let diagnostics = Linter().lint(body, as: pushType).json["diagnostics"] ?? []
                    let answer: JSONObject = ["id": .string(pushID), "diagnostics": diagnostics]
                    return Response(  // 202: it is on the disk.
                        status: .accepted, headers: [.contentType: "application/json"],
                        body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.serialized())))
                }
            }
            throw HTTPError(.notFound, message: "the device, or the Live Activity, has no token")
        }
        router.post("/devices/:id/:request") { request, context in
            let (id, body) = try await receive(request, context)
            let name = try context.parameters.require("request")
            if let message = try DeviceRequest(name, parsing: body) {
                let response = try await registry.respond(to: message, from: UTF8Text(id))
                if case .report(let report) = message {
                    metrics.count(report, action: String(decoding: response, as: UTF8.self))
                }
                return ByteBuffer(bytes: response)
            }
            guard name == "device" else { throw HTTPError(.notFound) }
            _ = try await registry.recipient(for: UTF8Text(id))  // Refuses a device that is not enrolled.
            let device = try JSONValue(parsing: body).objectValue ?? [:]
            let start = try device["startToken"]?.stringValue.map(hexadecimal)
            try await outbox.setToken(hexadecimal(device["token"]?.stringValue ?? ""), start: start, of: id)
            return ByteBuffer()
        }
        router.delete("/devices/:id") { request, context in
            let (id, _) = try await receive(request, context, permitsService: true)
            _ = try await outbox.removeToken(of: id, nil, endedAt: .distantFuture)
            try await registry.forget(UTF8Text(id))
            return HTTPResponse.Status.noContent
        }
        return router
    }

    /// A token with lower-case digits; it becomes a part of a URL.
    private func hexadecimal(_ token: String) throws -> String {
        if token.wholeMatch(of: /[0-9A-Fa-f]{2,200}/) != nil { return token.lowercased() }
        throw HTTPError(.badRequest, message: "expected a hexadecimal token")
    }

    /// Authenticates a request of the device or of the service, and reads at most 64 KB.
    private func receive(
        _ request: Request, _ context: BasicRequestContext, permitsDevice: Bool = true, permitsService: Bool = false
    ) async throws -> (id: String, body: [UInt8]) {
        let id = try context.parameters.require("id")
        // The owner `*`, the service, speaks for no device, not even for one of that id.
        try authenticate(request) { owner in
            owner == "*" ? permitsService : permitsDevice && owner.utf8.elementsEqual(id.utf8)
        }
        return (id, try await Array(request.body.collect(upTo: 65_536).readableBytesView))
    }

    /// Refuses a request without a session that permits it; the hook for your own sessions.
    private func authenticate(_ request: Request, permits: (_ owner: String) -> Bool) throws {
        guard let sessions else { return }
        let field = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard field.count == 2, field[0].lowercased() == "bearer",
            let owner = sessions[Data(SHA256.hash(data: Data(field[1].utf8))).base64EncodedString()]
        else { throw HTTPError(.unauthorized, message: "expected the bearer token of a session") }
        guard permits(owner) else { throw HTTPError(.forbidden, message: "the session does not permit this request") }
    }
}

/// Logs each request with its status and its duration.
private struct RequestLog: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        func log(_ status: HTTPResponse.Status) {
            let duration = Int((ContinuousClock.now - start) / .milliseconds(1))
            let values = [request.method.rawValue, request.uri.path, "\(status.code)", "\(duration)"]
            let names = ["method", "path", "status", "milliseconds"]
            let metadata = zip(names, values).map { ($0, Logger.MetadataValue.string($1)) }
            context.logger.info("request", metadata: Logger.Metadata(uniqueKeysWithValues: metadata))
        }
        do {
            let response = try await next(request, context)
            log(response.status)
            return response
        } catch {
            log((error as? any HTTPResponseError)?.status ?? .internalServerError)
            throw error
        }
    }
}

/// Turns errors into statuses; one that the server is at fault for is logged, and its reason is not sent.
private struct Refusals: RouterMiddleware {
    func handle(
        _ request: Request, context: BasicRequestContext, next: (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let codes: [KeyError.Code] = [
                .invalidRequest, .noChallenge, .tooLate, .wrongAnswer, .wrongState, .duplicate, .cannotOpen,
            ]
            let status: HTTPResponse.Status? =
                switch error {
                case is any HTTPResponseError: throw error
                case let error as KeyError where [.notFound, .noActiveKey, .invalidName].contains(error.code): .notFound
                case let error as KeyError: codes.contains(error.code) ? .badRequest : nil
                case let error as SealError where error.code == .tooLarge: .contentTooLarge
                case let error as AttachmentError where error.code == .tooLarge: .contentTooLarge
                case let error as AttachmentError where error.code == .unavailable: nil
                case let error as SealError:
                    [.noActiveKey, .keyringUnavailable, .cannotSeal].contains(error.code) ? nil : .badRequest
                default: error is any CodedError ? .badRequest : nil
                }
            if let status, let error = error as? any CodedError { throw HTTPError(status, message: error.reason) }
            context.logger.error("request failed", metadata: ["error": "\(error)"])
            throw HTTPError(.serviceUnavailable, message: "the server cannot do this now")
        }
    }
}
