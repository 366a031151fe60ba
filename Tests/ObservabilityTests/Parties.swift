#if Observability
import Foundation
import PushOpener
import PushSealer
import SealedPushObservability

/// A provider and a device whose texts are all secrets to search for.
struct Parties {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    /// The texts that a server handles with a push, none of which may be reported.
    static let texts = [
        "Jane Roe 0xC0FFEE", "payment-to-DE89370400440532013000", "memberOfThePayload", "NewActivityPlaceholder",
        "com.example.plantedtopic", "planted-audience-4711", "planted-collapse-id", "planted-purpose",
        "7cb93ab5d2f8e6411f0a5b3c2d1e0f99887766554433221100ffeeddccbbaa99", "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d",
        "planted-request-id", "planted-keyring", "plantedmember", "planted-push-type",
    ]

    let device: Keyring
    let provider: Keyring
    let shared: Keyring
    let topic = "com.example.plantedtopic"
    let audience = "planted-audience-4711"

    init() throws {
        device = try .generate(name: "planted-keyring", role: .device, at: Self.now)
        provider = try .generate(name: "planted-keyring", role: .provider, at: Self.now)
        shared = try .generate(
            name: "planted-keyring", role: .shared,
            purposes: ["alert", "background", "fcm", "planted-push-type"] + SharedKey.standardPurposes, at: Self.now)
    }

    /// Every use reads the keyring again, and fails at once if it cannot.
    static let refresh = RefreshPolicy(interval: .zero, grace: .zero)

    /// Lends a new keyring in a folder of its own.
    static func withKeyring<Result>(
        _ role: KeyRole, _ body: (KeyDirectory, Keyring) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directory = KeyDirectory(folder)
        return try body(directory, directory.generate("planted-keyring", role: role))
    }

    var phone: DevicePublicKey {
        get throws { try device.recipient.key }
    }

    /// A payload with secrets in its texts, in a member's name, and the token of a device.
    var payload: Payload {
        var payload = Payload(alert: Alert(title: "Jane Roe 0xC0FFEE", body: "payment-to-DE89370400440532013000"))
        payload["memberOfThePayload"] = ["plantedmember": .string(Self.texts[8])]
        return payload
    }

    var placeholder: Placeholder { Placeholder(title: "NewActivityPlaceholder") }

    var options: SealOptions {
        var options = SealOptions()
        options.collapseID = "planted-collapse-id"
        options.id = "0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d"
        return options
    }

    func sealer(now: Date = now) throws -> Sealer {
        try Sealer(from: provider, topic: topic, audience: audience, clock: .fixed(now))
    }

    func observedSealer(_ reports: Reports) throws -> Sealer {
        try sealer().observed(logger: reports.logger, metrics: reports.metrics)
    }

    func opener(
        device: Keyring? = nil, provider: Keyring? = nil, topic: String? = nil, now: Date = now,
        replayStore: (any ReplayStore)? = nil
    ) throws -> Opener {
        let keys = try OpeningKeys(
            device: device ?? self.device, provider: provider ?? self.provider.publicHalf(), shared: shared)
        return try Opener(
            keys: keys, topic: topic ?? self.topic, audience: audience, clock: .fixed(now), replayStore: replayStore)
    }

    /// The secret and public bytes of every key, in the forms in which a report could contain them.
    func keyTexts() throws -> [String] {
        var texts: [String] = []
        for key in try [device.primary, provider.primary, shared.primary] {
            for form in [KeyForm.raw, .jwk] {
                let bytes = try key.text(as: form).withBytes { bytes in bytes.indices.map { bytes[$0] } }
                if form == .raw { texts += [base64URL(bytes), hex(bytes)] }
                for part in String(decoding: bytes, as: UTF8.self).split(separator: "\"") where part.utf8.count >= 40 {
                    texts.append(String(part))
                }
            }
            texts += [key.thumbprint.description, key.id.description]
        }
        return texts
    }
}

/// Returns the base64url text of bytes without padding.
func base64URL(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

/// Returns the hexadecimal digits of bytes.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// Returns the secrets that a text contains, as they are, in base64url or in hexadecimal digits, in any letter case.
func secrets(_ secrets: [String], in text: String) -> [String] {
    let text = text.lowercased()
    return secrets.filter { secret in
        let bytes = Array(secret.utf8)
        // The last characters of base64url depend on what follows.
        let forms = [secret, String(base64URL(bytes).dropLast(2)), hex(bytes)]
        return forms.contains { text.contains($0.lowercased()) }
    }
}
#endif
