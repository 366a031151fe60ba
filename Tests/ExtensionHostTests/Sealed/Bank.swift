import ExtensionHost
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import StrictJSON
import Synchronization

/// A provider and a device that know each other.
struct Bank: Sendable {
    static let topic = "com.example.bank"
    static let placeholder = Placeholder(title: "New activity", body: "Open the app")

    /// A payment with everything that a payload can carry.
    static let payment = Payload([
        "aps": [
            "alert": ["title": "Payment received", "body": "€ 240 from Jane"], "badge": 3, "sound": "coins.caf",
            "thread-id": "payments", "category": "PAYMENT", "target-content-id": "giro",
            "filter-criteria": "private", "interruption-level": "time-sensitive", "relevance-score": 0.5,
            "mutable-content": 1,
        ],
        "account": "DE89 3704 0044 0532 0130 00", "amount": ["value": 24000, "final": true],
    ])

    let provider: Keyring
    let device: Keyring
    let enrolled: Keyring
    let shared: Keyring

    init() throws {
        provider = try .generate(name: "provider", role: .provider)
        device = try .generate(name: "device", role: .device)
        enrolled = try .enrolled(name: "enrolled", lifetime: 30, at: Date())
        shared = try .generate(name: "shared", role: .shared, purposes: ["alert"])
    }

    /// Seals as the provider does: with its key in suites 1 and 5, without it in the suites that have no sender.
    func seal(
        _ payload: Payload = Bank.payment,
        suite: SealingSuite = .hpkeAuth,
        placeholder: Placeholder = Bank.placeholder,
        expiresIn: Duration = .days(7),
        sequence: UInt64? = nil,
        visible: [PayloadPath] = [],
        clock: WallClock = .system
    ) throws -> Payload {
        let sealer =
            suite.authenticatesSender
            ? try Sealer(from: provider, topic: Self.topic, clock: clock)
            : try Sealer(topic: Self.topic, clock: clock)
        let options = SealOptions(
            visible: visible, expiresIn: expiresIn, sequence: sequence, pushType: .alert, suite: suite)
        let push: SealedPush
        if suite == .shared {
            guard let key = try shared.primary.sharedKey else { throw KeyMissing() }
            push = try sealer.seal(payload, with: key, placeholder: placeholder, options: options)
        } else {
            guard let key = try device(for: suite).primary.devicePublicKey else { throw KeyMissing() }
            push = try sealer.seal(payload, to: key, placeholder: placeholder, options: options)
        }
        return try Payload(parsing: push.body)
    }

    /// Seals a payload that a sealer of pushes refuses.
    func sealUnchecked(_ payload: Payload) throws -> Payload {
        guard let key = try device.primary.devicePublicKey else { throw KeyMissing() }
        let envelope = try Sealer(from: provider, topic: Self.topic)
            .sealEnvelope(of: payload.root, to: key, purpose: "alert")
        return Payload([
            "aps": ["alert": ["title": "New activity"], "mutable-content": 1], "sealed": .string(envelope),
        ])
    }

    /// The device's service, which pins the provider only where the suite proves the sender.
    func service(for suite: SealingSuite = .hpkeAuth) -> BankService {
        BankService {
            try OpeningKeys(
                device: device(for: suite),
                provider: suite.authenticatesSender ? provider.publicHalf() : nil,
                shared: suite == .shared ? shared : nil
            )
        }
    }

    private func device(for suite: SealingSuite) -> Keyring { suite == .hpkeAuthPSK ? enrolled : device }

    struct KeyMissing: Error {}
}

/// The service of the app, with everything that a test wants to turn.
class BankService: SealedNotificationService {
    private let makeKeys: @Sendable () throws -> OpeningKeys
    private let boundTopic: String
    private let time: WallClock
    private let memory: ReplayMemory?

    init(
        topic: String = Bank.topic,
        clock: WallClock = .system,
        memory: ReplayMemory? = nil,
        keys: @escaping @Sendable () throws -> OpeningKeys
    ) {
        boundTopic = topic
        time = clock
        self.memory = memory
        makeKeys = keys
    }

    override func keys() throws -> OpeningKeys { try makeKeys() }
    override var topic: String { boundTopic }
    override var clock: WallClock { time }
    override var replayStore: (any ReplayStore)? { memory }
}

extension SystemPolicy {
    /// The time that an extension needs on a machine that is busy with other tests.
    static let onBusyMachine: SystemPolicy = {
        var policy = SystemPolicy()
        policy.timeLimit = .seconds(600)
        return policy
    }()
}
