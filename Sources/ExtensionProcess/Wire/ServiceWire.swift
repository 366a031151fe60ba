import ExtensionHost
import PushPayload
import StrictJSON

/// The encoding of a service's report for the channel between host and extension.
extension ServiceSummary {
    /// The summary as JSON.
    var wire: JSONObject {
        var wire: JSONObject = ["seal": .string(seal.rawValue)]
        if let reason { wire["reason"] = [.string(reason.code.description), .string(reason.explanation)] }
        wire["payload"] = payload.map { .object($0.root) }
        wire["missed"] = missedPushes.map { .string(String($0)) }
        wire["stages"] = .array(stages.map { [.string($0.name), .string($0.end.rawValue)] })
        return wire
    }

    /// Parses the output of `wire`; nil for anything else.
    init?(wire: JSONObject) {
        guard let seal = wire["seal"]?.stringValue.flatMap(Seal.init(rawValue:)) else { return nil }
        var reason: DeliveryReason?
        if let parts = wire["reason"]?.arrayValue {
            guard parts.count == 2, let code = parts[0].stringValue, let text = parts[1].stringValue else { return nil }
            reason = DeliveryReason(.init(code), text)
        }
        var stages: [StageReport] = []
        for stage in wire["stages"]?.arrayValue ?? [] {
            guard let parts = stage.arrayValue, parts.count == 2, let name = parts[0].stringValue,
                let end = parts[1].stringValue.flatMap(StageReport.End.init(rawValue:))
            else { return nil }
            stages.append(StageReport(name: name, end: end))
        }
        self.init(
            seal: seal, reason: reason, payload: wire["payload"]?.objectValue.map { Payload($0) },
            missedPushes: wire["missed"]?.stringValue.flatMap { UInt64($0) }, stages: stages)
    }
}
