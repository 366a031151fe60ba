import Floor
import Foundation
import KeyManagement
import PushOpener
import PushSealer

/// The keys of both halves, the same for the toolkit and for the floor, and everything that seals and opens with them.
final class Parties {
    static let topic = "com.example.bank"
    /// The floor's keys, bound to nothing yet; they are kept until the process ends.
    let floor: OpaquePointer
    let device, provider, shared: Keyring
    let devicePublicKey: DevicePublicKey
    let sharedKey: SharedKey

    init() throws {
        guard let floor = floor_make_keys() else { throw UnfairContest(reason: "the floor has no keys") }
        self.floor = floor
        device = try Self.keyring("device", .device, floor_device_secret(floor))
        provider = try Self.keyring("provider", .provider, floor_provider_secret(floor))
        shared = try Self.keyring("shared", .shared, floor_shared_key(floor))
        guard let devicePublicKey = try device.primary.devicePublicKey, let sharedKey = try shared.primary.sharedKey
        else { throw UnfairContest(reason: "the keys have other roles") }
        (self.devicePublicKey, self.sharedKey) = (devicePublicKey, sharedKey)
    }

    private static func keyring(_ name: String, _ role: KeyRole, _ secret: UnsafePointer<UInt8>?) throws -> Keyring {
        let bytes = Array(UnsafeBufferPointer(start: secret, count: floor_key_size))
        return try Keyring(
            importingRaw: KeyringText(copying: bytes.span), half: .secret, name: name, role: role,
            at: UInt32(Date.now.timeIntervalSince1970))
    }

    /// A sealer that proves who it is, and one that does not.
    func sealer(authenticated: Bool) throws -> Sealer {
        try authenticated ? Sealer(from: provider, topic: Self.topic) : Sealer(topic: Self.topic)
    }

    /// An opener that pins the provider, and one that opens what anyone sealed.
    func opener(authenticated: Bool) throws -> Opener {
        let keys =
            try authenticated
            ? OpeningKeys(device: device, provider: provider.publicHalf())
            : OpeningKeys(device: device, shared: shared)
        return try Opener(keys: keys, topic: Self.topic)
    }
}
