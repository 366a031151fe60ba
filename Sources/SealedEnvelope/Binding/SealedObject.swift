package import PushPayload
package import StrictJSON

/// An object of a push with sealed content, which contains the envelope (wire format §4).
package struct SealedObject: Sendable {
    /// The path of the object; nil for the root.
    package let path: PayloadPath?
    /// The purpose that its envelope is bound to.
    package let purpose: Purpose

    /// The state of a Live Activity.
    package static let contentState = SealedObject(
        path: PayloadPath("aps", "content-state"), purpose: .contentState)
    /// The attributes of a Live Activity start.
    package static let attributes = SealedObject(path: PayloadPath("aps", "attributes"), purpose: .attributes)

    /// Returns the root object of a push that is sealed as a whole.
    package static func root(of pushType: PushType) -> SealedObject {
        SealedObject(path: nil, purpose: Purpose(rawValue: pushType.rawValue))
    }

    /// Returns the deepest nesting of a content with this purpose, which counts as 1.
    ///
    /// The content is put back to its path, and the payload nests at most 512 deep: 510 for the objects of a Live Activity.
    package static func maximumDepth(for purpose: Purpose) -> Int {
        let object = [contentState, attributes].first { $0.purpose == purpose }  // bytes: Purpose does
        return JSONLimits.deepest - (object?.path?.names.count ?? 0)
    }

    /// Returns the object in a payload; nil where there is none.
    package func content(in payload: JSONObject) -> JSONObject? {
        guard let path else { return payload }
        return payload[path]?.objectValue
    }

    /// Replaces the object in a payload.
    package func replace(in payload: inout JSONObject, with object: JSONObject) {
        if let path { payload[path] = .object(object) } else { payload = object }
    }
}
