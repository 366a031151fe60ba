package import KeyManagement
package import PushPayload
package import StrictJSON

/// An object of a push with sealed content, which contains the envelope (wire format §4).
package struct SealedObject: Sendable {
    /// The path of the object; nil for the root.
    package let path: PayloadPath?
    package let purpose: Purpose

    package static let contentState = SealedObject(path: "aps.content-state", purpose: .contentState)
    package static let attributes = SealedObject(path: "aps.attributes", purpose: .attributes)

    /// Returns the root object of a push that is sealed as a whole.
    package static func root(of pushType: PushType) -> SealedObject {
        SealedObject(path: nil, purpose: Purpose(rawValue: pushType.rawValue))
    }

    /// Returns the deepest nesting of a content with this purpose, itself counting as 1.
    ///
    /// A device puts the content back to its path, and a payload nests at most 512 deep.
    package static func maximumDepth(for purpose: Purpose) -> Int {
        let object = [contentState, attributes].first { $0.purpose == purpose }
        return JSONLimits.deepest - (object?.path?.names.count ?? 0)
    }

    /// Returns the object in a payload; nil where there is none.
    package func content(in payload: JSONObject) -> JSONObject? {
        guard let path else { return payload }
        return payload[at: path]?.objectValue
    }

    /// Puts the text of an envelope into the object of a payload.
    package func setEnvelope(_ text: String, named name: String, in payload: inout JSONObject) {
        guard path != nil else { return payload[name] = .string(text) }
        guard var object = content(in: payload) else { return }
        object[name] = .string(text)
        replace(in: &payload, with: object)
    }

    package func replace(in payload: inout JSONObject, with object: JSONObject) {
        if let path { payload[at: path] = .object(object) } else { payload = object }
    }
}
