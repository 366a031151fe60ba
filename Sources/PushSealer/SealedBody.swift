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
        visible.count + comma.count + Self.quotationMark.count + envelopeKey.utf8.count + Self.colon.count
            + Self.quotationMark.count
    }

    /// The text with an envelope.
    func bytes(around envelope: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(byteCount + Base64URL.encodedCount(of: envelope.count))
        bytes += visible[..<(visible.count - Self.brace.count)]
        bytes += comma
        bytes += Self.quotationMark
        bytes += envelopeKey.utf8
        bytes += Self.colon
        Base64URL.encode(envelope.span, appendingTo: &bytes)
        bytes += Self.quotationMark
        bytes += Self.brace
        return bytes
    }

    /// What stands between the visible members and the envelope key: nothing, where two braces are all.
    private var comma: [UInt8] { visible.count > 2 ? Self.comma : [] }

    private static let comma = Array(",".utf8)
    private static let quotationMark = Array("\"".utf8)
    private static let colon = Array("\":\"".utf8)
    private static let brace = Array("}".utf8)
}
