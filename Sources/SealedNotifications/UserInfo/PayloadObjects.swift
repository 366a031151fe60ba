import Foundation
package import PushPayload
package import StrictJSON
import Synchronization
package import UserNotifications

/// A payload as a content's `userInfo`, with its Foundation objects, which are created on first use.
///
/// It is safe to share: the Foundation objects are immutable.
package final class PayloadObjects: DeferredUserInfo {
    /// Unchecked because of `Any`.
    ///
    /// `foundationDictionary` creates the objects: strings, numbers, nulls and Swift collections of them. A copy of
    /// these cannot change the original.
    private struct Objects: @unchecked Sendable {
        let dictionary: [AnyHashable: Any]
    }

    /// The payload.
    package let root: JSONObject

    private let objects = Mutex<Objects?>(nil)

    /// Takes a payload that Foundation's objects represent without loss.
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
    /// Takes a payload.
    ///
    /// If Foundation's objects lose a part of it, they are created at once, so that every reader sees the same values.
    package init(_ payload: Payload) {
        self =
            payload.root.isHeldByFoundation()
            ? .deferred(PayloadObjects(payload.root)) : .dictionary(payload.userInfo)
    }

    /// The payload that the host has set; nil if it was replaced.
    package var known: PayloadObjects? {
        switch self {
        case .deferred(let source): source as? PayloadObjects
        case .dictionary: nil
        }
    }

    /// Whether there is a member with this name.
    func contains(_ name: String) -> Bool {
        known?.root.contains(name) ?? (dictionary[name] != nil)
    }

    /// Returns the payload.
    ///
    /// - Throws: `UserInfoError` if a value cannot be represented in JSON.
    package func payload() throws -> Payload {
        try known.map { Payload($0.root) } ?? Payload(userInfo: dictionary)
    }
}

extension JSONObject {
    /// Whether Foundation's objects represent this JSON without loss except the order of members: names stay distinct,
    /// numbers keep their spelling, and the depth is within the limit.
    fileprivate func isHeldByFoundation(at depth: Int = 0) -> Bool {
        // ASCII names with different bytes are different Swift strings.
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

    /// Whether the number is a decimal fraction of at most 15 digits, which binary64 preserves, in Swift's own
    /// spelling: without a trailing zero, and not so small that it has an exponent.
    private var isShortFraction: Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard digits.count <= 16, let point = digits.firstIndex(of: UInt8(ascii: ".")),
            digits.first != UInt8(ascii: "0") || digits[point...].dropFirst().first != UInt8(ascii: "0"),
            digits.last != UInt8(ascii: "0")
        else { return false }
        return digits.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".") }
    }
}
