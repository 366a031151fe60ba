public import KeyManagement
import PushPayload
import SealedEnvelope

/// The keyrings of both halves, with their secrets; suites whose keys are missing are skipped.
public struct RoundTripKeys: Sendable {
    /// The device's keyring, for suites 1 and 2.
    public var device: Keyring?
    /// The provider's keyring, for suite 1.
    public var provider: Keyring?
    /// The shared keyring, for suite 3.
    public var shared: Keyring?

    /// Takes the keyrings of both halves.
    public init(device: Keyring? = nil, provider: Keyring? = nil, shared: Keyring? = nil) {
        self.device = device
        self.provider = provider
        self.shared = shared
    }

    /// Generates keys for every suite and every push type that Apple documents.
    ///
    /// - Throws: `KeyError` with `unavailable` if guarded memory cannot be allocated.
    public static func generate() throws(KeyError) -> RoundTripKeys {
        let purposes = PushType.documented.map { Purpose(rawValue: $0.rawValue) } + SharedKey.standardPurposes
        return RoundTripKeys(
            device: try .generate(name: "device", role: .device),
            provider: try .generate(name: "provider", role: .provider),
            shared: try .generate(name: "shared", role: .shared, purposes: purposes))
    }

    /// Requires keyrings of the right roles with an active key and with secrets.
    func check() throws(KeyError) {
        for (keyring, role) in [(device, KeyRole.device), (provider, .provider), (shared, .shared)] {
            guard let keyring else { continue }
            try keyring.require(role)
            guard try keyring.primary.isSecret else {
                throw KeyError(
                    .wrongHalf, "keyring \(keyring.name) holds only the public half; a round trip takes both halves")
            }
        }
    }

    /// Whether a suite can be sealed with these keys.
    func have(_ suite: SealingSuite) -> Bool {
        switch suite {
        case .hpkeAuth: device != nil && provider != nil
        case .hpkeBase: device != nil
        case .shared: shared != nil
        }
    }
}
