import Foundation
import HTTPTypes
import Hummingbird
import LocalAPNsServer
import NIOCore
import PushPayload
import Synchronization

/// The routes for the page and the command line: the list of phones, the events of a phone, and actions on it.
struct PhoneRoutes: Sendable {
    /// The maximum number of open event streams; a browser has one for each visible page of a phone.
    static let streamLimit = 100

    let simulator: Latch<Simulator>
    private let streams = OpenStreams()

    init(simulator: Latch<Simulator>) { self.simulator = simulator }

    func add(to router: Router<BasicRequestContext>) {
        router.get("/api/phones") { _, _ in
            guard let simulator = await simulator.value else { return Response(status: .serviceUnavailable) }
            var phones: [JSONValue] = []
            for name in simulator.phoneNames {
                if let state = await simulator.phone(name)?.state { phones.append(.object(state)) }
            }
            return Self.json(.array(phones))
        }
        router.get("/api/simulator") { _, _ in
            guard let simulator = await simulator.value else { return Response(status: .serviceUnavailable) }
            return Self.json(["tool": .string(Self.tool), "folder": .string(simulator.folder.path)])
        }
        router.post("/api/clock") { request, _ in await moveClock(request) }
        router.get("/api/refusals") { _, _ in
            guard let simulator = await simulator.value else { return Response(status: .serviceUnavailable) }
            return Self.json(simulator.strays.json)
        }
        router.post("/api/phones") { request, _ in await addPhone(request) }
        router.get("/api/phones/:name/events") { request, context in await events(request, context) }
        router.get("/api/phones/:name/pushes") { _, context in
            await phone(context).map { Self.json($0.reported) } ?? Self.noSuchPhone
        }
        router.get("/api/phones/:name/copy") { _, context in await copy(context) }
        router.get("/api/phones/:name/pushes/:push") { _, context in await push(context) }
        router.get("/api/phones/:name/pictures/:push") { _, context in await picture(context) }
        router.get("/api/phones/:name/pictures/:push/:attachment") { _, context in await picture(context) }
        router.post("/api/attachments") { request, _ in await attach(request) }
        router.post("/api/phones/:name/pushes") { request, context in await send(request, context) }
        router.post("/api/phones/:name/:action") { _, context in await act(context) }
    }

    private func phone(_ context: BasicRequestContext) async -> SimulatedPhone? {
        guard let name = context.parameters.get("name") else { return nil }
        return await simulator.value?.phone(name)
    }

    private func events(_ request: Request, _ context: BasicRequestContext) async -> Response {
        guard let phone = await phone(context) else { return Self.noSuchPhone }
        guard streams.count.withLock({ $0 < Self.streamLimit }) else {
            return Self.refusal("\(Self.streamLimit) event streams are open already", .serviceUnavailable)
        }
        let body = ResponseBody { [streams] writer in
            streams.count.withLock { $0 += 1 }
            defer { streams.count.withLock { $0 -= 1 } }
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
        let stream = phone.changeStream()
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

    /// Moves the simulator's clock forward by 1 to 366 days.
    private func moveClock(_ request: Request) async -> Response {
        guard let simulator = await simulator.value else { return Response(status: .serviceUnavailable) }
        guard let days = await request.object(upTo: 4_096)?["days"]?.numberValue?.int, (1...366).contains(days) else {
            return Self.refusal("expected 1 to 366 days", .badRequest)
        }
        do {
            try simulator.advance(by: .seconds(days * 86_400))
            return Response(status: .noContent)
        } catch {
            return Self.refusal(error.reasonText, .conflict)
        }
    }

    /// Returns the recorded pushes, and whether the copied storage of the phone opens each.
    private func copy(_ context: BasicRequestContext) async -> Response {
        guard let phone = await phone(context) else { return Self.noSuchPhone }
        guard let copy = await phone.storageCopy else { return Self.refusal("the storage was not copied", .notFound) }
        return Self.json(.object(copy.json(of: await phone.pushes)))
    }

    /// Returns a push with its request and its delivery.
    private func push(_ context: BasicRequestContext) async -> Response {
        guard let number = context.parameters.get("push").flatMap({ Int($0) }),
            let json = await phone(context)?.detail(ofPush: number)
        else { return Self.refusal("the phone does not have this push", .notFound) }
        return Self.json(.object(json))
    }

    /// Seals a payload to the phone and sends it, and returns the answer of the push service.
    private func send(_ request: Request, _ context: BasicRequestContext) async -> Response {
        guard let simulator = await simulator.value, let phone = await phone(context) else { return Self.noSuchPhone }
        guard let json = await request.object(upTo: 65_536) else {
            return Self.refusal("expected a JSON object of at most 65,536 bytes", .badRequest)
        }
        do {
            let form = try PushForm(json)
            let response = try await form.send(to: phone.identity, by: simulator.provider)
            var answer: JSONObject = ["status": .number(JSONNumber(response.status))]
            answer["diagnostics"] = form.diagnostics
            answer["reason"] = response.reason.map(JSONValue.string)
            answer["id"] = response.id.map(JSONValue.string)
            return Self.json(.object(answer))
        } catch {
            return Self.refusal(error.reasonText, .badRequest)
        }
    }

    /// Seals the body, a file, to a blob of the media host, and returns the member `sealedpush` of a payload with its descriptor.
    private func attach(_ request: Request) async -> Response {
        guard let provider = await simulator.value?.provider else { return Response(status: .serviceUnavailable) }
        do {
            let file = try await request.body.collect(upTo: 50_000_000)
            var payload = Payload([:])
            payload.attachments = [
                try provider.attach(
                    Array(file.readableBytesView), type: request.uri.queryParameters.get("type") ?? "")
            ]
            return Self.json(.object(payload.root))
        } catch {
            return Self.refusal(error.reasonText, .badRequest)
        }
    }

    /// Returns the picture of a communication notification, or of an attachment.
    private func picture(_ context: BasicRequestContext) async -> Response {
        guard let number = context.parameters.get("push").flatMap({ Int($0) }),
            let picture = await phone(context)?.picture(
                ofPush: number, attachment: context.parameters.get("attachment").flatMap({ Int($0) }))
        else { return Response(status: .notFound) }
        return Response(
            status: .ok, headers: [.contentType: picture.mediaType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }

    private func act(_ context: BasicRequestContext) async -> Response {
        guard let phone = await phone(context) else { return Self.noSuchPhone }
        do {
            guard try await act(context.parameters.get("action") ?? "", on: phone) else {
                return Self.refusal("there is no such action", .notFound)
            }
            return Response(status: .noContent)
        } catch {
            return Self.refusal(error.reasonText, .conflict)
        }
    }

    /// Performs an action on a phone; returns false if there is no action of this name.
    private func act(_ action: String, on phone: SimulatedPhone) async throws -> Bool {
        switch action {
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
        case "renew-token": try await simulator.value?.renewToken(of: phone.name)
        default: return false
        }
        return true
    }

    private func addPhone(_ request: Request) async -> Response {
        guard let json = await request.object(upTo: 4_096), let name = json["name"]?.stringValue,
            let app = json["app"]?.stringValue, let simulator = await simulator.value
        else { return Self.refusal("expected a JSON object with name and app", .badRequest) }
        do {
            try await simulator.addPhone(
                name, app: app, languages: json["languages"]?.arrayValue?.compactMap(\.stringValue) ?? ["en"],
                bundle: json["bundle"]?.stringValue, server: json["server"]?.stringValue)
            return Response(status: .created)
        } catch {
            return Self.refusal(error.reasonText, .conflict)
        }
    }

    /// The path of the command line's executable, in the folder of the running program.
    private static var tool: String {
        let tool = try? Simulator.program("sealedpush-simulator")
        return tool.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? "sealedpush-simulator"
    }

    private static var noSuchPhone: Response { refusal("there is no phone with this name", .notFound) }

    private static func refusal(_ reason: String, _ status: HTTPResponse.Status) -> Response {
        json(.object(["reason": .string(reason)]), status: status)
    }

    private static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: value.serialized())))
    }
}

extension Request {
    /// The JSON object in the body; nil for another body and a longer one.
    func object(upTo byteCount: Int) async -> JSONObject? {
        guard let buffer = try? await body.collect(upTo: byteCount) else { return nil }
        return try? JSONValue(parsing: Array(buffer.readableBytesView)).objectValue
    }
}

/// The number of open event streams.
private final class OpenStreams: Sendable {
    let count = Mutex(0)
}
