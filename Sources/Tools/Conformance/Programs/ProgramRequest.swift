#if canImport(ExtensionHost)
import CryptoPrimitives
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import SealedEnvelope
import StrictJSON

extension SealingInput {
    /// The request to seal a payload's text, with the keys of the suite.
    func request(sealing payload: String) throws -> JSONObject {
        var request = try common(content: payload)
        request["pushType"] = .string((options.pushType ?? .alert).rawValue)
        request["envelopeKey"] = .string(options.envelopeKey)
        request["visible"] = .array(options.visible.map { .array($0.names.map { .string($0.string) }) })
        request["placeholder"] = .text(.object(placeholder.alert))
        request["broadcast"] = .bool(options.isBroadcast)
        return request
    }

    /// The request to seal an envelope on its own.
    func request(sealingEnvelopeOf content: JSONObject, purpose: String) throws -> JSONObject {
        var request = try common(content: String(decoding: content.serialized(), as: UTF8.self))
        request["purpose"] = .string(purpose)
        return request
    }

    private func common(content: String) throws -> JSONObject {
        let suite = options.suite ?? .hpkeAuth
        let padding =
            switch options.padding {
            case .none: 1
            case .block(let size): size
            case .maximum: 0
            }
        var request: JSONObject = [
            "suite": .number(JSONNumber(suite.rawValue)), "topic": .string(topic), "audience": .string(audience),
            "now": .number(JSONNumber(now.unixTime)), "padding": .number(JSONNumber(padding)),
            "payload": .string(content),
            "expiresAt": .number(
                JSONNumber(UInt64(now.unixTime) + UInt64((options.expiresIn ?? .days(7)).wholeSeconds))),
        ]
        request["sequence"] = options.sequence.map { .number(JSONNumber($0)) }
        if suite == .shared {
            request["shared"] = try keys.shared?.primaryJWK()
        } else {
            // A registration: the public half, with the chain of an enrolled key.
            request["device"] = try keys.device?.registered().primaryJWK()
        }
        if suite.authenticatesSender { request["provider"] = try keys.provider?.primaryJWK() }
        return request
    }
}

extension OpeningInput {
    /// The request to open a body.
    func request(opening body: [UInt8], stores: inout ReplayStoreNumbers) throws -> JSONObject {
        var request = try common(&stores)
        request["body"] = .string(EnvelopeText.encode(body))
        request["pushType"] = .string(pushType.rawValue)
        request["envelopeKey"] = .string(policy.envelopeKey)
        return request
    }

    /// The request to open an envelope on its own.
    func request(
        openingEnvelope envelope: String, purpose: String, stores: inout ReplayStoreNumbers
    ) throws -> JSONObject {
        var request = try common(&stores)
        request["envelope"] = .string(envelope)
        request["purpose"] = .string(purpose)
        return request
    }

    private func common(_ stores: inout ReplayStoreNumbers) throws -> JSONObject {
        var common: JSONObject = [
            "topic": .string(topic), "audience": .string(audience), "now": .number(JSONNumber(now.unixSeconds)),
            "acceptsUnauthenticated": .bool(policy.acceptsUnauthenticatedSender),
        ]
        common["device"] = try keys.device?.jwkSet()
        common["provider"] = try keys.provider?.publicHalf().jwkSet()
        common["shared"] = try keys.shared?.jwkSet()
        if let replayStore { common["replayStore"] = .number(JSONNumber(try stores.number(of: replayStore))) }
        common["request"] = request.map(JSONValue.string)
        return common
    }
}

extension Keyring {
    /// The JWK Set of the keyring, with the secrets that it holds.
    fileprivate func jwkSet() throws -> JSONValue {
        let limits = JSONLimits(maximumByteCount: KeySetReader.maximumByteCount)
        return try KeySetWriter.write(self).withBytes { try JSONValue(parsing: $0, limits: limits) }
    }

    /// The JWK of the primary key.
    fileprivate func primaryJWK() throws -> JSONValue? {
        let set = try Keyring(name: name, role: role, keys: [primary]).jwkSet()
        return set.objectValue?["keys"]?.arrayValue?.first
    }
}

extension JSONValue {
    /// A string with the text of a value, in which every number keeps its spelling.
    fileprivate static func text(_ value: JSONValue) -> JSONValue {
        .string(String(decoding: value.serialized(), as: UTF8.self))
    }
}
#endif
