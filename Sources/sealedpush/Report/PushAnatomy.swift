import KeyManagement
import PushPayload
import SealedEnvelope
import StrictJSON

/// A push as an intermediary sees it: its visible part, its envelopes, and the sizes of its parts.
struct PushAnatomy {
    /// A group of bytes in the body, with its size.
    struct Part {
        let name: String
        let byteCount: Int
    }

    /// A member with the envelope's name.
    struct Holder {
        /// The path of the member, such as `aps.content-state.sealed`.
        let member: PayloadPath
        /// The envelope, unless it is malformed.
        let envelope: Envelope?
        /// The reason why the member is not an envelope.
        let problem: String?
        /// The number of characters of its text.
        let characterCount: Int
    }

    /// The payload.
    let root: JSONObject
    /// The members with the envelope's name; a Live Activity may have two.
    let holders: [Holder]
    /// The push type, if it is given or the payload determines it.
    let pushType: PushType?
    /// The sizes of the parts; their sum is the size of the body.
    let parts: [Part]
    /// The body's size in bytes.
    let byteCount: Int
    /// The maximum size that APNs accepts, in bytes; that of most push types if the type is unknown.
    let limit: Int

    /// The well-formed envelopes.
    var envelopes: [Envelope] { holders.compactMap(\.envelope) }

    /// Analyses a push.
    ///
    /// - Throws: ``Failure`` if the input is not a payload.
    init(_ input: Input, envelopeKey: String, pushType: PushType?, isBroadcast: Bool) throws(Failure) {
        let payload = try input.payload()
        let pushType = pushType ?? PushType.derived(from: payload)
        let objects: [SealedObject] =
            pushType == .liveactivity ? [.contentState, .attributes] : [.root(of: pushType ?? .alert)]
        holders = objects.compactMap { object in
            object.content(in: payload.root)?[envelopeKey].map { value in
                Holder(value, at: PayloadPath((object.path?.names ?? []) + [envelopeKey]) ?? PayloadPath(envelopeKey))
            }
        }
        self.pushType = pushType
        root = payload.root
        byteCount = input.bytes.count
        limit = isBroadcast ? BroadcastHeaders.maximumByteCount : (pushType ?? .alert).maximumByteCount
        parts = Self.parts(of: payload.root, byteCount: byteCount, holders: holders)
    }

    private static func parts(of root: JSONObject, byteCount: Int, holders: [Holder]) -> [Part] {
        let envelopes = holders.compactMap { holder in holder.envelope.map { ($0, holder.characterCount) } }
        // The text of an envelope is counted separately from the member that contains it.
        func size(_ member: JSONObject.Member) -> Int {
            JSONValue.string(member.name).serialized().count + 1 + member.value.serialized().count
        }
        let found = holders.filter { $0.envelope != nil }
        let inside = found.filter { $0.member.names.count > 1 }.reduce(0) { $0 + $1.characterCount }
        let aps = root.members.first { $0.name.hasSameBytes(as: "aps") }.map(size) ?? 0
        let others = root.members.filter { member in
            !member.name.hasSameBytes(as: "aps") && !found.contains { $0.member == PayloadPath(member.name) }
        }
        var parts = [
            Part(name: "visible aps", byteCount: aps - inside),
            Part(name: "other visible members", byteCount: others.reduce(0) { $0 + size($1) }),
        ]
        func add(_ name: String, _ count: (Envelope, Int) -> Int) {
            parts.append(Part(name: name, byteCount: envelopes.reduce(0) { $0 + count($1.0, $1.1) }))
        }
        if let first = envelopes.first?.0 {
            let tag = 16
            func start(_ suite: SealingSuite) -> Int { suite == .shared ? 24 : 32 }
            add("envelope header") { envelope, _ in envelope.suite.headerByteCount }
            add(first.suite == .shared ? "nonce" : "encapsulated key") { envelope, _ in start(envelope.suite) }
            add("ciphertext") { envelope, _ in
                envelope.bytes.count - envelope.suite.headerByteCount - start(envelope.suite) - tag
            }
            add("authentication tag") { _, _ in tag }
            add("base64 expansion") { envelope, characterCount in characterCount - envelope.bytes.count }
        }
        let counted = parts.reduce(0) { $0 + $1.byteCount }
        parts.append(Part(name: "JSON punctuation", byteCount: byteCount - counted))
        return parts
    }
}

extension PushAnatomy.Holder {
    fileprivate init(_ value: JSONValue, at member: PayloadPath) {
        self.member = member
        characterCount = value.stringValue?.utf8.count ?? 0
        guard let text = value.stringValue else {
            (envelope, problem) = (nil, "expected a string, found \(value.kind)")
            return
        }
        do throws(EnvelopeError) {
            (envelope, problem) = (try Envelope(text: text), nil)
        } catch {
            envelope = nil
            switch error {
            case .notBase64URL: problem = "it is not unpadded base64url"
            case .tooShort(let byteCount, let minimum):
                problem = "expected at least \(minimum) bytes for its suite, found \(byteCount)"
            case .unknownSuite(let number): problem = "suite \(number) is not known"
            }
        }
    }
}

extension Envelope {
    /// The size of the message with its padding, in bytes.
    var messageByteCount: Int { bytes.count - suite.overhead }
}
