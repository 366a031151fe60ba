import KeyManagement
import PushOpener
import PushSealer
import SealedEnvelope
import StrictJSON

/// A decrypted message, parsed by the wire format (§3) independently of the reader under test.
struct SealedMessage {
    /// The size with padding, in bytes.
    let byteCount: Int
    let fields: Fields
    /// The text of the content.
    let content: [UInt8]

    /// The fields before the content.
    struct Fields: Equatable {
        var issuedAt: UInt32
        var expiresAt: UInt32?
        var sequence: UInt64?

        /// The size of the flags and of the fields that are present, in bytes.
        var byteCount: Int { 5 + (expiresAt == nil ? 0 : 4) + (sequence == nil ? 0 : 8) }
    }

    /// The size of the message up to and including the byte 0x80.
    var unpaddedByteCount: Int { fields.byteCount + content.count + 1 }

    /// Decrypts an envelope with the keys of both halves.
    ///
    /// - Throws: A verdict if it cannot be decrypted, or is not a message.
    init(in envelope: [UInt8], purpose: Purpose, sealedBy input: SealingInput) throws(LawOutcome.Verdict) {
        guard let parsed = try? Envelope(bytes: envelope),
            let binding = Binding(topic: input.topic, audience: input.audience, purpose: purpose)
        else { throw .broken("the envelope of \(purpose.rawValue) is malformed") }
        let recipients = (parsed.suite == .shared ? input.keys.shared : input.keys.device)?.keys ?? []
        let senders = input.keys.provider?.keys ?? []
        guard
            let bytes = parsed.message(
                for: recipients.filter { $0.id.rawValue == parsed.recipient },
                from: senders.filter { $0.id.rawValue == parsed.sender }, binding: binding)
        else { throw .broken("the envelope of \(purpose.rawValue) does not open with this package's reader") }
        try self.init(parsing: bytes)
    }

    /// Parses the bytes of a message.
    init(parsing bytes: [UInt8]) throws(LawOutcome.Verdict) {
        var rest = bytes[...]
        func number(_ byteCount: Int) throws(LawOutcome.Verdict) -> UInt64 {
            guard rest.count >= byteCount else { throw .broken("the message is shorter than its fields") }
            defer { rest = rest.dropFirst(byteCount) }
            return rest.prefix(byteCount).reduce(0) { $0 << 8 | UInt64($1) }
        }
        let flags = try number(1)
        guard flags < 4 else { throw .broken("the message has flags \(flags), which version 1 does not have") }
        fields = Fields(
            issuedAt: UInt32(try number(4)), expiresAt: flags & 1 == 0 ? nil : UInt32(try number(4)),
            sequence: flags & 2 == 0 ? nil : try number(8))
        while rest.last == 0 { rest.removeLast() }
        guard rest.popLast() == 0x80 else { throw .broken("the message does not end with padding") }
        content = Array(rest)
        byteCount = bytes.count
    }
}

/// A body that a sealer made, parsed independently of the reader under test.
struct SealedBody {
    struct Part {
        let object: SealedObject
        /// The envelope's text.
        let text: String
        let envelope: [UInt8]
        let message: SealedMessage
    }

    /// The envelopes; of a Live Activity, the content state's first.
    let parts: [Part]
    /// The body without its envelopes.
    let visible: JSONObject
    /// The length of the body with `""` for each envelope, V of the wire format (§6).
    let visibleByteCount: Int

    init(_ body: [UInt8], sealedBy input: SealingInput) throws(LawOutcome.Verdict) {
        guard var visible = try? JSONValue(parsing: body).objectValue else { throw .broken("the body is not JSON") }
        let pushType = input.options.pushType ?? .alert
        var objects: [SealedObject] = [.root(of: pushType)]
        if pushType == .liveactivity {
            objects = [.contentState] + (visible[at: "aps.attributes"] == nil ? [] : [.attributes])
        }
        var parts: [Part] = []
        for object in objects {
            guard let text = object.content(in: visible)?[input.options.envelopeKey]?.stringValue,
                let envelope = Base64Text.decode(text)
            else { throw .broken("the body has no envelope for \(object.purpose.rawValue)") }
            let message = try SealedMessage(in: envelope, purpose: object.purpose, sealedBy: input)
            parts.append(Part(object: object, text: text, envelope: envelope, message: message))
            visible = object.setting(input.options.envelopeKey, in: visible, to: nil)
        }
        self.parts = parts
        self.visible = visible
        visibleByteCount = body.count - parts.reduce(0) { $0 + $1.text.utf8.count }
    }
}
