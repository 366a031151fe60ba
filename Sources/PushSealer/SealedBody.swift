import SodiumCrypto

/// The JSON text of a sealed push: the visible members, then the envelope key.
struct SealedBody {
    /// The text so far; complete once the envelope is in.
    private(set) var bytes: [UInt8]

    /// Writes everything up to the place of the envelope, from the visible part's JSON; the key needs no escapes.
    init(visible: [UInt8], envelopeKey: String) {
        bytes = []
        bytes.reserveCapacity(visible.count + envelopeKey.utf8.count + 5)
        bytes.append(contentsOf: visible.dropLast())
        // Two braces of nothing take no comma.
        if visible.count > 2 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: envelopeKey.utf8)
        bytes.append(contentsOf: "\":\"".utf8)
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
