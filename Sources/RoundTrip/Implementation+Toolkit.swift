import ExtensionHost
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
public import UserNotifications

extension Implementation {
    /// This package's ``Sealer``, ``Opener`` and ``SealedNotificationService``.
    public static let toolkit = toolkit(extension: { ToolkitService($0) })

    /// Returns this package's halves with your own service extension.
    ///
    /// - Parameter make: Creates the extension, which opens with the values of the input. A subclass of
    ///   ``SealedNotificationService`` overrides `keys()`, `topic`, `audience`, `policy`, `clock` and `replayStore`.
    /// - Returns: The implementation.
    public static func toolkit(
        extension make: @escaping @Sendable (OpeningInput) -> UNNotificationServiceExtension
    ) -> Implementation {
        Implementation(
            seal: { payload, input in
                let push = try push(sealing: payload, input)
                return Sealed(
                    body: push.body, headerFields: push.headers.fields.map(\.value), bytesLeft: push.bytesLeft)
            },
            open: { body, input in
                let opener = try Opener(
                    keys: input.openingKeys, topic: input.topic, audience: input.audience, policy: input.policy,
                    clock: .fixed(input.now), replayStore: input.replayStore)
                return try opener.open(body, pushType: input.pushType, request: input.request).payload
            },
            deliver: { body, input in
                await ExtensionHost { make(input) }.deliver(try Payload(parsing: body), identifier: input.request)
            })
    }

    private static func push(sealing payload: Payload, _ input: SealingInput) throws -> SealedPush {
        let options = input.options
        let (topic, audience, clock) = (input.topic, input.audience, WallClock.fixed(input.now))
        let provider = options.suite == .hpkeAuth ? input.keys.provider : nil
        let sealer =
            try provider.map { try Sealer(from: $0, topic: topic, audience: audience, clock: clock) }
            ?? Sealer(topic: topic, audience: audience, clock: clock)
        if options.suite == .shared, let key = try input.keys.shared?.primary.sharedKey {
            return try sealer.seal(payload, with: key, placeholder: input.placeholder, options: options)
        }
        guard let device = try input.keys.device?.primary.devicePublicKey else {
            throw KeyError(.noActiveKey, "expected a device key to seal to")
        }
        return try sealer.seal(payload, to: device, placeholder: input.placeholder, options: options)
    }
}

/// An extension that opens with the values of an input.
private final class ToolkitService: SealedNotificationService {
    private let input: OpeningInput

    init(_ input: OpeningInput) {
        self.input = input
        super.init()
    }

    override func keys() throws -> OpeningKeys { try input.openingKeys }
    override var topic: String { input.topic }
    override var audience: String { input.audience }
    override var policy: Opener.Policy { input.policy }
    override var clock: WallClock { .fixed(input.now) }
    override var replayStore: (any ReplayStore)? { input.replayStore }
}
