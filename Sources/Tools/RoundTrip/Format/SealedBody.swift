import PushOpener
import PushPayload
import PushSealer
package import SealedEnvelope
package import StrictJSON

/// An envelope that a sealer made, decrypted with the keys of both halves by this package's reader.
package struct SealedPart {
    package let envelope: Envelope
    package let message: Message
    /// The size of the message with its padding, in bytes.
    package var messageByteCount: Int { envelope.bytes.count - envelope.suite.overhead }

    /// Decrypts the text of an envelope.
    ///
    /// - Throws: A verdict if it cannot be decrypted, or is not a message.
    package init(_ text: String, purpose: Purpose, sealedBy input: SealingInput) throws(LawOutcome.Verdict) {
        guard let envelope = try? Envelope(text: text),
            let context = Context(topic: input.topic, audience: input.audience),
            let binding = Binding(context, purpose: purpose)
        else { throw .broken("the envelope of \(purpose.rawValue) is malformed") }
        let recipients = (envelope.suite == .shared ? input.keys.shared : input.keys.device)?.keys ?? []
        let senders = input.keys.provider?.keys ?? []
        guard
            let bytes = envelope.decrypted(
                for: recipients.filter { $0.id.rawValue == envelope.recipient },
                from: senders.filter { $0.id.rawValue == envelope.sender }, binding: binding)?.message
        else { throw .broken("the envelope of \(purpose.rawValue) does not open with this package's reader") }
        guard let message = try? Message(decoding: bytes) else {
            throw .broken("the envelope of \(purpose.rawValue) holds no message of the wire format")
        }
        self.envelope = envelope
        self.message = message
    }
}

/// A body that a sealer made, with its envelopes decrypted.
package struct SealedBody {
    /// The envelopes; of a Live Activity, the content state's first.
    package let parts: [SealedPart]
    /// The body without its envelopes.
    package let visible: JSONObject
    /// The length of the body with `""` for each envelope, V of the wire format (§6).
    package let visibleByteCount: Int

    package init(_ body: [UInt8], sealedBy input: SealingInput) throws(LawOutcome.Verdict) {
        guard var visible = try? JSONValue(parsing: body).objectValue else { throw .broken("the body is not JSON") }
        let pushType = input.options.pushType ?? .alert
        var objects: [SealedObject] = [.root(of: pushType)]
        if pushType == .liveactivity {
            objects = [.contentState] + (visible[at: "aps.attributes"] == nil ? [] : [.attributes])
        }
        var parts: [SealedPart] = []
        var visibleByteCount = body.count
        for object in objects {
            guard let text = object.content(in: visible)?[input.options.envelopeKey]?.stringValue else {
                throw .broken("the body has no envelope for \(object.purpose.rawValue)")
            }
            parts.append(try SealedPart(text, purpose: object.purpose, sealedBy: input))
            visible = object.setting(input.options.envelopeKey, in: visible, to: nil)
            visibleByteCount -= text.utf8.count
        }
        self.parts = parts
        self.visible = visible
        self.visibleByteCount = visibleByteCount
    }
}
