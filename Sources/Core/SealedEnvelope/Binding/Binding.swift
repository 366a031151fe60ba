import StrictJSON

/// The values that an envelope is bound to in addition to its header (wire format §2); none of them is transmitted.
package struct Binding: Sendable {
    /// The maximum size of a topic, audience or purpose, in bytes of UTF-8.
    package static let maximumByteCount = 65_535

    private let texts: [UInt8]

    /// Creates a binding; each text may be empty, and nil is returned for one of more than 65,535 bytes of UTF-8.
    package init?(topic: String, audience: String, purpose: Purpose) {
        var texts: [UInt8] = []
        texts.reserveCapacity(6 + topic.utf8.count + audience.utf8.count + purpose.rawValue.utf8.count)
        for text in [topic, audience, purpose.rawValue] {
            guard let byteCount = UInt16(exactly: text.utf8.count) else { return nil }
            texts.append(bigEndian: byteCount)
            texts.append(contentsOf: text.utf8)
        }
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
