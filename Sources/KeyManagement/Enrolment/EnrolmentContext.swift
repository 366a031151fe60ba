/// The binding of an enrolment: the same topic and audience that pushes to the device will be sealed for.
///
/// Both halves use the same; an answer given for one app or account is worth nothing to another.
public struct EnrolmentContext: Sendable, Hashable {
    /// The app's bundle id, at most 65,535 bytes of UTF-8.
    let topic: String
    /// The account or installation by whatever name both halves know it, at most 65,535 bytes of UTF-8.
    let audience: String

    /// Makes a context; either part may be empty.
    public init(topic: String = "", audience: String = "") {
        self.topic = topic
        self.audience = audience
    }

    /// `"sealedpush-enrolment-v1" ‖ u16(len) ‖ topic ‖ u16(len) ‖ audience`, the `info` of the challenge's HPKE.
    ///
    /// - Throws: ``KeyError`` with `malformed` for a part that is too long.
    func info() throws(KeyError) -> [UInt8] {
        var bytes = Array("sealedpush-enrolment-v1".utf8)
        for part in [topic, audience] {
            guard let count = UInt16(exactly: part.utf8.count) else {
                throw KeyError(.malformed, "a topic or an audience has at most 65535 bytes")
            }
            bytes += [UInt8(count >> 8), UInt8(count & 0xFF)]
            bytes += part.utf8
        }
        return bytes
    }
}
