import Foundation
import PushPayload
import StrictJSON
import Synchronization
import Testing
import UserNotifications

@testable import ExtensionHost

/// The open points of Apple's contract, by their numbers in Documentation/extension-contract.md.
@Suite("Where Apple says nothing the host has a switch, and both positions hold")
struct SwitchTests {
    /// A policy with a time limit that no push reaches on the system's clock.
    static func policy(_ change: (inout SystemPolicy) -> Void) -> SystemPolicy {
        var policy = SystemPolicy.onBusyMachine
        change(&policy)
        return policy
    }

    @Test("an alert that is a string reaches the extension only with the policy's switch", arguments: [true, false])
    func alertText(isCalled: Bool) async {
        let policy = Self.policy { if isCalled { $0.callsForAlertText = true } }
        let payload = Payload(["aps": ["alert": "text", "mutable-content": 1]])
        let delivery = await ContractTests.marking(policy).deliver(payload)
        #expect(delivery.outcome == (isCalled ? .modified : .unchanged))
        #expect(delivery.reason?.code == (isCalled ? nil : .alertIsText))
    }

    @Test("an alert of localization keys reaches the extension unless the policy says no", arguments: [true, false])
    func localizationKeys(isCalled: Bool) async {
        let policy = Self.policy { if !isCalled { $0.callsForLocalizationKeys = false } }
        let payload = Payload(["aps": ["alert": ["loc-key": "NEW"], "mutable-content": 1]])
        let delivery = await ContractTests.marking(policy).deliver(payload)
        #expect(delivery.outcome == (isCalled ? .modified : .unchanged))
        #expect(delivery.reason?.code == (isCalled ? nil : .onlyLocalizationKeys))
    }

    @Test("the first call of the handler wins, with the policy's switch the last", arguments: [true, false])
    func repeatedAnswer(lastCounts: Bool) async {
        let policy = Self.policy { if lastCounts { $0.lastAnswerCounts = true } }
        let here = await ExtensionHost(policy: policy) { Repeating() }.deliver(.ordinary)
        #expect(here.content.body == (lastCounts ? "3" : "1"))
        #expect(here.extensionErrors.map(\.code) == [.handlerCalledAgain])

        let host = ExtensionProcessHost(executable: Specimens.executable, policy: policy, limits: Specimens.limits)
        let elsewhere = await host.deliver(Specimens.push("twice"))
        #expect(elsewhere.content.body == (lastCounts ? "again" : "Push 0"))
        #expect(elsewhere.extensionErrors.map(\.code) == [.handlerCalledAgain])
        await host.shutDown()
    }

    /// Hands over only when two have been called.
    private final class Meeting: UNNotificationServiceExtension {
        final class Place: Sendable {
            let isOccupied = Mutex(false)
            let second = DispatchSemaphore(value: 0)
        }

        let place: Place

        init(place: Place) {
            self.place = place
        }

        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            let isFirst = place.isOccupied.withLock { isOccupied in
                defer { isOccupied = true }
                return !isOccupied
            }
            if isFirst { place.second.wait() } else { place.second.signal() }
            let content = UNMutableNotificationContent()
            content.body = "met"
            contentHandler(content)
        }
    }

    @Test("an extension is called for several pushes at once, with the policy's switch for one after the other")
    func pushesAtOnce() async {
        let place = Meeting.Place()
        let together = ExtensionHost { Meeting(place: place) }
        let runs = (0..<2).map { _ in together.start(.ordinary) }
        for run in runs { #expect(await run.delivery.content.body == "met") }

        let clock = ManualClock()
        var policy = SystemPolicy()
        policy.pushesAtOnce = 1
        let alone = ExtensionHost(policy: policy, clock: clock) { Dating(clock) }
        let first = alone.start(.ordinary)
        let second = alone.start(.ordinary)
        await first.reached(.returned)
        clock.advance(by: .seconds(30))
        #expect(await first.delivery.content.body == "0.0 seconds")
        await second.reached(.returned)
        clock.advance(by: .seconds(30))
        let delivery = await second.delivery
        #expect(delivery.content.body == "30.0 seconds")
        // Its time began with its turn.
        #expect(delivery.timings.expired == .seconds(30))
    }

    /// Hands over only when its time is over, with the time at which it was called.
    private final class Dating: UNNotificationServiceExtension {
        private let clock: ManualClock
        private let best = UNMutableNotificationContent()
        private var handler: ((UNNotificationContent) -> Void)?

        init(_ clock: ManualClock) {
            self.clock = clock
        }

        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            best.body = "\(clock.now.offset)"
            handler = contentHandler
        }

        override func serviceExtensionTimeWillExpire() {
            handler?(best)
        }
    }

    @Test("a process gets several pushes at once, with the policy's switch one after the other")
    func pushesAtOnceInProcess() async throws {
        var limits = Specimens.limits
        limits.processes = 1
        let together = ExtensionProcessHost(
            executable: Specimens.executable, policy: .onBusyMachine, limits: limits)
        let silent = [await together.start(Specimens.push("silent")), await together.start(Specimens.push("silent"))]
        for run in silent { await run.reached(.returned) }
        #expect(await together.startedProcesses == 1)
        await together.shutDown()

        let policy = Self.policy { $0.pushesAtOnce = 1 }
        let alone = ExtensionProcessHost(executable: Specimens.executable, policy: policy, limits: limits)
        let log = await withTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { await alone.deliver(Specimens.push("times")).content.body } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let spans = try log.map { entry in
            let times = entry.split(separator: " ").compactMap { UInt64($0) }
            return (start: try #require(times.first), end: try #require(times.last))
        }.sorted { $0.start < $1.start }
        #expect(spans.count == 6)
        for (one, next) in zip(spans, spans.dropFirst()) { #expect(one.end <= next.start) }
        await alone.shutDown()
    }

    @Test("a full extension is started again, up to the limit of processes", arguments: [1, 3])
    func processes(limit: Int) async {
        var limits = Specimens.limits
        limits.processes = limit
        let policy = Self.policy { $0.pushesAtOnce = 1 }
        let host = ExtensionProcessHost(executable: Specimens.executable, policy: policy, limits: limits)
        for _ in 0..<limit { await host.start(Specimens.push("silent")).reached(.returned) }
        #expect(await host.startedProcesses == limit)
        let waiting = Task { await host.deliver(Specimens.push("answer")) }
        await host.shutDown()
        #expect(await waiting.value.content.title == "New activity")
        #expect(await host.startedProcesses == limit)
    }

    @Test("the limits of an extension's process are switches", arguments: [24, 512])
    func memory(mebibytes: Int) async {
        let host = Specimens.host { $0.memory = mebibytes << 20 }
        let delivery = await host.deliver(Specimens.push("take 100 MiB"))
        #expect(delivery.reason?.code == (mebibytes == 24 ? .memoryExceeded : nil))
        #expect(delivery.outcome == (mebibytes == 24 ? .unchanged : .modified))
        await host.shutDown()
    }

    @Test("the user info of a push holds aps, unless the policy says no", arguments: [true, false])
    func userInfo(hasAPS: Bool) async {
        final class Asking: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                let content = UNMutableNotificationContent()
                content.body = request.content.userInfo.keys.compactMap { $0 as? String }.sorted().joined(
                    separator: " ")
                contentHandler(content)
            }
        }
        let policy = Self.policy { if !hasAPS { $0.userInfoHasAPS = false } }
        let delivery = await ExtensionHost(policy: policy) { Asking() }.deliver(.ordinary)
        #expect(delivery.content.body == (hasAPS ? "aps order" : "order"))
        #expect((delivery.original.userInfo["aps"] != nil) == hasAPS)

        let host = ExtensionProcessHost(executable: Specimens.executable, policy: policy, limits: Specimens.limits)
        let body = await host.deliver(Specimens.push("keys")).content.body
        #expect(body == (hasAPS ? "aps do" : "do"))
        await host.shutDown()
    }

    @Test("without aps in its user info a sealed push opens")
    func sealedWithoutAPS() async throws {
        let bank = try Bank()
        let host = ExtensionHost(policy: Self.policy { $0.userInfoHasAPS = false }) { bank.service() }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.reason == nil)
        #expect(delivery.content.title == "Payment received")
    }

    /// Phones since iOS 11 (wire-ios-sync-engine #903, Signal-iOS #4195, session-ios #525), whatever Apple's page of `body` says.
    @Test(
        "percent signs in a body are shown unchanged",
        arguments: ["10% of battery remaining", "test%notifications%20secondattempt", "%%", "50%", "%@"])
    func percentSigns(body: String) async {
        let host = ExtensionHost {
            Changing {
                $0.body = body
                $0.subtitle = body
            }
        }
        let content = await host.deliver(.ordinary).content
        #expect([content.body, content.subtitle] == [body, body])
    }
}
