public import ExtensionProcess
import LocalAPNs
import PushPayload

/// A phone with one app: it has a device token, keys in a folder of its own, and a service extension in a process of its
/// own.
public actor Phone {
    /// The phone's name.
    public nonisolated let name: String
    /// What the phone is; the token changes with `Simulator.renewToken(of:)`.
    public private(set) var identity: PhoneIdentity
    /// Whether the phone is connected to Apple.
    public private(set) var isOnline = true
    /// Whether the phone was unlocked since it started.
    public private(set) var wasUnlocked = true
    /// Whether the app is on the phone.
    public private(set) var hasApp = true

    private let program: ExtensionProgram
    private let service: PushService
    private let router: PushRouter
    private let inbox = PhoneInbox()
    private var host: ExtensionProcessHost

    /// Switches a phone on: it registers with the service, and what is sent to it comes here.
    init(_ identity: PhoneIdentity, program: ExtensionProgram, service: PushService, router: PushRouter) {
        name = identity.name
        self.identity = identity
        self.program = program
        self.service = service
        self.router = router
        host = program.host(for: identity, wasUnlocked: true)
        router.connect(identity.token, to: inbox)
        service.register(identity.token, bundleID: identity.bundleID)
    }

    // MARK: - Pushes

    /// Puts what arrives through the extension until the task is cancelled, as many pushes side by side as one process of
    /// the extension takes.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await push in inbox.arrivals {
                if running == host.policy.pushesAtOnce {
                    await group.next()
                    running -= 1
                }
                running += 1
                group.addTask { await self.deliver(push) }
            }
        }
        await host.shutDown()
        inbox.finish()
    }

    private func deliver(_ push: AcceptedPush) async {
        // What the service accepted without being JSON, if its policy lets it, the system drops.
        guard let payload = try? Payload(parsing: push.body) else { return }
        inbox.settle(push, as: await host.deliver(payload, identifier: push.id, pushType: push.pushType))
    }

    /// Ends the extension; what is under way shows its original.
    func shutDown() async {
        await host.shutDown()
    }

    // MARK: - What there is to see

    /// The pushes that were sent to the phone, in the order in which they were accepted; the newest 2,000.
    public var pushes: [PhoneEntry] { inbox.read { $0.entries(since: 0) } }

    /// What the lock screen shows.
    public var lockScreen: LockScreen { inbox.read { $0.lockScreen } }

    /// The number on the app's icon; 0 shows none.
    public var badge: Int { inbox.read { $0.badge } }

    /// How many pushes have arrived, and gone through the extension if it was to be called.
    public var deliveryCount: Int { inbox.read { $0.deliveries.count } }

    /// Waits for a delivery and returns it.
    ///
    /// Deliveries are counted since the simulator started, in the order in which they come to the screen; up to eight
    /// pushes go through the extension side by side, so one that was accepted later may come first.
    ///
    /// - Parameters:
    ///   - number: which delivery, from 1.
    ///   - limit: how long to wait for it.
    /// - Returns: the delivery.
    /// - Throws: ``SimulatorError`` with `noDelivery` when the time is over before, or when the phone has forgotten the
    ///   push since.
    public func delivery(number: Int, within limit: Duration = .seconds(60)) async throws -> Delivery {
        let signals = inbox.changes.subscribe()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(for: number, signals) }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        guard let delivery = inbox.read({ $0.delivery(number) }) else {
            throw SimulatorError(.noDelivery, "\(deliveryCount) pushes came to \(name) within \(limit), not \(number)")
        }
        return delivery
    }

    private func wait(for count: Int, _ signals: AsyncStream<Void>) async {
        if deliveryCount >= count { return }
        for await _ in signals where deliveryCount >= count { return }
    }

    /// The entries that changed after a revision, the revision now, and the phone's own state.
    func changes(since old: Int) -> (entries: [PhoneEntry], revision: Int, state: JSONObject) {
        let (entries, revision) = inbox.read { ($0.entries(since: old), $0.revision) }
        return (entries, revision, state)
    }

    /// What the page shows of the phone itself; `oldest` is the first push that it remembers.
    var state: JSONObject {
        var json = identity.json
        json["isOnline"] = .bool(isOnline)
        json["wasUnlocked"] = .bool(wasUnlocked)
        json["hasApp"] = .bool(hasApp)
        json["badge"] = .number(JSONNumber(badge))
        json["notifications"] = .number(JSONNumber(inbox.read { $0.notificationCount }))
        json["oldest"] = .number(JSONNumber(inbox.read { $0.oldest }))
        return json
    }

    /// Tells of changes until the phone is gone; several changes may come as one.
    nonisolated func signals() -> AsyncStream<Void> { inbox.changes.subscribe() }

    // MARK: - What a user and the system do

    /// Connects the phone to Apple, or disconnects it.
    public func setOnline(_ isOnline: Bool) {
        self.isOnline = isOnline
        service.setOnline(identity.token, isOnline)
        inbox.changes.send()
    }

    /// Restarts the phone; until `unlock()` no key can be read.
    public func restart() {
        setUnlocked(false)
    }

    /// Unlocks the phone.
    public func unlock() {
        setUnlocked(true)
    }

    /// A host that is released ends its processes once nobody waits for them.
    private func setUnlocked(_ isUnlocked: Bool) {
        wasUnlocked = isUnlocked
        host = program.host(for: identity, wasUnlocked: isUnlocked)
        inbox.changes.send()
    }

    /// Takes every notification off the lock screen and clears the badge, as opening the app does.
    public func clear() {
        inbox.clear()
    }

    /// Removes the app: its device token gets 410 Unregistered from now on.
    public func removeApp() {
        hasApp = false
        service.unregister(identity.token)
        inbox.changes.send()
    }

    /// Gives the app another device token; the old one gets 410 ExpiredToken from now on.
    ///
    /// An app that was removed is installed again.
    func adopt(_ renewed: PhoneIdentity) {
        hasApp = true
        service.expire(identity.token)
        router.connect(renewed.token, to: inbox)
        identity = renewed
        service.register(renewed.token, bundleID: renewed.bundleID)
        service.setOnline(renewed.token, isOnline)
        inbox.changes.send()
    }
}
