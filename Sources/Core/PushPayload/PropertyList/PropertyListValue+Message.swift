import Foundation
package import StrictJSON

/// The encoding of property list values in messages: JSON, with the values that JSON lacks as strings that begin with
/// `$` and a letter. A string that begins with `$` gets a `$s` before it.
extension PropertyListValue {
    /// The value as JSON, of the same depth; made from Foundation's objects, it is decoded without change.
    package var message: JSONValue {
        json { value in
            switch value {
            case .string(let text) where text.utf8.first == UInt8(ascii: "$"): .string("$s" + text)
            case .notFinite(let number): .string("$n" + number.description)
            case .date(let date): .string("$t" + String(date.timeIntervalSinceReferenceDate.bitPattern, radix: 16))
            case .data(let data): .string("$d" + data.base64EncodedString())
            case .bool, .number, .string, .null, .array, .dictionary: nil
            }
        }
    }

    /// Parses the output of `message`; nil for anything else.
    package init?(message: JSONValue) {
        switch message {
        case .bool(let value): self = .bool(value)
        case .number(let number): self = .number(number)
        case .null: self = .null
        case .string(let text):
            let isTagged = text.utf8.first == UInt8(ascii: "$")
            self.init(
                tag: isTagged ? text.unicodeScalars.dropFirst().first : "s",
                String(text.unicodeScalars.dropFirst(isTagged ? 2 : 0)))
        case .array(let elements):
            let values = elements.compactMap(Self.init(message:))
            guard values.count == elements.count else { return nil }
            self = .array(values)
        case .object(let object):
            let members = object.members.compactMap { member in
                Self(message: member.value).map { (member.name.string, $0) }
            }
            guard members.count == object.count else { return nil }
            self = .dictionary(members)
        }
    }

    private init?(tag: Unicode.Scalar?, _ text: String) {
        switch tag {
        case "s": self = .string(text)
        case "n":
            guard let number = Double(text), !number.isFinite else { return nil }
            self = .notFinite(number)
        case "t":
            guard let bits = UInt64(text, radix: 16) else { return nil }
            self = .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
        case "d":
            guard let data = Data(base64Encoded: text) else { return nil }
            self = .data(data)
        default: return nil
        }
    }
}
