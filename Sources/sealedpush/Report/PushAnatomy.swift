import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON

/// A push as everyone on the way sees it: what it says in the clear, its envelope, and where its bytes go.
struct PushAnatomy {
    /// Bytes of one kind.
    struct Part {
        let name: String
        let byteCount: Int
    }

    /// The payload.
    let root: JSONObject
    /// The member that the envelope is looked for under.
    let envelopeKey: String
    /// The envelope, if there is one.
    let envelope: Envelope?
    /// Why the member of the envelope's name is no envelope, if it is none.
    let envelopeProblem: String?
    /// The kind of push, if it was said or the content tells.
    let pushType: PushType?
    /// Where the bytes go; the sum is the body's size.
    let parts: [Part]
    /// The body's size in bytes.
    let byteCount: Int

    /// Takes a push apart.
    ///
    /// - Throws: ``Failure`` for what is no payload.
    init(_ input: Input, envelopeKey: String, pushType: PushType?) throws(Failure) {
        let payload = try input.payload()
        let text = payload[envelopeKey]?.stringValue
        (envelope, envelopeProblem) = Self.envelope(payload[envelopeKey])
        self.envelopeKey = envelopeKey
        self.pushType = pushType ?? PushType.derived(from: payload)
        root = payload.root
        byteCount = input.bytes.count
        parts = Self.parts(
            of: MemberSizes(input.bytes), byteCount: byteCount, envelopeKey: envelopeKey, envelope: envelope,
            characterCount: text?.utf8.count ?? 0)
    }

    /// The most bytes that APNs takes, for the push type or, where it is not known, for most.
    var limit: Int { (pushType ?? .alert).maximumByteCount }

    private static func envelope(_ value: JSONValue?) -> (Envelope?, problem: String?) {
        guard let value else { return (nil, nil) }
        guard let text = value.stringValue else { return (nil, "it is no string, but a \(value.kind)") }
        do throws(EnvelopeError) {
            return (try Envelope(text: text), nil)
        } catch {
            switch error {
            case .notBase64URL: return (nil, "it is not unpadded base64url")
            case .tooShort(let byteCount, let minimum):
                return (nil, "it has \(byteCount) bytes, and its suite at least \(minimum)")
            case .unknownSuite(let number): return (nil, "its suite, \(number), is not known")
            }
        }
    }

    private static func parts(
        of members: MemberSizes,
        byteCount: Int,
        envelopeKey: String,
        envelope: Envelope?,
        characterCount: Int
    ) -> [Part] {
        var parts = [Part(name: "visible aps", byteCount: members.size(of: "aps"))]
        let others = members.sizes.filter { $0.name != "aps" && (envelope == nil || $0.name != envelopeKey) }
        parts.append(Part(name: "other visible members", byteCount: others.reduce(0) { $0 + $1.byteCount }))
        if let envelope {
            let suite = envelope.suite
            let start = suite == .shared ? 24 : 32
            let tag = 16
            parts += [
                Part(name: "envelope header", byteCount: suite.headerByteCount),
                Part(name: envelope.suite == .shared ? "nonce" : "encapsulated key", byteCount: start),
                Part(
                    name: "ciphertext", byteCount: envelope.bytes.count - suite.headerByteCount - start - tag),
                Part(name: "authentication tag", byteCount: tag),
                Part(name: "base64 expansion", byteCount: characterCount - envelope.bytes.count),
            ]
        }
        let counted = parts.reduce(0) { $0 + $1.byteCount }
        parts.append(Part(name: "JSON punctuation", byteCount: byteCount - counted))
        return parts
    }
}

extension Envelope {
    /// The bytes that were encrypted, with their padding; of a sealed box without the digest that binds it.
    var messageByteCount: Int { bytes.count - suite.overhead }
}
