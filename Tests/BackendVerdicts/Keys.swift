import CryptoPrimitives
import Foundation
import KeyManagement
import PushOpener
import PushSealer
import Synchronization

/// The published test keys of `Fixtures/vectors`, with which the corpora are sealed and opened.
enum Keys {
    static let now = Date(timeIntervalSince1970: 1_795_263_600)
    static let topic = "com.example.bank"

    /// The keys of suite 5 and of the suites without a chain; the latter is the primary one.
    static func device() throws -> Keyring {
        var device = try keyring(.device, "VdiEkWCCGNi7JTdzVeZJWolXSpyfyo1HLxDOna_eq-4")
        device.keys.insert(try enrolled(), at: 0)
        return device
    }

    /// A device key with a chain whose first day is the one before `now`.
    static func enrolled() throws -> Key {
        let link = try SecretMemory(copying: [UInt8](1...32).span)
        let chain = try Chain(link, day: Chain.day(of: now.unixTime) - 1, lifetime: 7, isPostQuantum: false)
        let pair = try keyring(.device, "IhpwXfk8RXRoCW00WQy2dObwrjk4m2dnkbqHjlAJ1js").primary.material
        return Key(.device, pair, state: .active, created: now, enrolment: Enrolment(chain: chain))
    }

    static func provider() throws -> Keyring { try keyring(.provider, "2LWE2g7M6TMciM0dkdFOEdS6rPvWySDWcs-uy1UTOYg") }

    /// The shared key, for every documented push type, the objects of a Live Activity, and random envelopes.
    static func shared() throws -> Keyring {
        let purposes =
            PushType.documented.map(\.rawValue) + SharedKey.standardPurposes.map(\.rawValue) + [RandomEnvelopes.purpose]
        let jwk = """
            {"kty":"oct","k":"A_nshR-dWI7XmNE2vIzycPqmYZMiGXN_rC4Wk5abZBg","sealedpush":{"purposes":\(purposes)}}
            """
        return try Keyring(
            importing: KeyringText(copying: Array(jwk.utf8).span), name: "shared", role: .shared, at: now)
    }

    private static func keyring(_ role: KeyRole, _ secret: String) throws -> Keyring {
        let secret = Base64URL.decode(Array(secret.utf8).span) ?? []
        return try Keyring(
            importingRaw: KeyringText(copying: secret.span), half: .secret, name: UTF8Text(role.rawValue), role: role,
            at: now)
    }

    static func opener(topic: String = topic, audience: String = "", now: Date = now) throws -> Opener {
        var policy = Opener.Policy()
        policy.acceptsUnauthenticatedSender = true
        return try Opener(
            keys: OpeningKeys(device: device(), provider: provider(), shared: shared()), topic: topic,
            audience: audience, policy: policy, clock: .fixed(now))
    }

    /// A sealer with a provider key for suite 1, whose ephemeral keys and nonces follow from a seed.
    static func sealer(withProvider: Bool, seed: UInt64) throws -> Sealer {
        let generator = Mutex(SeededBytes(seed: seed))
        return try Sealer(
            provider: withProvider ? KeyringFollower(provider(), SigningKeys.init) : nil, topic: topic, audience: "",
            clock: .fixed(now), randomness: Randomness { buffer in generator.withLock { $0.fill(buffer) } })
    }
}
