import Hummingbird
import LocalAPNs
import LocalAPNsServer
import NIOCore
import PushPayload

/// The route by which the command line injects faults into the push service and the media host.
struct FaultRoute: Sendable {
    let simulator: Latch<Simulator>

    func add(to router: Router<BasicRequestContext>) {
        router.post("/api/faults") { request, _ in
            guard let simulator = await simulator.value else { return Response(status: .serviceUnavailable) }
            guard let json = await request.object(upTo: 4_096) else { return Response(status: .badRequest) }
            if json["behaviour"] == "none" {
                simulator.service.removeFaults()
                simulator.media.removeFaults()
            } else if let fault = json["behaviour"]?.stringValue.flatMap(MediaHost.Fault.init) {
                simulator.media.inject(fault, count: Fault.count(json))
            } else if let fault = Fault(json) {
                simulator.service.inject(fault)
            } else {
                return Response(status: .badRequest)
            }
            return Response(status: .noContent)
        }
    }
}

extension Fault {
    /// Parses a fault; nil if the behaviour or the reason is unknown.
    fileprivate init?(_ json: JSONObject) {
        guard let reason = Reason(named: json["reason"]?.stringValue ?? "ServiceUnavailable"),
            let name = json["behaviour"]?.stringValue.flatMap(Name.init)
        else { return nil }
        self.init(
            name.behaviour(because: reason), delay: .milliseconds(max(0, json["delay"]?.numberValue?.int ?? 0)),
            count: Self.count(json))
    }

    /// The number of affected requests; nil for all.
    fileprivate static func count(_ json: JSONObject) -> Int? {
        let count = json["count"]?.numberValue?.int ?? 1
        return count > 0 ? count : nil
    }
}
