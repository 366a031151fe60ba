public import KeyManagement
import SealedEnvelope

/// The keys of a round trip: those of both halves, and unrelated keys that must not open anything.
public struct RoundTripKeys: Sendable {
    /// The device's keyring, with its secrets.
    public let device: Keyring
    /// The provider's keyring, with its secrets; nil to skip suite 1.
    public let provider: Keyring?
    /// The shared keyring; nil to skip suite 3.
    public let shared: Keyring?
    /// Unrelated keys of the same roles.
    let strangers: Strangers

    struct Strangers: Sendable {
        let device: Keyring
        let provider: Keyring
        let shared: Keyring
    }

    /// Takes the keyrings of both halves.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` for a keyring of another role, `wrongHalf` for one without secrets,
    ///   `noActiveKey` for one without a key to seal with.
    public init(device: Keyring, provider: Keyring? = nil, shared: Keyring? = nil) throws(KeyError) {
        for (keyring, role) in [(device, KeyRole.device), (provider, .provider), (shared, .shared)] {
            guard let keyring else { continue }
            try keyring.require(role)
            guard try keyring.primary.isSecret else {
                throw KeyError(
                    .wrongHalf, "keyring \(keyring.name) holds only the public half; a round trip takes both halves")
            }
        }
        self.device = device
        self.provider = provider
        self.shared = shared
        strangers = Strangers(
            device: try .generate(name: "stranger", role: .device),
            provider: try .generate(name: "stranger", role: .provider),
            shared: try .generate(name: "stranger", role: .shared))
    }

    /// Generates keys for every suite.
    ///
    /// - Throws: ``KeyError`` with `unavailable` if guarded memory cannot be allocated.
    public static func generate() throws(KeyError) -> RoundTripKeys {
        try RoundTripKeys(
            device: .generate(name: "device", role: .device),
            provider: .generate(name: "provider", role: .provider),
            shared: .generate(name: "shared", role: .shared))
    }

    /// Whether a suite can be sealed with these keys.
    func have(_ suite: SealingSuite) -> Bool {
        switch suite {
        case .hpkeAuth: provider != nil
        case .hpkeBase, .sealedBox: true
        case .shared: shared != nil
        }
    }
}
