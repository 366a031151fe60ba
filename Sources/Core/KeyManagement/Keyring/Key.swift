package import CryptoPrimitives
public import Platform
package import StrictJSON

/// A key in a keyring, with its state and age.
public struct Key: Sendable {
    /// The part of a key that a keyring holds.
    package enum Material: Sendable {
        case pair(X25519.PrivateKey)
        case publicHalf(X25519.PublicKey)
        case symmetric(SharedKey)
    }

    /// The purpose of the key.
    public let role: KeyRole
    /// The RFC 7638 thumbprint.
    public let thumbprint: Thumbprint
    package let material: Material
    /// The state of the key.
    public package(set) var state: KeyState
    /// When it was made, to the second; 1 January 1970 if the file of the key does not say it.
    public let created: Date
    /// The version of the published set that had this key first; zero outside of one.
    package internal(set) var setVersion = 0
    /// The values that an enrolment has added; nil for a key that is not enrolled.
    package internal(set) var enrolment: Enrolment?
    /// Members of the JWK, and of its `sealedpush` object, that this version does not know; they survive a rewrite.
    package var otherMembers = JSONObject()
    package var otherLifeMembers = JSONObject()

    /// Makes a key of its parts; the material is symmetric for a shared key only.
    package init(
        _ role: KeyRole, _ material: Material, state: KeyState, created: Date, enrolment: Enrolment? = nil
    ) {
        self.role = role
        self.enrolment = enrolment
        self.material = material
        self.state = state
        self.created = created.wholeSecond
        thumbprint =
            switch material {
            case .pair(let pair): Thumbprint(of: pair.publicKey)
            case .publicHalf(let point): Thumbprint(of: point)
            case .symmetric(let key): key.thumbprint
            }
    }

    init(newOf role: KeyRole, purposes: [Purpose], state: KeyState, created: Date) throws(KeyError) {
        let material: Material =
            role == .shared
            ? .symmetric(try SharedKey(purposes: purposes)) : .pair(try withKeyErrors(try X25519.PrivateKey()))
        self.init(role, material, state: state, created: created)
    }

    /// The name of the key in envelopes.
    public var id: KeyID { thumbprint.keyID }

    /// Whether the keyring holds the secret.
    public var isSecret: Bool {
        if case .publicHalf = material { false } else { true }
    }

    /// The device's pair, where the keyring holds it.
    public var deviceKey: DeviceKey? { pair() }

    /// The provider's pair, where the keyring holds it.
    public var providerKey: ProviderKey? { pair() }

    /// The symmetric key.
    public var sharedKey: SharedKey? {
        if case .symmetric(let key) = material { key } else { nil }
    }

    /// The device's public half.
    public var devicePublicKey: DevicePublicKey? { publicKey() }

    /// The provider's public half.
    public var providerPublicKey: ProviderPublicKey? { publicKey() }

    /// The same key without its secret, or nil for a symmetric one, which has no public half.
    ///
    /// Members that this version does not know are left out: it cannot tell which of them are secret.
    package var publicHalf: Key? {
        guard let point else { return nil }
        var half = Key(
            role, .publicHalf(point), state: state, created: created, enrolment: enrolment.map { _ in Enrolment() })
        half.setVersion = setVersion
        return half
    }

    /// The key as an import takes it: its role, its state and its times, made now at the latest, and nothing that is trusted here.
    func taken(at now: Date) -> Key {
        var key = Key(role, material, state: state, created: min(created, now), enrolment: enrolment)
        key.setVersion = setVersion
        return key
    }

    var point: X25519.PublicKey? {
        switch material {
        case .pair(let pair): pair.publicKey
        case .publicHalf(let point): point
        case .symmetric: nil
        }
    }

    private func pair<Role>() -> PrivateKey<Role>? {
        guard role == Role.role, case .pair(let pair) = material else { return nil }
        return PrivateKey(pair, thumbprint: thumbprint)
    }

    private func publicKey<Role>() -> PublicKey<Role>? {
        role == Role.role
            ? point.map {
                PublicKey($0, thumbprint: thumbprint, enrolment: enrolment.map { Enrolment(chain: $0.chain) })
            } : nil
    }
}
