import Hummingbird
import LocalAPNsServer
import NIOCore
import PushPayload
import Synchronization

/// The routes for the page and the command line that concern a phone: its pushes, its events, and actions on it.
final class PhoneRoutes: Sendable {
    /// The maximum number of open event streams; a browser has one for each visible page of a phone.
    static let streamLimit = 100

    private let simulator: Latch<Simulator>
    /// The number of open event streams.
    private let streamCount = Mutex(0)

    init(simulator: Latch<Simulator>) { self.simulator = simulator }

    func add(to router: Router<BasicRequestContext>) {
        let phone = router.group("/api/phones/:name")
        phone.get("events") { [self] request, context in try await events(request, context) }
        phone.get("pushes") { [self] _, context in try await Response.json(self.phone(context).reported) }
        phone.get("copy") { [self] _, context in try await Response.json(copy(context)) }
        phone.get("pushes/:push") { [self] _, context in try await Response.json(push(context)) }
        phone.get("pictures/:push") { [self] _, context in try await picture(context) }
        phone.get("pictures/:push/:attachment") { [self] _, context in try await picture(context) }
        phone.post("pushes") { [self] request, context in try await Response.json(send(request, context)) }
        phone.post(":action") { [self] _, context in
            try await act(context)
            return Response(status: .noContent)
        }
    }

    private func phone(_ context: BasicRequestContext) async throws -> SimulatedPhone {
        guard let phone = try await simulator.running.phone(context.parameters.get("name") ?? "") else {
            throw PageRefusal("there is no phone with this name", .notFound)
        }
        return phone
    }

    private func events(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
        let phone = try await phone(context)
        guard streamCount.withLock({ $0 < Self.streamLimit }) else {
            throw PageRefusal("\(Self.streamLimit) event streams are open already", .serviceUnavailable)
        }
        let body = ResponseBody { [self] writer in
            streamCount.withLock { $0 += 1 }
            defer { streamCount.withLock { $0 -= 1 } }
            // A stream ends when its browser closes the connection.
            try await request.body.consumeWithCancellationOnInboundClose { _ in
                try await Self.write(phone, to: &writer)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }

    /// Writes a phone's state and its changes as events, until the phone ends or the task is cancelled.
    private static func write(_ phone: SimulatedPhone, to writer: inout any ResponseBodyWriter) async throws {
        let stream = phone.inbox.changes.subscribe()
        func write(_ json: JSONObject) async throws {
            // The browser reconnects after one second.
            let text = "data: \(String(decoding: json.serialized(), as: UTF8.self))\nretry: 1000\n\n"
            try await writer.write(ByteBuffer(string: text))
        }
        var (snapshot, revision, oldest) = await phone.snapshot()
        try await write(snapshot)
        while let older = await phone.older(than: oldest) {
            try await write(older.json)
            oldest = older.oldest
        }
        for await _ in stream {
            let changes = await phone.changes(since: revision)
            revision = changes.revision
            try await write(changes.json)
        }
    }

    /// Returns the recorded pushes, and whether the copied storage of the phone opens each.
    private func copy(_ context: BasicRequestContext) async throws -> JSONObject {
        let phone = try await phone(context)
        guard let copy = await phone.storageCopy else { throw PageRefusal("the storage was not copied", .notFound) }
        return copy.json(of: await phone.pushes)
    }

    /// Returns a push with its request and its delivery.
    private func push(_ context: BasicRequestContext) async throws -> JSONObject {
        guard let number = context.parameters.get("push", as: Int.self),
            let json = try await phone(context).detail(ofPush: number)
        else { throw PageRefusal("the phone does not have this push", .notFound) }
        return json
    }

    /// Seals a payload to the phone and sends it, and returns the answer of the push service.
    private func send(_ request: Request, _ context: BasicRequestContext) async throws -> JSONObject {
        let phone = try await phone(context)
        let form = try PushForm(await request.object(upTo: 65_536))
        let response = try await form.send(to: phone.identity, by: simulator.running.provider)
        return JSONObject(of: [
            "status": response.status, "diagnostics": form.diagnostics, "reason": response.reason, "id": response.id,
        ])
    }

    /// Returns the picture of a communication notification, or of an attachment.
    private func picture(_ context: BasicRequestContext) async throws -> Response {
        guard let number = context.parameters.get("push", as: Int.self),
            let picture = try await phone(context).picture(
                ofPush: number, attachment: context.parameters.get("attachment", as: Int.self))
        else { return Response(status: .notFound) }
        return Response(
            status: .ok, headers: [.contentType: picture.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }

    /// Performs an action on a phone.
    private func act(_ context: BasicRequestContext) async throws {
        let phone = try await phone(context)
        switch context.parameters.get("action") {
        case "online": await phone.setOnline(true)
        case "offline": await phone.setOnline(false)
        case "restart": await phone.restart()
        case "unlock": await phone.unlock()
        case "lock": await phone.lock()
        case "clear": await phone.clear()
        case "copy-storage": try await phone.copyStorage()
        case "remove-app": await phone.removeApp()
        case "lose-key": try await phone.loseKey()
        case "open-app": try await phone.openApp()
        case "renew-token": try await simulator.running.renewToken(of: phone.name)
        default: throw PageRefusal("there is no such action", .notFound)
        }
    }
}
