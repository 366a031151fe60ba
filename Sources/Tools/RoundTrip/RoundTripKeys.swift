public import KeyManagement
import PushPayload
import SealedEnvelope

/// The keyrings of both halves, with their secrets; suites whose keys are missing are skipped.
public struct RoundTripKeys: Sendable {
    /// The device's keyring, for suites 1 and 2.
    public var device: Keyring?
    /// The keyring of an enrolled device, with its chain, for suite 5.
    public var enrolled: Keyring?
    /// The provider's keyring, for suites 1 and 5.
    public var provider: Keyring?
    /// The shared keyring, for suite 3.
    public var shared: Keyring?

    /// Takes the keyrings of both halves.
    public init(
        device: Keyring? = nil, enrolled: Keyring? = nil, provider: Keyring? = nil, shared: Keyring? = nil
    ) {
        self.device = device
        self.enrolled = enrolled
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
            enrolled: try .enrolled(name: "enrolled", lifetime: 30, at: LawCheck.issuedAt),
            provider: try .generate(name: "provider", role: .provider),
            shared: try .generate(name: "shared", role: .shared, purposes: purposes))
    }

    /// Requires keyrings of the right roles with an active key and with secrets.
    func check() throws(KeyError) {
        for (keyring, role) in [
            (device, KeyRole.device), (enrolled, .device), (provider, .provider), (shared, .shared),
        ] {
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
        case .hpkeAuthPSK: enrolled != nil && provider != nil
        }
    }

    /// The longest life of a push to the device: 30 days, or what its enrolment allows.
    var longestLifetime: Duration {
        .seconds((try? device?.primary.enrolment?.chain?.lifetimeInSeconds) ?? Message.longestLifetime)
    }

    /// The keys with the device's keyring for a suite.
    func forSuite(_ suite: SealingSuite) -> RoundTripKeys {
        var keys = self
        if suite == .hpkeAuthPSK { keys.device = enrolled }
        return keys
    }
}
