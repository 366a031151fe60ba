import KeyManagement
import PushOpener
import PushPayload
import SealedEnvelope
import StrictJSON

/// The laws of what an envelope is bound to: keys, topic, audience and purpose.
extension LawCheck {
    func wrongKeyRefused() async throws {
        let other = otherKeys[keyPath: recipient]
        let withOther: Change = { $0.keys[keyPath: recipient] = other }
        try await expectRefusal([.unknownKey], "with another key", withOther)
        let readdressed = Self.envelope(envelope, naming: try other?.primary.id, at: 1)
        try await expectRefusal(
            [.cannotOpen], of: body(carrying: readdressed), "with another key, readdressed to it", withOther)
        try await expectRefusal([.unknownKey], "without the key") { $0.keys[keyPath: recipient] = nil }
    }

    func wrongSenderRefused() async throws {
        guard suite.authenticatesSender else { throw Verdict.doesNotApply("suite \(suite.name) has no sender's key") }
        let other = otherKeys.provider
        try await expectRefusal([.unknownSender], "with another provider pinned") { $0.keys.provider = other }
        try await expectRefusal([.unknownSender], "without a provider pinned") { $0.keys.provider = nil }
        let forged = try await seal { $0.keys.provider = other }.body
        try await expectRefusal([.unknownSender], of: forged, "sealed by another provider")
        let envelope = try JSONValue(parsing: forged).objectValue.flatMap {
            sealedObject.envelope(in: $0, named: envelopeKey)
        }
        let renamed = Self.envelope(envelope ?? [], naming: try keys.provider?.primary.id, at: 5)
        try await expectRefusal(
            [.cannotOpen], of: body(carrying: renamed), "sealed by another provider in the pinned one's name")
    }

    func wrongTopicRefused() async throws {
        let topic = sealing.topic
        var others = [topic + "x", topic + ".voip", topic + "\0"]
        if !topic.isEmpty { others += ["", String(topic.dropLast()), topic.uppercased()].filter { $0 != topic } }
        for other in others {
            try await expectRefusal([.cannotOpen], "under another topic") { $0.topic = other }
        }
        guard let last = topic.last else { return }
        try await expectRefusal([.cannotOpen], "with the border moved") { input in
            input.topic = String(topic.dropLast())
            input.audience = String(last) + input.audience
        }
    }

    func wrongAudienceRefused() async throws {
        let audience = sealing.audience
        for other in [audience + "x", audience + " ", audience.isEmpty ? "account 2" : ""] {
            try await expectRefusal([.cannotOpen], "for another audience") { $0.audience = other }
        }
    }

    func wrongPurposeRefused() async throws {
        let object: JSONObject = [envelopeKey: .string(EnvelopeText.encode(envelope))]
        // A shared key need not be for the other push types.
        let codes: [Refusal.Code] = suite == .shared ? [.cannotOpen, .unauthenticatedSender] : [.cannotOpen]
        for other in PushType.documented where other != pushType {
            var body = sealed.body
            if sealedObject.path != nil {
                // The envelope of a content state, as the root of another push.
                body = object.serialized()
            } else if other == .liveactivity {
                body = (["aps": ["event": "update", "content-state": .object(object)]] as JSONObject).serialized()
            }
            try await expectRefusal(codes, of: body, "as \(other.rawValue)") { $0.pushType = other }
        }
    }

    /// Returns the envelope with another key's id in its header.
    private static func envelope(_ envelope: [UInt8], naming id: KeyID?, at offset: Int) -> [UInt8] {
        guard let id, envelope.count >= offset + 4 else { return envelope }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: id.rawValue >> (24 - 8 * UInt32($0))) }
        return envelope[..<offset] + bytes + envelope[(offset + 4)...]
    }
}
