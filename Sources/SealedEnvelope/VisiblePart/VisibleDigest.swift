import SodiumCrypto
package import StrictJSON

/// The digest of the payload that travels in the clear (wire format §6).
package enum VisibleDigest {
    /// Returns BLAKE2b-128 of the canonical form of a payload, from which the member at one place, the envelope's, is taken
    /// off first.
    ///
    /// - Throws: ``InexactNumber`` when it holds a number that JSON libraries on the way could change unseen.
    package static func digest(of payload: JSONObject, without hidden: Int? = nil) throws(InexactNumber) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        try append(payload, without: hidden, to: &bytes)
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
            try append(object, to: &bytes)
        }
    }

    private static func append(
        _ object: JSONObject, without hidden: Int? = nil, to bytes: inout [UInt8]
    ) throws(InexactNumber) {
        bytes.append(UInt8(ascii: "o"))
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: object.count - (hidden == nil ? 0 : 1)))
        var failure: InexactNumber?
        if let places = object.placesByName {
            for place in places where place != hidden { append(memberAt: place, of: object, to: &bytes, &failure) }
        } else {
            object.forEachPlace { place in
                if place != hidden { append(memberAt: place, of: object, to: &bytes, &failure) }
            }
        }
        if let failure { throw failure }
    }

    /// Appends a name and its value; says which number has no exact value, where that is the first.
    private static func append(
        memberAt place: Int, of object: JSONObject, to bytes: inout [UInt8], _ failure: inout InexactNumber?
    ) {
        unsafe object.withName(at: place) { unsafe append($0, to: &bytes) }
        do throws(InexactNumber) {
            try append(valueAt: place, of: object, to: &bytes)
        } catch {
            failure = failure ?? error
        }
    }

    /// Appends a member's value; neither an object nor a string is made for it.
    private static func append(
        valueAt place: Int, of object: JSONObject, to bytes: inout [UInt8]
    ) throws(InexactNumber) {
        if let inner = object.object(at: place) { return try append(inner, to: &bytes) }
        let isString: Void? = object.withString(at: place) { text in
            bytes.append(UInt8(ascii: "s"))
            unsafe text.withUnsafeBytes { unsafe append($0, to: &bytes) }
        }
        if isString == nil { try append(object.value(at: place), to: &bytes) }
    }

    @_effects(releasenone)
    private static func append(_ text: String, to bytes: inout [UInt8]) {
        unsafe text.withBytes { unsafe append($0, to: &bytes) }
    }

    private static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: text.count))
        unsafe bytes.append(contentsOf: text)
    }
}

/// A number in the clear of which a JSON library on the way would keep only an approximation.
package struct InexactNumber: Error, Sendable {
    /// The number as written.
    package let number: JSONNumber
}
