import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedEnvelope
import StrictJSON

/// Both halves as a program: seals and opens with this package.
struct Half {
    private var stores: [Int: ReplayMemory] = [:]

    mutating func answer(id: JSONValue, to request: JSONObject) -> JSONObject {
        do {
            var answer =
                if let seal = request["seal"]?.objectValue { try sealed(seal) } else {
                    try opened(request["open"]?.objectValue ?? [:])
                }
            answer["id"] = id
            return answer
        } catch let error as SealError {
            return ["id": id, "refused": .string(error.code.rawValue)]
        } catch let refusal as Refusal {
            return ["id": id, "refused": .string(refusal.code.rawValue)]
        } catch {
            exit(70)
        }
    }

    // MARK: - Sealing

    private func sealed(_ request: JSONObject) throws -> JSONObject {
        let suite = SealingSuite(rawValue: UInt8(clamping: request.int("suite")))
        let now = request.int("now")
        let provider = try request["provider"].map { try ring([$0], .provider) }
        let (topic, audience) = (request.text("topic"), request.text("audience"))
        let clock = WallClock.fixed(Date(timeIntervalSince1970: Double(now)))
        let sealer =
            try provider.map { try Sealer(from: $0, topic: topic, audience: audience, clock: clock) }
            ?? Sealer(topic: topic, audience: audience, clock: clock)
        let device = try request["device"].flatMap { try ring([$0], .device).primary.devicePublicKey }
        let shared = try request["shared"].flatMap { try ring([$0], .shared).primary.sharedKey }
        let expiresIn = Duration.seconds(request.int("expiresAt") - now)
        let sequence = request["sequence"]?.numberValue.flatMap { UInt64($0.text) }
        let padding: Padding = request.int("padding") == 0 ? .maximum : .block(request.int("padding"))
        let content = request.object("payload")
        if request.contains("purpose") {
            let options = EnvelopeOptions(expiresIn: expiresIn, sequence: sequence, padding: padding, suite: suite)
            let purpose = Purpose(rawValue: request.text("purpose"))
            let envelope =
                if let shared {
                    try sealer.sealEnvelope(of: content, with: shared, purpose: purpose, options: options)
                } else if let device {
                    try sealer.sealEnvelope(of: content, to: device, purpose: purpose, options: options)
                } else { exit(76) }
            return ["envelope": .string(envelope)]
        }
        let options = SealOptions(
            visible: (request["visible"]?.arrayValue ?? []).compactMap {
                PayloadPath(names: ($0.arrayValue ?? []).compactMap { $0.stringValue.map { UTF8Text($0) } })
            }, expiresIn: expiresIn, sequence: sequence, padding: padding, envelopeKey: request.text("envelopeKey"),
            pushType: PushType(rawValue: request.text("pushType")), suite: suite,
            isBroadcast: request["broadcast"] == true,
            // The check for leaks is not part of the format.
            allowedInClear: content.map { PayloadPath(names: $0.name.string) })
        let placeholder = Placeholder(alert: request.object("placeholder"))
        let payload = Payload(content)
        let push =
            if let shared {
                try sealer.seal(payload, with: shared, placeholder: placeholder, options: options)
            } else if let device {
                try sealer.seal(payload, to: device, placeholder: placeholder, options: options)
            } else { exit(76) }
        return [
            "body": .string(String(decoding: push.body, as: UTF8.self)),
            "bytesLeft": .number(JSONNumber(push.bytesLeft)),
        ]
    }

    // MARK: - Opening

    private mutating func opened(_ request: JSONObject) throws -> JSONObject {
        let keys = try OpeningKeys(
            device: rings(request["device"], .device), provider: rings(request["provider"], .provider),
            shared: rings(request["shared"], .shared))
        var policy = Opener.Policy()
        policy.acceptsUnauthenticatedSender = request["acceptsUnauthenticated"] == true
        if request.contains("envelopeKey") { policy.envelopeKey = request.text("envelopeKey") }
        var store: ReplayMemory?
        if let number = request["replayStore"]?.numberValue?.int {
            store = stores[number] ?? ReplayMemory()
            stores[number] = store
        }
        let opener = try Opener(
            keys: keys, topic: request.text("topic"), audience: request.text("audience"), policy: policy,
            clock: .fixed(Date(timeIntervalSince1970: Double(request.int("now")))), replayStore: store)
        let id = request["request"]?.stringValue
        let content =
            if request.contains("purpose") {
                try opener.open(
                    envelope: request.text("envelope"), purpose: Purpose(rawValue: request.text("purpose")), request: id
                ).content
            } else {
                try opener.open(
                    Array(Self.decode(request.text("body"))), pushType: PushType(rawValue: request.text("pushType")),
                    request: id
                ).payload.root
            }
        return ["payload": .string(String(decoding: content.serialized(), as: UTF8.self))]
    }

    private static func decode(_ text: String) -> Data {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = base64 + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: padded) else { exit(71) }
        return bytes
    }

    // MARK: - Keys

    private func rings(_ set: JSONValue?, _ role: KeyRole) throws -> Keyring? {
        try set.map { try ring($0.objectValue?["keys"]?.arrayValue ?? [], role) }
    }

    private func ring(_ keys: [JSONValue], _ role: KeyRole) throws -> Keyring {
        if keys.isEmpty { return .forPublicKeys(name: UTF8Text(role.rawValue), role: role) }
        let set: JSONObject = ["keys": .array(keys)]
        return try Keyring(KeyringText(copying: set.serialized().span), name: UTF8Text(role.rawValue))
    }
}

extension JSONObject {
    fileprivate func text(_ name: String) -> String {
        guard let text = self[name]?.stringValue else { exit(72) }
        return text
    }

    fileprivate func int(_ name: String) -> Int {
        guard let number = self[name]?.numberValue?.int else { exit(73) }
        return number
    }

    fileprivate func object(_ name: String) -> JSONObject {
        let limits = JSONLimits(maximumByteCount: 16 << 20)
        guard let object = try? JSONValue(parsing: Array(text(name).utf8), limits: limits).objectValue else { exit(74) }
        return object
    }
}
