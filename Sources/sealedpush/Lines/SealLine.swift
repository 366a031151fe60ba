import ArgumentParser
import KeyManagement
import PushPayload
import PushSealer
import StrictJSON

/// A parsed line of `seal --lines`.
struct SealLine {
    let payload: Payload
    let recipient: SealSettings.Recipient
    /// The settings of the line; nil if the line changes none.
    let settings: SealSettings?

    /// Parses the members.
    ///
    /// Every member except `id`, `to` and `payload` is an option with its command-line name; null counts as absent.
    ///
    /// - Throws: ``Failure`` with the code `badLine`, or ``KeyError`` or ``PayloadError`` for keys and key paths.
    init(_ line: JSONObject, defaults: SealSettings) throws {
        var settings: SealSettings?
        var payload: JSONObject?
        var recipient: SealSettings.Recipient?
        for member in line where !member.value.isNull {
            switch member.name {
            case "id": break
            case "payload":
                guard let object = member.value.objectValue else { throw Self.wrong(member, expected: "an object") }
                payload = object
            case "to", "shared":
                guard recipient == nil else { throw Failure.badLine("to and shared exclude each other") }
                recipient = try Self.recipient(member)
            default:
                if settings == nil { settings = defaults }
                try settings?.set(member)
            }
        }
        guard let payload else { throw Failure.badLine("expected a member payload") }
        guard let recipient = recipient ?? defaults.recipient else {
            throw Failure.badLine("expected a recipient: to, a keyring's name or a JWK, or shared")
        }
        if case .shared = recipient, let sender = line["from"], !sender.isNull {
            throw Failure.badLine("from and shared exclude each other")
        }
        if case .shared = recipient, (settings?.provider ?? defaults.provider) != nil {
            if settings == nil { settings = defaults }
            settings?.provider = nil
        }
        self.payload = Payload(payload)
        self.recipient = recipient
        self.settings = settings
    }

    private static func recipient(_ member: JSONObject.Member) throws -> SealSettings.Recipient {
        switch (member.name, member.value) {
        case ("to", .string): .device(try keyring(member))
        case ("to", .object(let jwk)): .key(try DevicePublicKey(jwk: jwk))
        case ("to", _): throw wrong(member, expected: "a keyring's name or a JWK")
        default: .shared(try keyring(member))
        }
    }

    /// Returns the name of a keyring in the folder; a line cannot name a file elsewhere.
    fileprivate static func keyring(_ member: JSONObject.Member) throws(Failure) -> String {
        guard let name = member.value.stringValue, !name.utf8.contains(UInt8(ascii: "/")) else {
            throw wrong(member, expected: "the name of a keyring in the folder")
        }
        return name
    }

    fileprivate static func wrong(_ member: JSONObject.Member, expected: String) -> Failure {
        Failure.badLine("member \(member.name): expected \(expected)")
    }
}

extension Failure {
    /// Creates the failure for an invalid line of `seal --lines`.
    static func badLine(_ reason: String) -> Failure { Failure("badLine", reason) }
}

extension SealSettings {
    /// Sets an option from a member of a line.
    fileprivate mutating func set(_ member: JSONObject.Member) throws {
        switch member.name {
        case "from": provider = try SealLine.keyring(member)
        case "topic": topic = try text(member)
        case "audience": audience = try text(member)
        case "placeholder-title": placeholderTitle = try text(member)
        case "placeholder-body": placeholderBody = try text(member)
        case "visible": options.visible = try paths(member)
        case "allow-in-clear": options.allowedInClear = try paths(member)
        case "expires-in": options.expiresIn = try number(member)
        case "sequence": options.sequence = try number(member)
        case "envelope-key": options.envelopeKey = try text(member)
        case "collapse-id": options.collapseID = try text(member)
        case "apns-id": options.id = try text(member)
        case "suite": options.suite = try argument(member, ArgumentValues.suite)
        case "push-type": options.pushType = try argument(member, ArgumentValues.pushType)
        case "pad":
            let text = member.value.numberValue?.text ?? member.value.stringValue ?? ""
            options.padding = try checked(member) { try ArgumentValues.padding(text) }
        case "broadcast":
            guard let flag = member.value.boolValue else { throw SealLine.wrong(member, expected: "true or false") }
            options.isBroadcast = flag
        case "priority":
            guard let priority = member.value.numberValue?.int.flatMap(Priority.init(rawValue:)) else {
                throw SealLine.wrong(member, expected: "10, 5 or 1")
            }
            options.priority = priority
        default:
            throw Failure.badLine("unknown member \(member.name)")
        }
    }

    private func text(_ member: JSONObject.Member) throws(Failure) -> String {
        guard let text = member.value.stringValue else { throw SealLine.wrong(member, expected: "a string") }
        return text
    }

    private func number<Number: FixedWidthInteger>(_ member: JSONObject.Member) throws(Failure) -> Number {
        guard let number = (member.value.numberValue?.text).flatMap({ Number($0) }) else {
            throw SealLine.wrong(member, expected: "a whole number from 0 to \(Number.max)")
        }
        return number
    }

    private func paths(_ member: JSONObject.Member) throws -> [PayloadPath] {
        let expected = "an array of key paths"
        guard let values = member.value.arrayValue else { throw SealLine.wrong(member, expected: expected) }
        return try values.map { value in
            guard let text = value.stringValue else { throw SealLine.wrong(member, expected: expected) }
            return try PayloadPath(parsing: text)
        }
    }

    private func argument<Value>(_ member: JSONObject.Member, _ read: (String) throws -> Value) throws -> Value {
        let text = try text(member)
        return try checked(member) { try read(text) }
    }

    /// Converts a validation error of an argument to a failure of the member.
    private func checked<Value>(_ member: JSONObject.Member, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch let error as ValidationError {
            throw Failure.badLine("member \(member.name): \(error.message)")
        }
    }
}
