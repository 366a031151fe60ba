/// The space that a body of limited size has for envelopes (wire format §6).
package enum Capacity {
    /// Returns the maximum size of a message in bytes, padding included; negative if not even an empty message fits.
    ///
    /// `characterCount` is the number of characters available for the envelope's text.
    package static func messageByteCount(in characterCount: Int, suite: SealingSuite) -> Int {
        guard characterCount > 0 else { return characterCount - suite.overhead }
        // Four characters carry three bytes; the product with 3 could overflow.
        return characterCount / 4 * 3 + characterCount % 4 * 3 / 4 - suite.overhead
    }

    /// Returns the number of characters of the envelope that carries a message of `byteCount` bytes.
    package static func characterCount(ofMessage byteCount: Int, suite: SealingSuite) -> Int {
        EnvelopeText.characterCount(of: byteCount + suite.overhead)
    }
}
