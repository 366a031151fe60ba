package import KeyManagement
package import StrictJSON

/// The app and the account that envelopes are bound to, checked once (wire format §2).
package struct Context: Sendable {
    /// The maximum size of a topic, audience or purpose, in bytes of UTF-8.
    package static let maximumByteCount = 65_535

    package let topic: UTF8Text
    package let audience: UTF8Text
    /// `text(topic) ‖ text(audience)`.
    fileprivate let texts: [UInt8]

    /// Creates a context; each text may be empty, and nil is returned for one of more than 65,535 bytes of UTF-8.
    package init?(topic: String, audience: String) {
        var texts: [UInt8] = []
        texts.reserveCapacity(4 + topic.utf8.count + audience.utf8.count)
        guard texts.append(text: topic), texts.append(text: audience) else { return nil }
        (self.topic, self.audience, self.texts) = (UTF8Text(topic), UTF8Text(audience), texts)
    }
}

/// The values that an envelope is bound to in addition to its header (wire format §2); none of them is transmitted.
package struct Binding: Sendable {
    private let texts: [UInt8]

    /// Creates a binding; nil for a purpose of more than 65,535 bytes of UTF-8.
    package init?(_ context: Context, purpose: Purpose) {
        var texts: [UInt8] = []
        texts.reserveCapacity(context.texts.count + 2 + purpose.rawValue.utf8.count)
        texts.append(contentsOf: context.texts)
        guard texts.append(text: purpose.rawValue) else { return nil }
        self.texts = texts
    }

    /// Returns `"sealedpush-v1" ‖ header ‖ text(topic) ‖ text(audience) ‖ text(purpose)`.
    package func bytes(header: some Collection<UInt8>) -> [UInt8] {
        var bytes = Array("sealedpush-v1".utf8)
        bytes.reserveCapacity(bytes.count + header.count + texts.count)
        bytes.append(contentsOf: header)
        bytes.append(contentsOf: texts)
        return bytes
    }
}

extension [UInt8] {
    /// Appends a text behind its size in two bytes; false for one of more than 65,535 bytes.
    fileprivate mutating func append(text: String) -> Bool {
        guard let byteCount = UInt16(exactly: text.utf8.count) else { return false }
        append(bigEndian: byteCount)
        append(contentsOf: text.utf8)
        return true
    }
}
