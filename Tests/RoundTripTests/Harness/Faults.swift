import Foundation
import KeyManagement
import PushOpener
import PushPayload
import RoundTrip
import StrictJSON
import Synchronization
import TestSupport

extension BrokenImplementationTests {
    /// One for every law and every refusal that a law demands.
    static let faults: [Fault] =
        extensionFaults + formatFaults + [
            Fault(
                testDescription: "the sealer forgets a member", law: .restoredExactly,
                message: "/account: string expected, nothing found"
            ) { implementation in
                let seal = implementation.seal
                implementation.seal = { payload, input in
                    var payload = payload
                    payload["account"] = nil
                    return try await seal(payload, input)
                }
            },
            Fault(
                testDescription: "the opener rounds numbers", law: .restoredExactly,
                message: "/amount: another number found"
            ) { implementation in
                implementation.deliver { payload in payload["amount"] = 240.0 }
            },
            Fault(
                testDescription: "the opener keeps mutable-content of the visible part", law: .restoredExactly,
                message: "/aps/mutable-content: nothing expected, number found"
            ) { implementation in
                implementation.deliver { payload in payload.root[at: "aps.mutable-content"] = 1 }
            },
            Fault(
                testDescription: "the sealer leaves everything in the clear beside the envelope",
                law: .nothingSealedIsVisible, message: "/aps/alert/title is visible"
            ) { implementation in
                implementation.post { body, payload in
                    body["aps"] = .object(payload.aps.members)
                }
            },
            Fault(
                testDescription: "the sealer puts the text into the placeholder", law: .nothingSealedIsVisible,
                message: "/aps/alert/body is visible"
            ) { implementation in
                implementation.post { body, payload in
                    body[at: "aps.alert.body"] = payload.root[at: "aps.alert.body"]
                }
            },
            Fault(
                testDescription: "the envelope is the payload, only encoded", law: .nothingSealedIsVisible,
                message: "text at /aps/alert/title is visible in the envelope"
            ) { implementation in
                implementation.post { body, payload in
                    body["sealed"] = .string(base64URL(payload.serialized()))
                }
            },
            Fault(
                testDescription: "the text is in a header", law: .nothingSealedIsVisible,
                message: "text at /account is visible in a header"
            ) { implementation in
                let seal = implementation.seal
                implementation.seal = { payload, input in
                    var sealed = try await seal(payload, input)
                    sealed.headerFields.append(payload["account"]?.stringValue ?? "")
                    return sealed
                }
            },
            Fault(testDescription: "the sealer counts one byte too many", law: .sizeExactAtTheEdge, message: "with") {
                implementation in
                let seal = implementation.seal
                implementation.seal = { payload, input in
                    var sealed = try await seal(payload, input)
                    sealed.bytesLeft = sealed.bytesLeft / 2
                    return sealed
                }
            },
            Fault(
                testDescription: "the sealer keeps one byte to itself", law: .sizeExactAtTheEdge,
                message: "one byte over the edge was sealed"
            ) { implementation in
                let seal = implementation.seal
                implementation.seal = { payload, input in
                    var sealed = try await seal(payload, input)
                    sealed.bytesLeft -= 1
                    return sealed
                }
            },
            Fault(
                testDescription: "the sealer posts more than the limit", law: .sizeExactAtTheEdge,
                message: "the body has"
            ) { implementation in
                let seal = implementation.seal
                implementation.seal = { payload, input in
                    var sealed = try await seal(payload, input)
                    sealed.body += Array(repeating: UInt8(ascii: " "), count: 4096)
                    return sealed
                }
            },
        ]
        + [
            (.everyBitFlipRefused, [.unknownSuite], "bit"), (.everyBitFlipRefused, [.unknownKey], "bit"),
            (.everyBitFlipRefused, [.cannotOpen], "bit"), (.everyTruncationRefused, [.cannotOpen], "envelope cut"),
            (.everyTruncationRefused, [.malformed], "envelope cut to 0 bytes"),
            (.noOtherSuiteAccepted, [.unknownSuite], "under suite number 0"),
            (.wrongKeyRefused, [.unknownKey], "with another key: opened"),
            (.wrongKeyRefused, [.cannotOpen], "with another key, readdressed"),
            (.wrongTopicRefused, [.cannotOpen], "under another topic"),
            (.wrongAudienceRefused, [.cannotOpen], "for another audience"),
            (.replayRefused, [.replayed], "opened again for another request"),
            (.expiredRefused, [.expired], "61 seconds after the end"),
            (.futureRefused, [.notYetValid], "sealed 301 seconds ahead"),
            (.rotationKept, [.unknownKey], "retiring"),
            (.rotationKept, [.revokedKey], "revoked"),
        ].map { (law: Law, codes: [Refusal.Code], message: String) in
            Fault(testDescription: "\(codes[0]) is not refused: \(law)", law: law, message: message) { implementation in
                implementation.overlook(codes)
            }
        } + [
            Fault(
                testDescription: "another provider is taken for the pinned one", law: .wrongSenderRefused,
                suites: [.hpkeAuth, .hpkeAuthPSK], message: "with another provider pinned: opened"
            ) { $0.overlook([.unknownSender]) },
            Fault(
                testDescription: "a forged sender is believed", law: .wrongSenderRefused,
                suites: [.hpkeAuth, .hpkeAuthPSK],
                message: "sealed by another provider in the pinned one's name: opened"
            ) { $0.overlook([.cannotOpen]) },
            Fault(
                testDescription: "a pinned provider forbids nothing", law: .noOtherSuiteAccepted,
                suites: [.hpkeBase], message: "with a provider pinned: opened"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    var input = input
                    input.keys.provider = nil
                    return try await open(body, input)
                }
            },
            Fault(
                testDescription: "an empty provider's keyring is taken for none", law: .noOtherSuiteAccepted,
                suites: [.hpkeBase], message: "with an empty provider's keyring: opened"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    var input = input
                    if input.keys.provider?.keys.isEmpty == true { input.keys.provider = nil }
                    return try await open(body, input)
                }
            },
            Fault(
                testDescription: "the sealer takes the issue time from its own clock", law: .fieldsReadBack,
                message: "issuedAt is 1795263599, not 1795263600"
            ) { implementation in
                let seal = implementation.seal
                implementation.seal = { payload, input in
                    var input = input
                    input.now -= 1
                    if let life = input.options.expiresIn, life < .days(30) {
                        input.options.expiresIn = life + .seconds(1)
                    }
                    return try await seal(payload, input)
                }
            },
            Fault(
                testDescription: "every expiry is refused an hour early", law: .expiredRefused,
                message: "60 seconds after the end: refused as expired"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    var input = input
                    input.now += 3600
                    return try await open(body, input)
                }
            },
            Fault(
                testDescription: "the system calling twice is taken for a replay", law: .replayRefused,
                message: "opened again for the same request: refused as replayed"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    var input = input
                    input.request = nil
                    return try await open(body, input)
                }
            },
            Fault(
                testDescription: "what was refused is remembered", law: .replayRefused,
                message: "opened after a refusal: refused as replayed"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    do {
                        return try await open(body, input)
                    } catch let refusal as Refusal where refusal.code == .cannotOpen {
                        var input = input
                        input.topic.removeLast()
                        _ = try? await open(body, input)
                        throw refusal
                    }
                }
            },
            Fault(
                testDescription: "a member in the clear is delivered", law: .visiblePartIgnored,
                message: "a member added: /x: nothing expected, string found"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    var opened = try await open(body, input)
                    if let added = try? JSONValue(parsing: body).objectValue?["x"] { opened["x"] = added }
                    return opened
                }
            },
            Fault(
                testDescription: "a changed visible part is refused", law: .visiblePartIgnored,
                message: "a member added: refused as malformed"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    let isChanged = try JSONValue(parsing: body).objectValue?.count != 2
                    return try await open(isChanged ? [] : body, input)
                }
            },
            Fault(
                testDescription: "a visible member is left out of the seal", law: .visibleMembersRestored,
                message: "with"
            ) { implementation in
                let seal = implementation.seal
                implementation.seal = { payload, input in
                    var payload = payload
                    for path in input.options.visible where path.names.count == 1 { payload.root[at: path] = nil }
                    for path in input.options.visible { payload.root[at: path] = nil }
                    return try await seal(payload, input)
                }
            },
            Fault(
                testDescription: "the push type is not looked at", law: .wrongPurposeRefused,
                message: "as background: opened"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    var input = input
                    input.pushType = .alert
                    return try await open(body, input)
                }
            },
            Fault(
                testDescription: "the opener compares bytes", law: .rewritingHarmless,
                message: "order rewritten: refused as malformed"
            ) { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    let rewritten = try JSONValue(parsing: body).serialized()
                    return try await open(
                        rewritten == body && body.starts(with: Array(#"{"aps":{"alert""#.utf8)) ? body : [], input)
                }
            },
            Fault(testDescription: "the opener knows one key only", law: .rotationKept, message: "") { implementation in
                let open = implementation.open
                implementation.open = { body, input in
                    guard input.keys.device?.keys.count ?? 1 == 1, input.keys.shared?.keys.count ?? 1 == 1 else {
                        var input = input
                        input.keys.device = try input.keys.device.map {
                            try Keyring.generate(name: $0.name, role: .device)
                        }
                        input.keys.shared = try input.keys.shared.map {
                            try Keyring.generate(
                                name: $0.name, role: .shared, purposes: $0.primary.sharedKey?.purposes ?? [])
                        }
                        input.now = 0
                        return try await open(body, input)
                    }
                    return try await open(body, input)
                }
            },
        ]
}

extension Implementation {
    /// Changes what is delivered.
    fileprivate mutating func deliver(_ change: @escaping @Sendable (inout Payload) -> Void) {
        let open = open
        self.open = { body, input in
            var opened = try await open(body, input)
            change(&opened)
            return opened
        }
    }

    /// Changes what is posted.
    fileprivate mutating func post(_ change: @escaping @Sendable (inout JSONObject, Payload) -> Void) {
        let seal = seal
        self.seal = { payload, input in
            var sealed = try await seal(payload, input)
            guard var body = try JSONValue(parsing: sealed.body).objectValue else { return sealed }
            change(&body, payload)
            sealed.body = body.serialized()
            return sealed
        }
    }

    /// Does not refuse for the reasons given, but delivers what it opened last.
    fileprivate mutating func overlook(_ codes: [Refusal.Code]) {
        let open = open
        let last = Mutex(BrokenImplementationTests.payload)
        self.open = { body, input in
            do {
                let opened = try await open(body, input)
                last.withLock { $0 = opened }
                return opened
            } catch let refusal as Refusal where codes.contains(refusal.code) {
                return last.withLock { $0 }
            }
        }
    }
}

/// Unpadded base64url.
private func base64URL(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    let bits = bytes.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
    return String(
        stride(from: 0, to: bits.count, by: 6).map { start in
            alphabet[(start..<start + 6).reduce(0) { $0 << 1 | ($1 < bits.count ? Int(bits[$1]) : 0) }]
        })
}
