import ExtensionHost
import Foundation
import StrictJSON

/// The encoding of property list values for the channel between host and extension: JSON, with values that JSON lacks
/// under the key `$`.
extension PropertyListValue {
    private static let tag = "$"

    /// The value as JSON.
    ///
    /// A value made from Foundation's objects is decoded without change.
    var wire: JSONValue {
        switch self {
        case .bool, .number, .string, .null: reported
        case .notFinite(let number): [Self.tag: ["notFinite", .string(number.description)]]
        case .date(let date):
            [Self.tag: ["date", .string(String(date.timeIntervalSinceReferenceDate.bitPattern, radix: 16))]]
        case .data(let data): [Self.tag: ["data", .string(data.base64EncodedString())]]
        case .array(let elements): .array(elements.map(\.wire))
        case .dictionary(let members):
            if members.contains(where: { $0.key == Self.tag }) {
                [Self.tag: ["dictionary", .object(JSONObject(members.map { ($0.key, $0.value.wire) }))]]
            } else {
                .object(JSONObject(members.map { ($0.key, $0.value.wire) }))
            }
        }
    }

    /// Parses the output of `wire`; nil for anything else.
    init?(wire: JSONValue) {
        switch wire {
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .null: self = .null
        case .array(let elements):
            let values = elements.compactMap(Self.init(wire:))
            guard values.count == elements.count else { return nil }
            self = .array(values)
        case .object(let object):
            guard let tagged = object[Self.tag] else {
                self.init(members: object)
                return
            }
            guard object.count == 1, let pair = tagged.arrayValue, pair.count == 2 else { return nil }
            self.init(kind: pair[0].stringValue, value: pair[1])
        }
    }

    private init?(members object: JSONObject) {
        let members = object.members.compactMap { member in Self(wire: member.value).map { (member.name, $0) } }
        guard members.count == object.count else { return nil }
        self = .dictionary(members)
    }

    private init?(kind: String?, value: JSONValue) {
        switch (kind, value) {
        case ("notFinite", .string(let text)):
            guard let number = Double(text), !number.isFinite else { return nil }
            self = .notFinite(number)
        case ("date", .string(let text)):
            guard let bits = UInt64(text, radix: 16) else { return nil }
            self = .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
        case ("data", .string(let text)):
            guard let data = Data(base64Encoded: text) else { return nil }
            self = .data(data)
        case ("dictionary", .object(let object)): self.init(members: object)
        default: return nil
        }
    }
}
