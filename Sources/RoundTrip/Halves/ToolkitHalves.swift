import ExtensionHost
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
public import UserNotifications

extension Halves {
    /// This package's ``Sealer``, ``Opener`` and ``SealedNotificationService``.
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
            let opener = try Opener(
                keys: task.keys, topic: task.topic, audience: task.audience, policy: task.policy, clock: task.clock,
                replayStore: task.replayStore)
            return try opener.open(body, pushType: task.pushType, request: task.request).payload
        },
        deliver: delivering { TaskService($0) })

    /// Returns this package's halves with your own service extension.
    ///
    /// - Parameter make: Creates the extension, which opens with the task's values. A subclass of
    ///   ``SealedNotificationService`` overrides `keys()`, `topic`, `audience`, `policy`, `clock` and `replayStore`
    ///   with the task's members of these names.
    /// - Returns: The halves.
    public static func toolkit(
        extension make: @escaping @Sendable (OpeningTask) -> UNNotificationServiceExtension
    ) -> Halves {
        var halves = toolkit
        halves.deliver = delivering(by: make)
        return halves
    }

    private static func delivering(
        by make: @escaping @Sendable (OpeningTask) -> UNNotificationServiceExtension
    ) -> @Sendable ([UInt8], OpeningTask) async throws -> Delivery {
        { body, task in
            let host = ExtensionHost { make(task) }
            let payload = try Payload(parsing: body)
            guard let request = task.request else { return await host.deliver(payload) }
            return await host.deliver(payload, identifier: request)
        }
    }
}

/// An extension that opens with a task's values.
private final class TaskService: SealedNotificationService {
    private let task: OpeningTask

    init(_ task: OpeningTask) {
        self.task = task
        super.init()
    }

    override func keys() throws -> OpeningKeys { try task.keys }
    override var topic: String { task.topic }
    override var audience: String { task.audience }
    override var policy: Opener.Policy { task.policy }
    override var clock: WallClock { task.clock }
    override var replayStore: (any ReplayStore)? { task.replayStore }
}

extension SealingTask {
    /// The recipient's public key.
    var devicePublicKey: DevicePublicKey {
        get throws {
            guard let key = try device.primary.devicePublicKey else {
                throw KeyError(.wrongRole, "keyring \(device.name) holds no device key")
            }
            return key
        }
    }
}
