import KeyManagement
import PushOpener
import SealedEnvelope
import StrictJSON

extension Law {
    /// Another key does not open the envelope.
    public static let wrongKeyRefused = Law(
        "wrongKeyRefused",
        "a device with another key refuses, also with that key's id in the envelope"
    ) { trial in
        let stranger = trial.suite == .shared ? trial.keys.strangers.shared : trial.keys.strangers.device
        func withStranger(_ task: inout OpeningTask) {
            if trial.suite == .shared { task.shared = stranger } else { task.device = stranger }
        }
        try await trial.expectRefusal([.unknownKey], "with another key", withStranger)
        let readdressed = trial.envelope(naming: try stranger.primary.id, at: 1)
        try await trial.expectRefusal(
            [.cannotOpen], of: trial.body(carrying: readdressed), "with another key, readdressed to it", withStranger)
        try await trial.expectRefusal([.unknownKey], "without the key") { task in
            if trial.suite == .shared { task.shared = nil } else { task.device = nil }
        }
        return 3
    }

    /// Another sender is not accepted as the provider.
    public static let wrongSenderRefused = Law(
        "wrongSenderRefused",
        "a push sealed by another provider is refused, also with the pinned provider's id in its envelope"
    ) { trial in
        guard trial.suite == .hpkeAuth, let provider = trial.keys.provider else {
            throw Inapplicable("suite \(trial.suite.name) has no sender's key")
        }
        try await trial.expectRefusal([.unknownSender], "with another provider pinned") { task in
            task.provider = trial.keys.strangers.provider
        }
        try await trial.expectRefusal([.unknownSender], "without a provider pinned") { task in
            task.provider = nil
        }
        let forged = try await trial.seal { task in task.provider = trial.keys.strangers.provider }
        let envelope = try trial.envelope(of: forged)
        try await trial.expectRefusal([.unknownSender], of: forged.body, "sealed by another provider")
        try await trial.expectRefusal(
            [.cannotOpen],
            of: trial.body(carrying: Trial.envelope(envelope, naming: try provider.primary.id, at: 5)),
            "sealed by another provider in the pinned one's name")
        return 4
    }

    /// An envelope for one app does not open in another.
    public static let wrongTopicRefused = Law(
        "wrongTopicRefused",
        "another topic is refused, also with the boundary between topic and audience moved"
    ) { trial in
        let topic = trial.sealing.topic
        var others = [topic + "x", topic + ".voip", topic + "\0"]
        if !topic.isEmpty { others += ["", String(topic.dropLast()), topic.uppercased()].filter { $0 != topic } }
        for other in others {
            try await trial.expectRefusal([.cannotOpen], "under another topic") { $0.topic = other }
        }
        guard let last = topic.last else { return others.count }
        try await trial.expectRefusal([.cannotOpen], "with the border moved") { task in
            task.topic = String(topic.dropLast())
            task.audience = String(last) + task.audience
        }
        return others.count + 1
    }

    /// An envelope for one account does not open under another.
    public static let wrongAudienceRefused = Law(
        "wrongAudienceRefused",
        "another audience is refused"
    ) { trial in
        let audience = trial.sealing.audience
        let others = [audience + "x", audience + " ", audience.isEmpty ? "account 2" : ""]
        for other in others {
            try await trial.expectRefusal([.cannotOpen], "for another audience") { $0.audience = other }
        }
        return others.count
    }

    /// An envelope for one purpose does not open for another.
    public static let wrongPurposeRefused = Law(
        "wrongPurposeRefused",
        "an envelope sealed for one push type is refused for every other"
    ) { trial in
        guard trial.sealedObject.path == nil else {
            // Presented as the root of every other push.
            let body: JSONObject = [trial.sealing.options.envelopeKey: .string(Base64URLText.encode(trial.envelope))]
            for other in PushType.documented where other != .liveactivity {
                try await trial.expectRefusal([.cannotOpen], of: body.serialized(), "as \(other.rawValue)") {
                    $0.pushType = other
                }
            }
            return PushType.documented.count - 1
        }
        let others = PushType.documented.filter { $0 != trial.pushType }
        for other in others {
            var body = trial.sealed.body
            if other == .liveactivity {
                let state: JSONObject = [
                    trial.sealing.options.envelopeKey: .string(Base64URLText.encode(trial.envelope))
                ]
                body = (["aps": ["event": "update", "content-state": .object(state)]] as JSONObject).serialized()
            }
            try await trial.expectRefusal([.cannotOpen], of: body, "as \(other.rawValue)") { $0.pushType = other }
        }
        return others.count
    }
}

extension Trial {
    /// The envelope with another key's id in its header.
    func envelope(naming id: KeyID, at offset: Int) -> [UInt8] {
        Self.envelope(envelope, naming: id, at: offset)
    }

    static func envelope(_ envelope: [UInt8], naming id: KeyID, at offset: Int) -> [UInt8] {
        var envelope = envelope
        for index in 0..<4 where offset + index < envelope.count {
            envelope[offset + index] = UInt8(truncatingIfNeeded: id.rawValue >> (24 - 8 * UInt32(index)))
        }
        return envelope
    }
}
