public import ExtensionProcess
import LocalAPNs
import PhoneState
import PushPayload

/// A phone with one app: a device token, a key folder, and a service extension in a separate process.
public actor Phone {
    /// The phone's name.
    public nonisolated let name: String
    /// The identity of the phone; the token changes with `Simulator.renewToken(of:)`.
    public private(set) var identity: PhoneIdentity
    /// Whether the phone is connected to the push service.
    public private(set) var isOnline = true
    /// Whether the phone was unlocked since it started.
    public nonisolated var wasUnlocked: Bool { device.lockState != .beforeFirstUnlock }
    /// Whether the app is installed.
    public private(set) var hasApp = true

    private let app: PhoneApp
    /// The state that the extension's process asks for.
    private nonisolated let device: PhoneState.Phone
    private let service: PushService
    private let router: PushRouter
    private let inbox = PhoneInbox()
    /// A signal after each delivery, when the extension may have kept reports.
    private let delivered = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let host: ExtensionProcessHost

    /// Starts a phone: registers its token with the service and connects it to the router.
    init(
        _ identity: PhoneIdentity, app: PhoneApp, extensionPath: String, service: PushService, router: PushRouter
    ) {
        name = identity.name
        self.identity = identity
        self.app = app
        device = PhoneState.Phone(entitlements: Entitlements(bundle: identity.bundleID))
        self.service = service
        self.router = router
        host = ExtensionProgram(path: extensionPath, keyFolder: app.keyFolder).host(for: identity, on: device)
        router.connect(identity.token, to: inbox)
        service.register(identity.token, bundleID: identity.bundleID)
    }

    // MARK: - Pushes

    /// Runs the extension for each push that arrives, and the app that sends its reports, until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runApp() }
            await runExtension()
            group.cancelAll()
        }
    }

    /// Sends reports after deliveries, four times a second at most, so that hostile pushes cannot flood the server.
    ///
    /// An app on a phone waits for longer, an hour for example.
    private func runApp() async {
        for await _ in delivered.stream {
            for report in await app.sendReports(of: identity) { inbox.note(report) }
            try? await Task.sleep(for: .milliseconds(250))
        }
    }

    /// The number of concurrent pushes is limited by the host's policy.
    private func runExtension() async {
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
        // The service accepts a body that is not a JSON object if its policy allows it; the system drops it.
        guard let payload = try? Payload(parsing: push.body) else { return }
        inbox.settle(push, as: await host.deliver(payload, identifier: push.id, pushType: push.pushType))
        delivered.continuation.yield()
    }

    /// Stops the extension.
    ///
    /// Pushes that it is processing are shown with their original content.
    func shutDown() async {
        await host.shutDown()
    }

    // MARK: - State

    /// The newest 2,000 pushes to the phone, in the order of acceptance.
    public var pushes: [PhoneEntry] { inbox.read { $0.entries(since: 0) } }

    /// The content of the lock screen.
    public var lockScreen: LockScreen { inbox.read { $0.lockScreen } }

    /// The number on the app's icon; 0 shows none.
    public var badge: Int { inbox.read { $0.badge } }

    /// The number of deliveries: pushes that arrived and were processed.
    public var deliveryCount: Int { inbox.read { $0.deliveries.count } }

    /// Waits for a delivery and returns it.
    ///
    /// Deliveries are numbered since the simulator started, in the order of their completion. Up to eight pushes are
    /// processed concurrently, so their order may differ from the order of acceptance.
    ///
    /// - Parameters:
    ///   - number: the number of the delivery, from 1.
    ///   - limit: the timeout.
    /// - Returns: the delivery.
    /// - Throws: ``SimulatorError`` with `noDelivery` after the timeout, or if the push is no longer in the history.
    public func delivery(number: Int, within limit: Duration = .seconds(60)) async throws -> Delivery {
        await wait(until: { $0.deliveries.count >= number }, within: limit)
        guard let delivery = inbox.read({ $0.delivery(number) }) else {
            throw SimulatorError(
                .noDelivery, "expected \(number) deliveries to \(name) within \(limit), found \(deliveryCount)")
        }
        return delivery
    }

    /// Waits for a key report that the app has sent to its server, and returns it when the app has done what it was told.
    ///
    /// - Parameters:
    ///   - number: the number of the report since the simulator started, from 1.
    ///   - limit: the timeout.
    /// - Returns: the report, the server's answer and what the app did.
    /// - Throws: ``SimulatorError`` with `noReport` after the timeout.
    public func report(number: Int, within limit: Duration = .seconds(60)) async throws -> SentReport {
        await wait(until: { $0.reports.count >= number }, within: limit)
        let reports = inbox.read { $0.reports }
        guard reports.indices.contains(number - 1) else {
            throw SimulatorError(
                .noReport, "expected \(number) key reports of \(name) within \(limit), found \(reports.count)")
        }
        return reports[number - 1]
    }

    private func wait(
        until isReached: @escaping @Sendable (borrowing PhoneHistory) -> Bool, within limit: Duration
    ) async {
        let changes = inbox.changes.subscribe()
        await withTaskGroup(of: Void.self) { [inbox] group in
            group.addTask {
                if inbox.read(isReached) { return }
                for await _ in changes where inbox.read(isReached) { return }
            }
            group.addTask { try? await Task.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns the entries that changed after a revision, the current revision, and the phone's state.
    func changes(since old: Int) -> (entries: [PhoneEntry], revision: Int, state: JSONObject) {
        let (entries, revision) = inbox.read { ($0.entries(since: old), $0.revision) }
        return (entries, revision, state)
    }

    /// The phone's state as JSON for the page; `oldest` is the number of the oldest push in the history.
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

    /// Returns a stream of change notifications, which ends with the phone.
    ///
    /// Several changes may be one element.
    nonisolated func changeStream() -> AsyncStream<Void> { inbox.changes.subscribe() }

    // MARK: - Actions of the user and the system

    /// Connects the phone to the push service, or disconnects it.
    public func setOnline(_ isOnline: Bool) {
        self.isOnline = isOnline
        service.setOnline(identity.token, isOnline)
        inbox.changes.send()
    }

    /// Restarts the phone.
    ///
    /// No key can be read until `unlock()`.
    public func restart() {
        device.restart()
        inbox.changes.send()
    }

    /// Unlocks the phone.
    public func unlock() {
        device.unlock()
        inbox.changes.send()
    }

    /// Removes all notifications from the lock screen and clears the badge, as opening the app does.
    public func clear() {
        inbox.clear()
    }

    /// Removes the phone's keys, as a restored backup without them does.
    ///
    /// The next sealed push is refused; the app then enrols a new key.
    ///
    /// - Throws: `KeyError` with `notFound` if there are none.
    public func loseKey() throws {
        try app.loseKey()
    }

    /// Removes the app.
    ///
    /// Later pushes to its device token get 410 Unregistered.
    public func removeApp() {
        hasApp = false
        service.unregister(identity.token)
        inbox.changes.send()
    }

    /// Replaces the app's device token.
    ///
    /// Later pushes to the old one get 410 ExpiredToken.
    ///
    /// A removed app is installed again.
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
