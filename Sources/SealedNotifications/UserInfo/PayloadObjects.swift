import Foundation
package import PushPayload
package import StrictJSON
import Synchronization
package import UserNotifications

/// A payload that a content has as `userInfo`, and Foundation's objects for it once somebody has asked for them.
///
/// Whoever has the content may share this: what the objects hold of JSON nobody can change.
package final class PayloadObjects: DeferredUserInfo {
    /// Unchecked because of `Any`: the objects are those that `foundationDictionary` makes, strings, numbers, nulls and
    /// Swift's containers of them, none of which can be changed by one who has another's copy.
    private struct Objects: @unchecked Sendable {
        let dictionary: [AnyHashable: Any]
    }

    /// The payload.
    package let root: JSONObject

    private let objects = Mutex<Objects?>(nil)

    /// Takes a payload of which Foundation's objects hold everything.
    init(_ root: JSONObject) {
        self.root = root
    }

    package var dictionary: [AnyHashable: Any] {
        objects.withLock { objects in
            if let objects { return objects }
            let made = Objects(dictionary: root.foundationDictionary)
            objects = made
            return made
        }.dictionary
    }
}

extension UserInfo {
    /// Takes a payload; one of which Foundation's objects would lose something is made into them at once, so that
    /// everybody sees what is left.
    package init(_ payload: Payload) {
        self =
            payload.root.isHeldByFoundation()
            ? .deferred(PayloadObjects(payload.root)) : .dictionary(payload.userInfo)
    }

    /// The payload that the host has set, unless somebody has set something else since.
    package var known: PayloadObjects? {
        switch self {
        case .deferred(let source): source as? PayloadObjects
        case .dictionary: nil
        }
    }

    /// Whether there is a member of this name.
    func contains(_ name: String) -> Bool {
        known?.root.contains(name) ?? (dictionary[name] != nil)
    }

    /// The payload.
    ///
    /// - Throws: `UserInfoError` if something holds what JSON does not.
    package func payload() throws -> Payload {
        try known.map { Payload($0.root) } ?? Payload(userInfo: dictionary)
    }
}

extension JSONObject {
    /// Whether reading Foundation's objects gives the same JSON, but for the order of members: every name stays one, every
    /// number has the spelling that it comes back with, and nothing nests too deep.
    fileprivate func isHeldByFoundation(at depth: Int = 0) -> Bool {
        // Names of ASCII alone are different for Swift's strings if their bytes are.
        let areNamesPlain = members.allSatisfy { $0.name.utf8.allSatisfy { $0 < 0x80 } }
        guard areNamesPlain || Set(members.map(\.name)).count == count else { return false }
        return members.allSatisfy { $0.value.isHeldByFoundation(at: depth + 1) }
    }
}

extension JSONValue {
    fileprivate func isHeldByFoundation(at depth: Int) -> Bool {
        guard depth <= JSONLimits.deepest else { return false }
        return switch self {
        case .null, .bool, .string: true
        case .number(let number): number.isHeldByFoundation
        case .array(let elements): elements.allSatisfy { $0.isHeldByFoundation(at: depth + 1) }
        case .object(let object): object.isHeldByFoundation(at: depth + 1)
        }
    }
}

extension JSONNumber {
    fileprivate var isHeldByFoundation: Bool {
        if let int = Int(text) { return int != 0 || text == "0" }
        if UInt64(text) != nil || isShortFraction { return true }
        guard case .number(let back)? = try? PropertyListValue(foundationNumber) else { return false }
        return back == self
    }

    /// Whether the number is a decimal fraction of at most 15 digits, of which no binary64 loses any, in the spelling that
    /// Swift gives it: without a zero at the end, and not so small that it has an exponent.
    private var isShortFraction: Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard digits.count <= 16, let point = digits.firstIndex(of: UInt8(ascii: ".")),
            digits.first != UInt8(ascii: "0") || digits[point...].dropFirst().first != UInt8(ascii: "0"),
            digits.last != UInt8(ascii: "0")
        else { return false }
        return digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    }
}
