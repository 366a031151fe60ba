import SodiumCrypto
package import StrictJSON

/// The digest of the payload that travels in the clear (wire format §6).
package enum VisibleDigest {
    /// Returns BLAKE2b-128 of the canonical form of `visible`.
    ///
    /// - Throws: ``InexactNumber`` when it holds a number that JSON libraries on the way could change unseen.
    package static func digest(of visible: JSONObject) throws(InexactNumber) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        try append(.object(visible), to: &bytes)
        return BLAKE2b.digest(of: bytes.span)
    }

    /// Returns the canonical form itself.
    package static func canonicalForm(of value: JSONValue) throws(InexactNumber) -> [UInt8] {
        var bytes: [UInt8] = []
        try append(value, to: &bytes)
        return bytes
    }

    private static func append(_ value: JSONValue, to bytes: inout [UInt8]) throws(InexactNumber) {
        switch value {
        case .null:
            bytes.append(UInt8(ascii: "n"))
        case .bool(let flag):
            bytes.append(UInt8(ascii: flag ? "t" : "f"))
        case .number(let number):
            guard let value = number.exactBinary64 else { throw InexactNumber(number: number) }
            bytes.append(UInt8(ascii: "d"))
            bytes.appendBigEndian((value == 0 ? 0 : value).bitPattern)
        case .string(let text):
            bytes.append(UInt8(ascii: "s"))
            append(text, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "a"))
            bytes.appendBigEndian(UInt32(truncatingIfNeeded: elements.count))
            let elements = elements.span
            for index in elements.indices { try append(elements[index], to: &bytes) }
        case .object(let object):
            bytes.append(UInt8(ascii: "o"))
            bytes.appendBigEndian(UInt32(truncatingIfNeeded: object.count))
            let sorted = sorted(object.members)
            let members = sorted.span
            for index in members.indices {
                append(members[index].name, to: &bytes)
                try append(members[index].value, to: &bytes)
            }
        }
    }

    /// The members in the order of their names' bytes, in which most stand already.
    private static func sorted(_ members: [JSONObject.Member]) -> [JSONObject.Member] {
        func precedes(_ left: JSONObject.Member, _ right: JSONObject.Member) -> Bool {
            left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
        let span = members.span
        for index in span.indices.dropFirst() where !precedes(span[index - 1], span[index]) {
            return members.sorted(by: precedes)
        }
        return members
    }

    @_effects(releasenone)
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: text.utf8.count))
        unsafe text.withBytes { unsafe bytes.append(contentsOf: $0) }
    }
}

/// A number in the clear of which a JSON library on the way would keep only an approximation.
package struct InexactNumber: Error, Sendable {
    /// The number as written.
    package let number: JSONNumber
}
