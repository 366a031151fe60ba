import ArgumentParser
import PushPayload
import PushSealer
import StrictJSON

/// A parsed line of `seal --lines`: a payload and its settings.
struct SealLine {
    let payload: Payload
    let settings: SealSettings

    /// Every member except `id`, `to` and `payload` is an option with its command-line name; null counts as absent.
    init(_ line: JSONObject, defaults: SealSettings) throws {
        var settings = defaults
        var payload: Payload?
        var recipient: SealSettings.Recipient?
        for member in line where !member.value.isNull {
            switch member.name {
            case "id": break
            case "payload": payload = Payload(try member.expecting("an object", member.value.objectValue))
            case "to", "shared":
                guard recipient == nil else { throw Failure.badLine("to and shared exclude each other") }
                recipient = try Self.recipient(member)
            default: try settings.set(member)
            }
        }
        guard let payload else { throw Failure.badLine("expected a member payload") }
        if let recipient { settings.recipient = recipient }
        if case .shared = settings.recipient {
            guard line["from"]?.isNull ?? true else { throw Failure.badLine("from and shared exclude each other") }
            settings.provider = nil
        }
        self.payload = payload
        self.settings = settings
    }

    private static func recipient(_ member: JSONObject.Member) throws -> SealSettings.Recipient {
        switch (member.name, member.value) {
        case ("to", .string): .device(UTF8Text(try member.text))
        case ("to", .object(let jwk)): .key(try DevicePublicKey(jwk: jwk))
        case ("to", _): throw member.failure("a keyring's name or a JWK")
        default: .shared(UTF8Text(try member.text))
        }
    }
}

extension Failure {
    static func badLine(_ reason: String) -> Failure { Failure("badLine", reason) }
}

extension SealSettings {
    fileprivate mutating func set(_ member: JSONObject.Member) throws {
        switch member.name {
        case "from": provider = UTF8Text(try member.text)
        case "topic": topic = try member.text
        case "audience": audience = try member.text
        case "placeholder-title", "placeholder-body", "placeholder-title-loc-key", "placeholder-loc-key":
            placeholder[String(member.name.string.dropFirst("placeholder-".count))] = .string(try member.text)
        case "visible": options.visible = try member.paths
        case "allow-in-clear": options.allowedInClear = try member.paths
        case "expires-in":
            options.expiresIn = .seconds(Int64(try member.number() as UInt32))
            isExpiryStated = true
        case "sequence": options.sequence = try member.number()
        case "envelope-key": options.envelopeKey = try member.text
        case "collapse-id": options.collapseID = try member.text
        case "apns-id": options.id = try member.text
        case "suite": options.suite = try member.argument(member.text, ArgumentValues.suite)
        case "push-type": options.pushType = try member.argument(member.text, ArgumentValues.pushType)
        case "pad":
            let text = member.value.numberValue?.text ?? member.value.stringValue ?? ""
            options.padding = try member.argument(text, ArgumentValues.padding)
        case "broadcast": options.isBroadcast = try member.expecting("true or false", member.value.boolValue)
        case "priority":
            options.priority = try member.expecting(
                "10, 5 or 1", member.value.numberValue?.int.flatMap(Priority.init(rawValue:)))
        default: throw Failure.badLine("unknown member \(member.name)")
        }
    }
}

extension JSONObject.Member {
    fileprivate func failure(_ expected: String) -> Failure {
        Failure.badLine("member \(name): expected \(expected)")
    }

    fileprivate func expecting<Value>(_ expected: String, _ value: Value?) throws(Failure) -> Value {
        guard let value else { throw failure(expected) }
        return value
    }

    fileprivate var text: String {
        get throws(Failure) { try expecting("a string", value.stringValue) }
    }

    fileprivate var paths: [PayloadPath] {
        get throws {
            let expected = "an array of key paths"
            return try expecting(expected, value.arrayValue).map { path in
                try PayloadPath(parsing: expecting(expected, path.stringValue))
            }
        }
    }

    fileprivate func number<Number: FixedWidthInteger>() throws(Failure) -> Number {
        try expecting("a whole number from 0 to \(Number.max)", (value.numberValue?.text).flatMap { Number($0) })
    }

    /// Parses the value of an option, with its message for an invalid one.
    fileprivate func argument<Value>(_ text: String, _ parse: (String) throws -> Value) throws -> Value {
        do {
            return try parse(text)
        } catch let error as ValidationError {
            throw Failure.badLine("member \(name): \(error.message)")
        }
    }
}
