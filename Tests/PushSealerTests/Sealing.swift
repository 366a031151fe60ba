import KeyManagement
import PushPayload
import PushSealer

/// Seals in any suite with keys made for the test run.
enum Sealing {
    static let topic = "com.example.app"

    private static let keys = Result {
        (
            device: try Keyring.generate(name: "device", role: .device),
            provider: try Keyring.generate(name: "provider", role: .provider),
            shared: try Keyring.generate(name: "shared", role: .shared)
        )
    }

    static func seal(
        _ payload: Payload, in suite: SealingSuite, placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws -> SealedPush {
        let keys = try keys.get()
        let sealer =
            suite == .hpkeAuth
            ? try Sealer(from: keys.provider, topic: topic) : try Sealer(topic: topic)
        var options = options
        options.suite = suite
        guard suite != .shared else {
            guard let key = try keys.shared.primary.sharedKey else { throw KeyError.noKey }
            return try sealer.seal(payload, with: key, placeholder: placeholder, options: options)
        }
        guard let key = try keys.device.primary.devicePublicKey else { throw KeyError.noKey }
        return try sealer.seal(payload, to: key, placeholder: placeholder, options: options)
    }

    /// A keyring without the key that it was made for.
    enum KeyError: Error { case noKey }
}
