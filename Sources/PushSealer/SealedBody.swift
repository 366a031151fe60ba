import SodiumCrypto

/// The JSON text of a sealed push: the visible members, then the envelope key with the envelope.
struct SealedBody {
    /// The visible members' JSON.
    private let visible: [UInt8]
    private let envelopeKey: String

    /// Takes the visible part's JSON, and a key that needs no escapes.
    init(visible: [UInt8], envelopeKey: String) {
        self.visible = visible
        self.envelopeKey = envelopeKey
    }

    /// The size in bytes with an empty envelope.
    var byteCount: Int {
        visible.count + (needsComma ? 1 : 0) + Self.quotationMarks + envelopeKey.utf8.count + Self.colon
    }

    /// The text with an envelope.
    func bytes(around envelope: Span<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + Base64URL.encodedCount(of: envelope.count))
        bytes += visible[..<(visible.count - 1)]
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes += envelopeKey.utf8
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        bytes.append(UInt8(ascii: "\""))
        Base64URL.encode(envelope, appendingTo: &bytes)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    /// Whether there are visible members before the envelope key, and not two braces alone.
    private var needsComma: Bool { visible.count > 2 }

    private static let quotationMarks = 4
    private static let colon = 1
}
