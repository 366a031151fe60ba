#if Observability
import Foundation
import PushOpener
import PushSealer
import SealedPushObservability
import Testing

/// A call that the sealer refuses, with its code.
struct RefusedSeal: Sendable {
    let code: SealError.Code
    /// Seals with the parties' sealer, or with one of its own; the reports go to the same place.
    let seal: @Sendable (Parties, Reports) throws -> Void

    private init(
        _ code: SealError.Code,
        _ change: @escaping @Sendable (inout Payload, inout Placeholder, inout SealOptions) -> Void
    ) {
        self.init(code) { parties, reports in
            var (payload, placeholder, options) = (parties.payload, parties.placeholder, parties.options)
            change(&payload, &placeholder, &options)
            _ = try parties.observedSealer(reports).seal(
                payload, to: parties.phone, placeholder: placeholder, options: options)
        }
    }

    private init(_ code: SealError.Code, call: @escaping @Sendable (Parties, Reports) throws -> Void) {
        self.code = code
        seal = call
    }

    /// A call for each code but `cannotSeal`: public keys of low order, its cause, are refused before.
    static let all = [
        RefusedSeal(.invalidPayload) { payload, _, _ in payload["memberOfThePayload"] = .null },
        RefusedSeal(.invalidEnvelopeKey) { payload, _, options in
            payload["plantedmember"] = 1
            options.envelopeKey = "plantedmember"
            options.visible = [PayloadPath("plantedmember")]
        },
        RefusedSeal(.unknownPushType) { payload, _, _ in payload.root["aps"] = nil },
        RefusedSeal(.visibleCommands) { payload, _, options in
            payload["sealedpush"] = ["remove": ["threads": ["plantedmember"]]]
            options.visible = [PayloadPath("sealedpush")]
        },
        RefusedSeal(.emptyPlaceholder) { _, placeholder, _ in
            placeholder = Placeholder(alert: ["memberOfThePayload": 1])
        },
        RefusedSeal(.mustStayVisible) { payload, _, options in
            payload["domain"] = "plantedmember"
            options.pushType = .fileprovider
        },
        RefusedSeal(.suiteMismatch) { _, _, options in options.suite = .hpkeBase },
        RefusedSeal(.contextTooLong) { parties, reports in
            let purpose = String(repeating: "planted-purpose", count: 5_000)
            _ = try parties.observedSealer(reports).sealEnvelope(
                of: parties.payload.root, to: parties.phone, purpose: Purpose(rawValue: purpose))
        },
        RefusedSeal(.invalidHeaders) { _, _, options in
            options.collapseID = String(repeating: "planted-collapse-id", count: 4)
        },
        RefusedSeal(.invalidOverflow) { _, _, options in options.overflow = [.drop("aps.badge.plantedmember")] },
        RefusedSeal(.invalidPadding) { _, _, options in options.padding = .block(0) },
        RefusedSeal(.invalidExpiry) { _, _, options in options.expiresIn = .seconds(Int64.max) },
        RefusedSeal(.lifetimeTooLong) { parties, reports in
            try enrolled(parties, reports, lifetime: 1, options: EnvelopeOptions(expiresIn: .days(2)))
        },
        RefusedSeal(.clockBehind) { parties, reports in
            try enrolled(parties, reports, lifetime: 7, after: 3 * 86_400)
        },
        RefusedSeal(.tooLarge) { payload, _, _ in
            payload["memberOfThePayload"] = .string(String(repeating: "plantedmember", count: 500))
        },
        RefusedSeal(.leak) { payload, placeholder, _ in
            // The reason names the member.
            payload["memberOfThePayload"] = "payment-to-DE89370400440532013000"
            payload.aps.alert = Alert(title: "Jane Roe 0xC0FFEE")
            placeholder = Placeholder(title: "payment-to-DE89370400440532013000")
        },
        RefusedSeal(.noActiveKey) { directory in
            try directory.change("planted-keyring") { try $0.revoke($0.primary.thumbprint, at: Parties.now) }
        },
        RefusedSeal(.keyringUnavailable) { directory in try directory.remove("planted-keyring") },
    ]

    /// A seal to a device that was enrolled some seconds after the sealer's time.
    private static func enrolled(
        _ parties: Parties, _ reports: Reports, lifetime: Int, after seconds: Double = 0,
        options: EnvelopeOptions = EnvelopeOptions()
    ) throws {
        let device = try Keyring.enrolled(name: "planted-keyring", lifetime: lifetime, at: Parties.now + seconds)
        guard let key = try device.primary.devicePublicKey else { return }
        _ = try parties.observedSealer(reports).sealEnvelope(
            of: parties.payload.root, to: key, purpose: "planted-purpose", options: options)
    }

    /// A seal after a change of the provider's keyring in its folder.
    private init(_ code: SealError.Code, changing change: @escaping @Sendable (KeyDirectory) throws -> Void) {
        self.init(code) { parties, reports in
            try Parties.withKeyring(.provider) { directory, keyring in
                let sealer = try Sealer(
                    from: keyring, topic: parties.topic, audience: parties.audience, refresh: Parties.refresh,
                    clock: .fixed(Parties.now))
                let observed = sealer.observed(logger: reports.logger, metrics: reports.metrics)
                try change(directory)
                _ = try observed.seal(parties.payload, to: parties.phone, placeholder: parties.placeholder)
            }
        }
    }
}

/// A push that an opener refuses, with its code.
struct RefusedOpening {
    let code: Refusal.Code
    let opener: Opener
    let body: [UInt8]

    /// A push for each code.
    static func all(_ parties: Parties, _ push: SealedPush) throws -> [RefusedOpening] {
        let other = try Parties()
        var revoked = try parties.provider.publicHalf()
        try revoked.revoke(parties.provider.primary.thumbprint, at: Parties.now)
        var ended = parties.options
        ended.expiresIn = .seconds(1)
        let expiring = try parties.sealer(now: Parties.now - 1_000).seal(
            parties.payload, to: parties.phone, placeholder: parties.placeholder, options: ended)
        let anonymous = try Sealer(topic: parties.topic, audience: parties.audience).seal(
            parties.payload, to: parties.phone, placeholder: parties.placeholder)
        let memory = ReplayMemory()
        _ = try parties.opener(replayStore: memory).open(push.body, request: "another")
        return try [
            .init(code: .notSealed, opener: parties.opener(), body: parties.payload.root.serialized()),
            .init(code: .malformed, opener: parties.opener(), body: Array("Jane Roe 0xC0FFEE".utf8)),
            .init(code: .unknownSuite, opener: parties.opener(), body: Array(#"{"sealed":"CQAA"}"#.utf8)),
            .init(code: .unknownKey, opener: parties.opener(device: other.device), body: push.body),
            .init(
                code: .unknownSender, opener: parties.opener(provider: other.provider.publicHalf()), body: push.body),
            .init(code: .unauthenticatedSender, opener: parties.opener(), body: anonymous.body),
            .init(
                code: .suiteMismatch,
                opener: parties.opener(
                    device: Keyring(
                        name: "planted-keyring", role: .device,
                        keys: parties.device.keys.map {
                            Key(.device, $0.material, state: .active, created: Parties.now, enrolment: Enrolment())
                        })), body: push.body),
            .init(code: .revokedKey, opener: parties.opener(provider: revoked), body: push.body),
            .init(code: .cannotOpen, opener: parties.opener(topic: "planted-purpose"), body: push.body),
            .init(code: .notYetValid, opener: parties.opener(now: Parties.now - 1_000), body: push.body),
            .init(code: .expired, opener: parties.opener(), body: expiring.body),
            .init(code: .replayed, opener: parties.opener(replayStore: memory), body: push.body),
            .init(code: .keyringUnavailable, opener: withoutKeyring(parties), body: push.body),
            badMessage(),
        ]
    }

    /// An opener whose keyring was removed from its folder.
    private static func withoutKeyring(_ parties: Parties) throws -> Opener {
        try Parties.withKeyring(.device) { directory, keyring in
            let keys = try OpeningKeys(
                device: keyring, provider: parties.provider.publicHalf(), refresh: Parties.refresh)
            try directory.remove("planted-keyring")
            return try Opener(
                keys: keys, topic: parties.topic, audience: parties.audience, clock: .fixed(Parties.now))
        }
    }

    /// The published case whose sealed bytes are not a message; the keys are those of Fixtures/vectors/v1.json.
    private static func badMessage() throws -> RefusedOpening {
        let file = try KnownAnswers.read()
        let cases = file["refusals"]?.arrayValue?.compactMap(\.objectValue) ?? []
        let refused = try #require(cases.first { $0["expect"] == "badMessage" && $0["body"] != nil })
        let names: [KeyRole] = [.device, .provider]
        let keyrings = try names.map { role in
            try #require(refused[role.rawValue]?.arrayValue?.first?.objectValue?["key"] == .string(role.rawValue))
            let key = try #require(file["keys"]?.objectValue?[role.rawValue]?.objectValue)
            let jwk: JSONObject = try [
                "kty": "OKP", "crv": "X25519", "x": #require(key["x"]), "d": #require(key["d"]),
                "sealedpush": ["role": .string(role.rawValue), "state": "active", "created": 1],
            ]
            let set: JSONObject = ["keys": [.object(jwk)]]
            return try Keyring(KeyringText(copying: set.serialized().span), name: UTF8Text(role.rawValue))
        }
        let opener = try Opener(
            keys: OpeningKeys(device: keyrings[0], provider: keyrings[1].publicHalf()),
            topic: refused["topic"]?.stringValue ?? "", audience: refused["audience"]?.stringValue ?? "",
            clock: .fixed(Date(timeIntervalSince1970: Double(refused["now"]?.numberValue?.int ?? 0))))
        return RefusedOpening(
            code: .badMessage, opener: opener, body: Array((refused["body"]?.stringValue ?? "").utf8))
    }
}
#endif
