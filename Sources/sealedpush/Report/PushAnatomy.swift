import PushPayload
import SealedEnvelope
import StrictJSON

/// A push as an intermediary sees it: its visible part, its envelopes, and the sizes of its parts.
struct PushAnatomy {
    struct Holder {
        let member: PayloadPath
        /// The envelope, unless it is malformed.
        var envelope: Envelope?
        /// The reason why the member is not an envelope.
        var problem: String?

        init(_ value: JSONValue, at member: PayloadPath) {
            self.member = member
            guard let text = value.stringValue else {
                problem = "expected a string, found \(value.kind)"
                return
            }
            do throws(EnvelopeError) {
                envelope = try Envelope(text: text)
            } catch {
                switch error {
                case .notBase64URL: problem = "it is not unpadded base64url"
                case .tooShort(let byteCount, let minimum):
                    problem = "expected at least \(minimum) bytes for its suite, found \(byteCount)"
                case .unknownSuite(let number): problem = "suite \(number) is not known"
                }
            }
        }
    }

    let root: JSONObject
    let holders: [Holder]
    let pushType: PushType?
    /// The sizes of the parts; their sum is the size of the body.
    let parts: [(name: String, byteCount: Int)]
    let byteCount: Int
    /// The maximum size that APNs accepts, in bytes; that of most push types if the type is unknown.
    let limit: Int

    var envelopes: [Envelope] { holders.compactMap(\.envelope) }

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

    private static func parts(
        of root: JSONObject, byteCount: Int, holders: [Holder]
    ) -> [(name: String, byteCount: Int)] {
        let found = holders.filter { $0.envelope != nil }
        let envelopes = holders.compactMap(\.envelope)
        func size(_ member: JSONObject.Member) -> Int {
            JSONValue.string(member.name).serialized().count + 1 + member.value.serialized().count
        }
        func sum(_ count: (Envelope) -> Int) -> Int { envelopes.reduce(0) { $0 + count($1) } }
        // The text of an envelope is counted separately from the member that contains it.
        let inside = found.allSatisfy { $0.member.names.count > 1 } ? sum(\.characterCount) : 0
        let aps = root.members.first { $0.name.hasSameBytes(as: "aps") }.map(size) ?? 0
        let others = root.members.filter { member in
            !member.name.hasSameBytes(as: "aps") && !found.contains { $0.member == PayloadPath(member.name) }
        }
        var parts = [("visible aps", aps - inside), ("other visible members", others.reduce(0) { $0 + size($1) })]
        if let first = envelopes.first {
            let tag = 16
            func start(_ envelope: Envelope) -> Int { envelope.suite == .shared ? 24 : 32 }
            parts += [
                ("envelope header", sum(\.header.count)),
                (first.suite == .shared ? "nonce" : "encapsulated key", sum(start)),
                ("ciphertext", sum { $0.sealedPart.count - start($0) - tag }),
                ("authentication tag", tag * envelopes.count),
                ("base64 expansion", sum { $0.characterCount - $0.bytes.count }),
            ]
        }
        return parts + [("JSON punctuation", byteCount - parts.reduce(0) { $0 + $1.1 })]
    }
}

extension Envelope {
    var messageByteCount: Int { bytes.count - suite.overhead }
    /// The size of the text, unpadded base64url.
    var characterCount: Int { (bytes.count * 4 + 2) / 3 }
}
