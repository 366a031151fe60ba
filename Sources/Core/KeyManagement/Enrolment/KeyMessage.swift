import CryptoPrimitives
public import StrictJSON

/// A message between a device and its provider: one JSON object of at most 4096 bytes, whose member `sealedpush` is its kind.
public protocol KeyMessage: Sendable, Codable {
    /// The kind with its version, such as `offer-v2`.
    static var kind: String { get }

    /// Takes the members of a message of this kind; those that this version does not know are ignored.
    ///
    /// - Throws: ``KeyError`` with `malformed` and the codes of wrong keys.
    init(members: JSONObject) throws(KeyError)

    /// The members beside the kind.
    var members: JSONObject { get }
}

extension KeyMessage {
    /// Reads a message of at most 4096 bytes.
    ///
    /// - Throws: ``KeyError`` with `malformed`, also for another kind, `truncated`, `duplicate`, `tooLarge`, and the codes of wrong keys.
    public init(parsing bytes: [UInt8]) throws(KeyError) {
        let limits = JSONLimits(maximumByteCount: 4096, maximumDepth: 8)
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes, limits: limits)
        } catch {
            throw KeyError(error, in: "the message", expecting: "a JSON object of the kind \(Self.kind)")
        }
        try self.init(object: value.objectValue ?? JSONObject())
    }

    /// Reads the message as a part of another value; an error of the message itself is a ``KeyError``.
    public init(from decoder: any Decoder) throws {
        try self.init(object: JSONObject(from: decoder, depth: 2))
    }

    /// Writes the same JSON object as ``serialized()``.
    public func encode(to encoder: any Encoder) throws {
        try object.encode(to: encoder)
    }

    /// The message as text, on one line.
    public func serialized() -> [UInt8] { object.serialized() }

    private init(object: JSONObject) throws(KeyError) {
        try object.requireNoSecret("the message")
        guard object["sealedpush"] == .string(Self.kind) else {
            // Another text may be anything, so only a kind is named.
            let kinds = [KeyOffer.kind, KeyChallenge.kind, KeyAnswer.kind, KeyConfirmation.kind, KeyReport.kind]
            let found = kinds.first { object["sealedpush"] == .string($0) }.map { ", but of the kind \($0)" } ?? ""
            throw KeyError(.malformed, "the message is not a JSON object of the kind \(Self.kind)\(found)")
        }
        try self.init(members: object)
    }

    private var object: JSONObject {
        var object: JSONObject = ["sealedpush": .string(Self.kind)]
        for member in members { object[member.name.string] = member.value }
        return object
    }
}

extension JSONObject {
    func bytes(_ name: String, count: Int) throws(KeyError) -> [UInt8] {
        guard let text = self[name]?.stringValue, let bytes = Base64URL.decode(ContiguousArray(text.utf8).span),
            bytes.count == count
        else {
            throw KeyError(.malformed, "member \"\(name)\" of the message is not \(count) bytes in base64url")
        }
        return bytes
    }

    /// The bytes in a member, or nil without that member.
    func optionalBytes(_ name: String, count: Int) throws(KeyError) -> [UInt8]? {
        contains(name) ? try bytes(name, count: count) : nil
    }

    /// The whole number of 16 bits in a member, without fraction or exponent.
    func wholeNumber(_ name: String) throws(KeyError) -> UInt16 {
        guard let number = self[name]?.numberValue, let value = UInt16(number.text), String(value) == number.text else {
            throw KeyError(.malformed, "member \"\(name)\" of the message is not a whole number of 16 bits")
        }
        return value
    }

    /// Refuses a message with a member that only its sender may have.
    func requireNoSecret(_ what: String) throws(KeyError) {
        try check(
            !["d", "k", "chain"].contains(where: contains), .malformed,
            "\(what) holds a secret, which has leaked by that")
    }

    func thumbprint(_ name: String) throws(KeyError) -> Thumbprint {
        Thumbprint(bytes: try bytes(name, count: SHA256.digestByteCount))
    }

    /// The thumbprint in a member, or nil without that member.
    func optionalThumbprint(_ name: String) throws(KeyError) -> Thumbprint? {
        contains(name) ? try thumbprint(name) : nil
    }
}

extension JSONValue {
    static func base64URL(_ bytes: [UInt8]) -> JSONValue {
        .string(Base64URL.string(encoding: bytes.slice.span))
    }
}

// MARK: - Codable

private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension JSONObject {
    /// Reads an object of texts, numbers of 32 bits and such objects, the values that messages have.
    ///
    /// Other values are null, which no member may be.
    fileprivate init(from decoder: any Decoder, depth: Int) throws {
        let container = try decoder.container(keyedBy: Name.self)
        self.init()
        for name in container.allKeys {
            if let text = try? container.decode(String.self, forKey: name) {
                self[name.stringValue] = .string(text)
            } else if let number = try? container.decode(UInt32.self, forKey: name) {
                self[name.stringValue] = .number(JSONNumber(number))
            } else if depth > 1,
                let object = try? JSONObject(from: container.superDecoder(forKey: name), depth: depth - 1)
            {
                self[name.stringValue] = .object(object)
            } else {
                self[name.stringValue] = .null
            }
        }
    }

    /// Writes a message.
    fileprivate func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for member in self {
            let name = Name(stringValue: member.name.string)
            switch member.value {
            case .string(let text): try container.encode(text, forKey: name)
            case .number(let number): try container.encode(number.int, forKey: name)
            case .object(let object): try object.encode(to: container.superEncoder(forKey: name))
            default: break
            }
        }
    }
}
