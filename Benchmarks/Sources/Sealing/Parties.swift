import Baseline
import Foundation
import KeyManagement
import PushOpener
import PushSealer

/// The keys of both halves, the same for the toolkit and the baseline, with their sealers and openers.
final class Parties {
    static let topic = "com.example.bank"
    /// The baseline's keys, with an empty binding.
    let baseline: OpaquePointer
    let device, provider, shared: Keyring
    let devicePublicKey: DevicePublicKey
    let sharedKey: SharedKey

    init() throws {
        guard let baseline = baseline_create() else { throw BenchmarkFailure(reason: "the baseline has no keys") }
        self.baseline = baseline
        device = try Self.keyring("device", .device, baseline_device_secret(baseline))
        provider = try Self.keyring("provider", .provider, baseline_provider_secret(baseline))
        shared = try Self.keyring("shared", .shared, baseline_shared_key(baseline))
        guard let devicePublicKey = try device.primary.devicePublicKey, let sharedKey = try shared.primary.sharedKey
        else { throw BenchmarkFailure(reason: "the keys have other roles") }
        (self.devicePublicKey, self.sharedKey) = (devicePublicKey, sharedKey)
    }

    private static func keyring(_ name: UTF8Text, _ role: KeyRole, _ secret: UnsafePointer<UInt8>?) throws -> Keyring {
        let bytes = Array(UnsafeBufferPointer(start: secret, count: baseline_key_size))
        if role == .shared {
            let k = Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
                .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
            let jwk = #"{"kty":"oct","sealedpush":{"purposes":["alert"]},"k":"\#(k)"}"#
            return try Keyring(importing: KeyringText(copying: Array(jwk.utf8).span), name: name, role: role)
        }
        return try Keyring(
            importingRaw: KeyringText(copying: bytes.span), half: .secret, name: name, role: role)
    }

    /// Makes a sealer for HPKE with or without authentication of the provider.
    func sealer(authenticated: Bool) throws -> Sealer {
        try authenticated ? Sealer(from: provider, topic: Self.topic) : Sealer(topic: Self.topic)
    }

    /// Makes an opener with a pinned provider, or one without that also has the shared key.
    func opener(authenticated: Bool) throws -> Opener {
        let keys =
            try authenticated
            ? OpeningKeys(device: device, provider: provider.publicHalf())
            : OpeningKeys(device: device, shared: shared)
        return try Opener(keys: keys, topic: Self.topic)
    }

    /// Enrols another device with the provider, for suite 5.
    func enrolled() throws -> (key: DevicePublicKey, opener: Opener) {
        var device = Keyring.forPublicKeys(name: "enrolled", role: .device)
        var registration = Keyring.forPublicKeys(name: "enrolled", role: .device)
        guard let sender = try provider.primary.providerKey else { throw BenchmarkFailure(reason: "no provider's key") }
        let challenge = try registration.challenge(device.offer(), from: sender)
        let answer = try device.answer(challenge, from: provider.publicHalf())
        try device.finish(registration.confirm(answer))
        guard let key = try registration.primary.devicePublicKey else {
            throw BenchmarkFailure(reason: "no device's key")
        }
        let keys = try OpeningKeys(device: device, provider: provider.publicHalf())
        return (key, try Opener(keys: keys, topic: Self.topic))
    }
}
