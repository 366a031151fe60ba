public import ExtensionHost
import Foundation
import KeyManagement
import Keychain
import LocalAPNs
public import PhoneState
import PushPayload
import UserNotifications

/// A phone with one app: a device token, a key folder, and a service extension in a separate process.
public actor SimulatedPhone {
    /// The phone's name.
    public nonisolated let name: String
    /// The identity of the phone; the token changes with `Simulator.renewToken(of:)`.
    public internal(set) var identity: PhoneIdentity
    /// Whether the phone is connected to the push service.
    public internal(set) var isOnline = true
    /// The lock state; a new phone is locked, and was unlocked before.
    public nonisolated var lockState: Phone.LockState { device.lockState }
    /// Whether the app is installed.
    public internal(set) var hasApp = true

    let app: PhoneApp
    /// The state that the extension uses: lock state, keychain, containers, notifications.
    public nonisolated let device: Phone
    let service: PushService
    let router: PushRouter
    let inbox: PhoneInbox
    /// A signal after each delivery, when the extension may have kept reports.
    private let delivered = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let host: ExtensionProcessHost
    let pinnedName: String?
    /// The storage of the phone that was copied last.
    var storageCopy: StorageCopy?
    /// The clock of the pauses between the app's requests to its server.
    let clock: any Clock<Duration>
    /// Whether the phone is one of an earlier run on the folder.
    let isRestored: Bool
    /// The last delivery of each notification identifier; removed when it has ended.
    private var deliveries: [String: Task<Void, Never>] = [:]

    /// Starts a phone: registers its token with the service and connects it to the router.
    init(
        _ identity: PhoneIdentity, app: PhoneApp, program: ExtensionProgram, service: PushService, router: PushRouter,
        clock: any Clock<Duration>, secondsAhead: Int, isRestored: Bool
    ) {
        name = identity.name
        inbox = PhoneInbox(of: identity.name)
        self.identity = identity
        self.app = app
        self.clock = clock
        self.isRestored = isRestored
        device = Phone(entitlements: program.entitlements(of: identity.bundleID))
        device.lock()
        device.advance(by: .seconds(secondsAhead))
        device.observeNotifications { [inbox] notification in inbox.change { $0.note(notification) } }
        self.service = service
        self.router = router
        pinnedName = program.pinnedName
        host = program.host(for: identity, keyFolder: app.keyFolder, on: device)
        for token in identity.tokens {
            router.connect(token, to: inbox)
            service.register(token, bundleID: identity.bundleID)
        }
        if let state = service.tokenState(identity.token) {
            isOnline = state.isOnline
            hasApp = state.isValid
        }
        copyKeys()
    }

    /// Copies the app's keyrings into its first keychain group for an extension of your own.
    private nonisolated func copyKeys() {
        guard let pinnedName else { return }
        let keys = KeyDirectory(app.keyFolder)
        device.perform {
            let keychain = KeychainKeyStore()
            if let phone = try? keys.keyring("phone") {
                if (try? keychain.change("phone") { $0 = phone }) == nil { _ = try? keychain.add(phone) }
            } else {
                try? keychain.remove("phone")
            }
            guard let published = try? keys.publicKeyring("provider").publicJWKSet() else { return }
            _ = try? keychain.pin(Keyring(publicJWKSet: published, name: UTF8Text(pinnedName)))
        }
    }

    /// Moves the phone's clock forward.
    nonisolated func advance(by duration: Duration) {
        device.advance(by: duration)
        inbox.changes.send()
    }

    /// Tells the extension and the Live Activities that the app has other keys.
    func keysChanged() {
        copyKeys()
        drawActivities()
    }

    /// The tokens of the app: its device token, its push-to-start token, and those of its Live Activities.
    var tokens: [String] { identity.tokens + inbox.read { $0.activities.tokens } }

    // MARK: - Pushes

    /// Runs the extension for each push that arrives, and the app that sends its reports, until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { await self.runApp() }
            group.addTask { await self.runClock() }
            group.addTask { await self.runActivities() }
            group.addTask { await self.runRegistration() }
            await runExtension()
            group.cancelAll()
        }
    }

    /// Sends reports after deliveries, four times a second at most, so that hostile pushes cannot flood the server.
    ///
    /// An app on a phone waits for longer, an hour for example.
    private func runApp() async {
        for await _ in delivered.stream {
            let reports = await app.sendReports(of: identity)
            if reports.contains(where: \.changesKeys) { keysChanged() }
            for report in reports { inbox.change { $0.note(report) } }
            try? await clock.sleep(for: .milliseconds(250))
        }
    }

    /// Asks for the badge four times a second, so that pending notifications are delivered when they are due, and Live Activities
    /// become stale and leave the lock screen; sends a message to open pages every 15 seconds, by which a lost connection is noticed.
    private func runClock() async {
        var ticks = 0
        while (try? await Task.sleep(for: .milliseconds(250))) != nil {
            _ = device.badge
            ticks += 1
            if ticks.isMultiple(of: 60) { inbox.changes.send() }
            endActivities { $0.advanceActivities(to: device.now) }
        }
    }

    /// The number of concurrent pushes is limited by the host's policy.
    ///
    /// Pushes with one identifier are processed one after the other, so that a later one replaces the earlier one.
    private func runExtension() async {
        await withTaskGroup(of: Void.self) { group in
            var running = 0
            for await push in inbox.arrivals.stream {
                if running == host.policy.pushesAtOnce {
                    await group.next()
                    running -= 1
                }
                running += 1
                let identifier = push.notificationIdentifier
                let earlier = deliveries[identifier]
                let delivery = Task {
                    await earlier?.value
                    await deliver(push)
                }
                deliveries[identifier] = delivery
                group.addTask { await self.finish(delivery, of: identifier) }
            }
        }
        await host.shutDown()
        inbox.finish()
    }

    private func finish(_ delivery: Task<Void, Never>, of identifier: String) async {
        await delivery.value
        if deliveries[identifier] == delivery { deliveries[identifier] = nil }
    }

    private func deliver(_ push: AcceptedPush) async {
        guard hasApp else { return inbox.change { $0.discard(push, because: .noApp) } }
        // The service accepts a body that is not a JSON object if its policy allows it; the system drops it.
        guard let payload = try? Payload(parsing: push.body) else {
            return inbox.change { $0.discard(push, because: .malformed) }
        }
        inbox.change { $0.begin(push) }
        let delivery = await host.deliver(payload, identifier: push.notificationIdentifier, pushType: push.pushType)
        // The chains of the app's folder move forward with those of the keychain.
        if pinnedName != nil { app.open(push, of: identity, at: device.now) }
        inbox.change { $0.settle(push, as: delivery) }
        delivered.continuation.yield()
    }

    /// Stops the extension, and removes its folder with the attachments.
    ///
    /// Pushes that it is processing are shown with their original content, and Live Activities end.
    func shutDown() async {
        endActivities()
        await host.shutDown()
        if let folder = device.dataContainer { try? FileManager.default.removeItem(at: folder) }
    }

    // MARK: - State

    /// The accepted ones of the newest 2,000 pushes to the phone, in the order of acceptance.
    public var pushes: [PhoneEntry] { inbox.read { $0.entries(since: 0) } }

    /// The refused ones of the newest 2,000 pushes to the phone, in the order of their answers.
    public var refusals: [PhoneRefusal] {
        inbox.read { $0.refusals.values.sorted { $0.number < $1.number } }
    }

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
        try await wait(until: { $0.deliveries.count >= number }, within: limit, for: { $0.delivery(number) }) {
            .init(.noDelivery, "expected \(number) deliveries to \(name) within \(limit), found \($0.deliveries.count)")
        }
    }

    /// Waits for a key report that the app has sent to its server, and returns it when the app has done what it was told.
    ///
    /// - Parameters:
    ///   - number: the number of the report since the simulator started, from 1.
    ///   - limit: the timeout.
    /// - Returns: the report, the server's answer and what the app did.
    /// - Throws: ``SimulatorError`` with `noReport` after the timeout, or if the report is no longer in the history.
    public func report(number: Int, within limit: Duration = .seconds(60)) async throws -> SentReport {
        try await wait(until: { $0.reports.count >= number }, within: limit, for: { $0.reports[number] }) {
            .init(.noReport, "expected \(number) key reports of \(name) within \(limit), found \($0.reports.count)")
        }
    }

    /// Waits for a state of the history, and returns a value of it; throws an error if there is none then, or after the timeout.
    func wait<Value>(
        until isReached: @escaping @Sendable (borrowing PhoneHistory) -> Bool, within limit: Duration,
        for value: (borrowing PhoneHistory) -> Value?, else error: (borrowing PhoneHistory) -> SimulatorError
    ) async throws -> Value {
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
        return try inbox.read { history in
            guard let value = value(history) else { throw error(history) }
            return value
        }
    }
}
