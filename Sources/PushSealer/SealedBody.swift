import SodiumCrypto
import StrictJSON

/// The JSON text of a sealed push: the visible members, then the envelope key.
struct SealedBody {
    /// The text so far; complete once the envelope is in.
    private(set) var bytes: [UInt8]

    /// Writes everything up to the place of the envelope; the key needs no escapes.
    init(visible: JSONObject, envelopeKey: String) {
        var text = JSONText()
        visible.write(to: &text)
        text.removeAll(from: text.byteCount - 1)
        if !visible.isEmpty { text.append(UInt8(ascii: ",")) }
        text.append(quoted: envelopeKey)
        text.append(plain: ":\"")
        bytes = text.bytes
    }

    /// The size in bytes, with an empty envelope while none is in.
    var byteCount: Int { bytes.count + Self.end.count }

    /// Writes the envelope and the end.
    mutating func insert(_ envelope: [UInt8]) {
        bytes.reserveCapacity(byteCount + Base64URL.encodedCount(of: envelope.count))
        Base64URL.encode(envelope.span, appendingTo: &bytes)
        bytes += Self.end
    }

    private static let end = Array("\"}".utf8)
}
