import ArgumentParser
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ProviderClient
import PushPayload
import PushSealer

/// The server of an app: enrols devices, takes in their key reports, and sends pushes to them.
///
/// `POST /devices/ID/REQUEST` is a request of the app (`AppServer.Request`), `POST /devices/ID/push` seals a payload and sends it.
/// It authenticates neither the app nor the sender of a push, so it listens on 127.0.0.1 only.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Runs an app's server on 127.0.0.1: enrolment, key reports and pushes.",
        discussion: "Prints its address. The keys and registrations are in --folder."
    )

    @OptionGroup var service: PushServiceOptions

    @Option(help: "The folder for keys and registrations.")
    var folder = "provider"

    @Option(help: "The port to listen on; 0 for any free port.")
    var listen = 0

    func run() async throws {
        let server = try AppServer(folder: folder, topic: service.topic)
        let client = try service.client()
        let placeholder = Placeholder(title: service.placeholderTitle)
        let router = Router()
        router.post("/devices/:id/push") { request, context in
            try await respond(to: request, context) { id, body in
                let push = try await server.seal(Payload(parsing: body), to: id, placeholder: placeholder)
                let response = try await client.send(push, to: server.token(of: id))
                var json: JSONObject = ["status": .number(JSONNumber(response.status))]
                json["reason"] = response.reason.map(JSONValue.string)
                return json.serialized()
            }
        }
        router.post("/devices/:id/:request") { request, context in
            try await respond(to: request, context) { id, body in
                guard let name = context.parameters.get("request"), let request = AppServer.Request(rawValue: name)
                else { throw HTTPError(.notFound) }
                return try await server.receive(request, body, from: id)
            }
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: listen)),
            onServerRunning: { channel in
                let line = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/\n"
                try? FileHandle.standardOutput.write(contentsOf: Data(line.utf8))
            },
            logger: Logger(label: "example-provider"))
        do {
            try await application.runService()
        } catch {
            await client.shutDown()
            throw error
        }
        await client.shutDown()
    }

    /// Responds with the bytes of the body, or with status 400 and the reason of a refusal as JSON.
    private func respond(
        to request: Request, _ context: BasicRequestContext,
        with body: (_ id: String, _ message: [UInt8]) async throws -> [UInt8]
    ) async throws -> Response {
        do {
            let id = try context.parameters.require("id")
            let message = try await Array(request.body.collect(upTo: 65_536).readableBytesView)
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: try await body(id, message))))
        } catch let error as any CodedError {
            let json: JSONObject = ["reason": .string(error.reason)]
            return Response(status: .badRequest, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.serialized())))
        }
    }
}
