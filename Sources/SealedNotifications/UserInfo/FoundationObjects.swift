package import Foundation
package import StrictJSON

extension JSONValue {
    /// The Foundation object for this value, as `JSONSerialization` on Linux chooses it.
    ///
    /// Booleans and numbers are `NSNumber`s, so that `as? Bool`, `as? Int` and `as? Double` work as on a phone.
    package var foundationObject: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): NSNumber(value: value)
        case .number(let number): number.foundationNumber
        case .string(let text): text
        case .array(let elements): elements.map(\.foundationObject)
        case .object(let object): object.foundationDictionary
        }
    }
}

extension JSONObject {
    /// The members as a dictionary.
    ///
    /// Of two names that are equal as Swift strings ("é" in its two encodings), the later one stays.
    package var foundationDictionary: [String: Any] {
        var dictionary: [String: Any] = [:]
        for member in members {
            dictionary[member.name] = member.value.foundationObject
        }
        return dictionary
    }
}

extension JSONNumber {
    /// The number as `NSNumber`, exact for 64-bit integers, binary64 and up to 38 decimal digits, otherwise the nearest
    /// binary64.
    ///
    /// A value beyond its range becomes an infinity, which JSON cannot represent.
    package var foundationNumber: NSNumber {
        if let int { return NSNumber(value: int) }
        if let large = UInt64(text) { return NSNumber(value: large) }
        let nearest = double ?? (text.hasPrefix("-") ? -.infinity : .infinity)
        if let written = JSONNumber(nearest), written.decimal == decimal { return NSNumber(value: nearest) }
        return exactDecimal ?? NSNumber(value: nearest)
    }

    /// The number as a decimal of at most 38 digits, or nil if that would change its value.
    private var exactDecimal: NSDecimalNumber? {
        let decimal = decimal
        guard decimal.digits.utf8.count <= 38, (-120...80).contains(decimal.exponent) else { return nil }
        let number = NSDecimalNumber(string: text)
        guard JSONNumber(text: number.description)?.decimal == decimal else { return nil }
        return number
    }
}
