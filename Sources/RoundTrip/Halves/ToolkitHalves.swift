import KeyManagement
import PushOpener
import PushSealer

extension Halves {
    /// This package's ``Sealer`` and ``Opener``.
    public static let toolkit = Halves(
        seal: { payload, task in
            let push: SealedPush
            let clock = WallClock.fixed(task.now)
            if task.suite == .hpkeAuth, let provider = task.provider {
                let sealer = try Sealer(from: provider, topic: task.topic, audience: task.audience, clock: clock)
                push = try sealer.seal(
                    payload, to: task.devicePublicKey, placeholder: task.placeholder, options: task.options)
            } else {
                let sealer = try Sealer(topic: task.topic, audience: task.audience, clock: clock)
                if task.suite == .shared, let key = try task.shared?.primary.sharedKey {
                    push = try sealer.seal(payload, with: key, placeholder: task.placeholder, options: task.options)
                } else {
                    push = try sealer.seal(
                        payload, to: task.devicePublicKey, placeholder: task.placeholder, options: task.options)
                }
            }
            return Sealed(body: push.body, headerFields: push.headers.fields.map(\.value), bytesLeft: push.bytesLeft)
        },
        open: { body, task in
            var policy = Opener.Policy()
            policy.clockSkew = task.clockSkew
            policy.envelopeKey = task.envelopeKey
            let opener = try Opener(
                keys: OpeningKeys(device: task.device, provider: task.provider, shared: task.shared),
                topic: task.topic, audience: task.audience, policy: policy, clock: .fixed(task.now),
                replayStore: task.replayStore)
            let opened = try opener.open(body, request: task.request)
            return Opened(payload: opened.payload, visiblePart: opened.visiblePart)
        })
}

extension SealingTask {
    /// The public key that is sealed to.
    var devicePublicKey: DevicePublicKey {
        get throws {
            guard let key = try device.primary.devicePublicKey else {
                throw KeyError(.wrongRole, "keyring \(device.name) holds no device key")
            }
            return key
        }
    }
}
