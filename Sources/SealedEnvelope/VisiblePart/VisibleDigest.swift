import SodiumCrypto
package import StrictJSON

/// The digest of the payload that travels in the clear (wire format §6).
package enum VisibleDigest {
    /// Returns BLAKE2b-128 of the canonical form of a payload, from which the member at one place, the envelope's, is taken
    /// off first.
    ///
    /// - Throws: ``InexactNumber`` when it holds a number that JSON libraries on the way could change unseen.
    package static func digest(of payload: JSONObject, without hidden: Int? = nil) throws(InexactNumber) -> [UInt8] {
        var form = JSONText(capacity: 256)
        try append(payload, without: hidden, to: &form)
        return form.withBytes { BLAKE2b.digest(of: $0) }
    }

    /// Returns the canonical form itself.
    package static func canonicalForm(of value: JSONValue) throws(InexactNumber) -> [UInt8] {
        var form = JSONText()
        try append(value, to: &form)
        return form.bytes
    }

    private static func append(_ value: JSONValue, to form: inout JSONText) throws(InexactNumber) {
        switch value {
        case .null:
            form.append(UInt8(ascii: "n"))
        case .bool(let flag):
            form.append(UInt8(ascii: flag ? "t" : "f"))
        case .number(let number):
            guard let value = number.exactBinary64 else { throw InexactNumber(number: number) }
            form.append(UInt8(ascii: "d"))
            form.append(bigEndian: (value == 0 ? 0 : value).bitPattern)
        case .string(let text):
            form.append(UInt8(ascii: "s"))
            append(text, to: &form)
        case .array(let elements):
            form.append(UInt8(ascii: "a"))
            form.append(bigEndian: UInt32(truncatingIfNeeded: elements.count))
            let elements = elements.span
            for index in elements.indices { try append(elements[index], to: &form) }
        case .object(let object):
            try append(object, to: &form)
        }
    }

    private static func append(
        _ object: JSONObject, without hidden: Int? = nil, to form: inout JSONText
    ) throws(InexactNumber) {
        form.append(UInt8(ascii: "o"))
        form.append(bigEndian: UInt32(truncatingIfNeeded: object.count - (hidden == nil ? 0 : 1)))
        var failure: InexactNumber?
        if let places = object.placesByName {
            for place in places where place != hidden { append(memberAt: place, of: object, to: &form, &failure) }
        } else {
            object.forEachPlace { place in
                if place != hidden { append(memberAt: place, of: object, to: &form, &failure) }
            }
        }
        if let failure { throw failure }
    }

    /// Appends a name and its value; says which number has no exact value, where that is the first.
    private static func append(
        memberAt place: Int, of object: JSONObject, to form: inout JSONText, _ failure: inout InexactNumber?
    ) {
        unsafe object.withName(at: place) { unsafe append($0, to: &form) }
        do throws(InexactNumber) {
            try append(valueAt: place, of: object, to: &form)
        } catch {
            failure = failure ?? error
        }
    }

    /// Appends a member's value; neither an object nor a string is made for it.
    private static func append(
        valueAt place: Int, of object: JSONObject, to form: inout JSONText
    ) throws(InexactNumber) {
        if let inner = object.object(at: place) { return try append(inner, to: &form) }
        let isString: Void? = object.withString(at: place) { text in
            form.append(UInt8(ascii: "s"))
            unsafe text.withUnsafeBytes { unsafe append($0, to: &form) }
        }
        if isString == nil { try append(object.value(at: place), to: &form) }
    }

    @_effects(releasenone)
    private static func append(_ text: String, to form: inout JSONText) {
        unsafe text.withBytes { unsafe append($0, to: &form) }
    }

    private static func append(_ text: UnsafeRawBufferPointer, to form: inout JSONText) {
        form.append(bigEndian: UInt32(truncatingIfNeeded: text.count))
        unsafe form.append(text)
    }
}

/// A number in the clear of which a JSON library on the way would keep only an approximation.
package struct InexactNumber: Error, Sendable {
    /// The number as written.
    package let number: JSONNumber
}
