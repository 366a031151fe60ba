import Foundation
import Hummingbird
import LocalAPNs
import LocalAPNsServer
import PushPayload

/// The routes for the page and the command line that concern the whole simulator: its phones, its clock, its faults.
struct SimulatorRoutes: Sendable {
    let simulator: Latch<Simulator>

    func add(to router: Router<BasicRequestContext>) {
        router.get("/api/simulator") { _, _ in
            try await Response.json(JSONObject(of: ["tool": Self.tool, "folder": simulator.running.folder.path]))
        }
        router.get("/api/refusals") { _, _ in try await Response.json(simulator.running.router.strayRequests) }
        router.get("/api/phones") { _, _ in try await Response.json(phones()) }
        router.post("/api/phones") { request, _ in
            try await addPhone(request)
            return Response(status: .created)
        }
        router.post("/api/clock") { request, _ in
            try await moveClock(request)
            return Response(status: .noContent)
        }
        router.post("/api/faults") { request, _ in
            try await inject(request)
            return Response(status: .noContent)
        }
        router.post("/api/attachments") { request, _ in try await Response.json(attach(request)) }
    }

    private func phones() async throws -> [JSONObject] {
        let simulator = try await simulator.running
        var phones: [JSONObject] = []
        for name in simulator.phoneNames {
            if let state = await simulator.phone(name)?.state { phones.append(state) }
        }
        return phones
    }

    private func addPhone(_ request: Request) async throws {
        let json = try await request.object(upTo: 4_096)
        guard let name = json["name"]?.stringValue, let app = json["app"]?.stringValue else {
            throw PageRefusal("expected a JSON object with name and app")
        }
        try await simulator.running.addPhone(
            name, app: app, languages: json["languages"]?.arrayValue?.compactMap(\.stringValue) ?? ["en"],
            bundle: json["bundle"]?.stringValue, server: json["server"]?.stringValue)
    }

    /// Moves the simulator's clock forward by 1 to 366 days.
    private func moveClock(_ request: Request) async throws {
        guard let days = try await request.object(upTo: 4_096)["days"]?.numberValue?.int, (1...366).contains(days)
        else {
            throw PageRefusal("expected 1 to 366 days")
        }
        try await simulator.running.advance(by: .seconds(days * 86_400))
    }

    /// Injects a fault into the push service or the media host, or removes all.
    private func inject(_ request: Request) async throws {
        let (simulator, json) = (try await simulator.running, try await request.object(upTo: 4_096))
        let name = json["behaviour"]?.stringValue ?? ""
        let given = json["count"]?.numberValue?.int ?? 1
        let count = given > 0 ? given : nil
        if name == "none" {
            simulator.service.removeFaults()
            simulator.media.removeFaults()
        } else if let fault = MediaHost.Fault(rawValue: name) {
            simulator.media.inject(fault, count: count)
        } else if let reason = Reason(rawValue: json["reason"]?.stringValue ?? "ServiceUnavailable"),
            let behaviour = Fault.Name(rawValue: name)?.behaviour(because: reason)
        {
            let delay = max(0, json["delay"]?.numberValue?.int ?? 0)
            simulator.service.inject(Fault(behaviour, delay: .milliseconds(delay), count: count))
        } else {
            throw PageRefusal("expected a behaviour and a reason of the push service, or a fault of the media host")
        }
    }

    /// Seals the body, a file, to a blob of the media host, and returns the member `sealedpush` of a payload with its descriptor.
    private func attach(_ request: Request) async throws -> JSONObject {
        let file = try await request.body.collect(upTo: 50_000_000)
        var payload = Payload([:])
        payload.attachments = [
            try await simulator.running.provider.attach(
                Array(file.readableBytesView), type: request.uri.queryParameters.get("type") ?? "")
        ]
        return payload.root
    }

    /// The path of the command line's executable, in the folder of the running program.
    private static var tool: String {
        let tool = try? Simulator.program("sealedpush-simulator")
        return tool.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil } ?? "sealedpush-simulator"
    }
}
