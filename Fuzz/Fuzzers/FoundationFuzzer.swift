import Foundation
import StrictJSON

/// Compares StrictJSON with Foundation: Foundation accepts every text that StrictJSON accepts, with equal values.
///
/// Known differences, measured on Linux with Swift 6.3. Foundation accepts duplicate names and some texts that are not
/// JSON; StrictJSON refuses them, so they are not compared. Foundation detects UTF-16 and UTF-32 by zero bytes, compares
/// names by canonical equivalence, refuses numbers beyond binary64, and drops U+FEFF at the start of a string or name and
/// after an escape.
func fuzzFoundation(_ bytes: [UInt8]) throws(Violation) {
    guard let ours = try? JSONValue(parsing: bytes) else { return }
    guard let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
        try demand(ours.hasHugeNumber, "Foundation accepts what StrictJSON accepts")
        return
    }
    try compare(ours, theirs)
}

private func compare(_ ours: JSONValue, _ theirs: Any) throws(Violation) {
    switch ours {
    case .null: try demand(theirs is NSNull, "null is null")
    case .bool(let value):
        try demand((theirs as? NSNumber)?.boolValue == value, "a boolean has the same value")
    case .string(let text):
        guard let theirs = theirs as? String else { throw Violation(description: "a string is a string") }
        try demand(theirs.unmarked.utf8.elementsEqual(text.unmarked.utf8), "a string has the same bytes")
    case .number(let number):
        guard let theirs = (theirs as? NSNumber)?.doubleValue else {
            throw Violation(description: "a number is a number")
        }
        try demand(isNear(theirs, number), "a number has the same value: \(number.text), Foundation \(theirs)")
    case .array(let elements):
        let others = theirs as? [Any] ?? []
        try demand(others.count == elements.count, "an array has the same number of elements")
        for (element, other) in zip(elements, others) { try compare(element, other) }
    case .object(let object):
        guard let theirs = theirs as? [String: Any] else {
            throw Violation(description: "an object is an object")
        }
        guard Set(object.members.map(\.name.string.unmarked)).count == object.count else { return }
        try demand(theirs.count == object.count, "an object has the same number of members")
        let others = Dictionary(theirs.map { ($0.key.unmarked, $0.value) }) { first, _ in first }
        for member in object {
            guard let other = others[member.name.string.unmarked] else {
                throw Violation(description: "Foundation has every member")
            }
            try compare(member.value, other)
        }
    }
}

/// Returns whether two numbers are equal within Foundation's precision.
///
/// Integers up to 2^53 must be exact. Foundation keeps other numbers as decimals and returns `0.30000000000000004` as
/// `0.3000000000000001` (measured).
private func isNear(_ theirs: Double, _ number: JSONNumber) -> Bool {
    guard let ours = number.double else { return !theirs.isFinite }
    if let whole = Int(number.text), whole.magnitude <= 1 << 53 { return theirs == ours }
    return abs(theirs - ours) <= max(abs(ours) * 1e-14, .leastNormalMagnitude)
}

extension String {
    /// The text without byte order marks.
    fileprivate var unmarked: String {
        utf8.contains(0xEF) ? String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\u{FEFF}" })) : self
    }
}

extension JSONValue {
    /// Whether the value contains a number beyond binary64.
    fileprivate var hasHugeNumber: Bool {
        switch self {
        case .number(let number): number.double == nil
        case .array(let elements): elements.contains(where: \.hasHugeNumber)
        case .object(let object): object.members.contains(where: \.value.hasHugeNumber)
        case .null, .bool, .string: false
        }
    }
}
