import StrictJSON

/// The binding of an enrolment: the same topic and audience that pushes to the device will be sealed for.
///
/// Both halves use the same; an answer given for one app or account is worth nothing to another.
public struct EnrolmentContext: Sendable, Hashable {
    let topic: UTF8Text
    /// Nil in a registry for the id of each registration.
    let audience: UTF8Text?

    /// Makes a context of the app's bundle id and the account or installation by a name that both halves know; either may be
    /// empty, and has at most 65,535 bytes of UTF-8.
    ///
    /// A ``DeviceRegistry`` without an audience takes the id of the registration.
    public init(topic: String = "", audience: String? = nil) {
        self.topic = UTF8Text(topic)
        self.audience = audience.map { UTF8Text($0) }
    }

    /// `"sealedpush-enrolment-v2" ‖ u16(len) ‖ topic ‖ u16(len) ‖ audience`, the `info` of the challenge's HPKE.
    func info() throws(KeyError) -> [UInt8] {
        var bytes = Array("sealedpush-enrolment-v2".utf8)
        for part in [topic, audience ?? ""] {
            guard let count = UInt16(exactly: part.string.utf8.count) else {
                throw KeyError(.malformed, "a topic or an audience has at most 65535 bytes")
            }
            bytes += [UInt8(count >> 8), UInt8(count & 0xFF)]
            bytes += part.string.utf8
        }
        return bytes
    }
}
