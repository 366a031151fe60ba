import ExtensionHost
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import Synchronization
import Testing
import UserNotifications

@Suite("After the content, the service hands its report to didHandOver(_:), with reports about keys for the provider")
struct KeyReportTests {
    /// The content and the reports of a service's calls, in their order.
    final class Journal: Sendable {
        private let entries = Mutex<[(name: String, report: ServiceReport?, thread: Int)]>([])

        func note(_ name: String, _ report: ServiceReport? = nil) {
            entries.withLock { $0.append((name, report, ObjectIdentifier(Thread.current).hashValue)) }
        }

        var names: [String] { entries.withLock { $0.map(\.name) } }
        var threads: Set<Int> { entries.withLock { Set($0.map(\.thread)) } }
        var reports: [ServiceReport] { entries.withLock { $0.compactMap(\.report) } }
    }

    final class Reporting: BankService {
        let journal = Journal()
        var steps: [NotificationStage] = []

        override var stages: [NotificationStage] { steps }

        override func didHandOver(_ report: ServiceReport) { journal.note("report \(report.request)", report) }

        func receive(_ payload: Payload, _ identifier: String = "1") {
            let content = UNMutableNotificationContent(payload)
            let request = UNNotificationRequest(identifier: identifier, content: content, trigger: nil)
            didReceive(request) { [journal] in journal.note("\($0.title) \(identifier)") }
        }
    }

    @Test("a push to a key that the device does not have is reported once, after the placeholder, on the same thread")
    func unknownKey() throws {
        let bank = try Bank()
        let service = Reporting(keys: bank.keys)
        let stranger = try Bank()
        service.receive(try stranger.seal())
        service.serviceExtensionTimeWillExpire()
        #expect(service.journal.names == ["New activity 1", "report 1"])
        #expect(service.journal.threads.count == 1)
        let report = try #require(service.journal.reports.first?.keyReports.first)
        #expect(service.journal.reports.first?.keyReports.count == 1)
        #expect(report.subject == .recipient)
        #expect(report.standing == .unknown)
        #expect(report.action == .reRegister)
        #expect(try report.key == stranger.device.primary.id)
        #expect(try report.current == bank.device.primary.thumbprint)
    }

    @Test("a device that has no keyring reports the key of the push, and no current one")
    func noKeyring() throws {
        let bank = try Bank()
        let service = Reporting { try OpeningKeys(provider: bank.provider.publicHalf()) }
        service.receive(try bank.seal())
        let report = try #require(service.journal.reports.first?.keyReports.first)
        #expect(report.action == .reRegister)
        #expect(report.current == nil)
    }

    @Test("a push by a provider key that is not pinned is reported with wait")
    func unknownSender() throws {
        let bank = try Bank()
        let before = try Bank().provider.publicHalf()
        let service = Reporting { try OpeningKeys(device: bank.device, provider: before) }
        service.receive(try bank.seal())
        let reports = try #require(service.journal.reports.first).keyReports
        #expect(reports.map(\.subject) == [.sender])
        #expect(reports.map(\.action) == [.wait])
        #expect(try reports.map(\.current) == [before.primary.thumbprint])
    }

    @Test("a push that opens with keys that retire is reported for both, after the content")
    func retiring() throws {
        let bank = try Bank()
        let sealed = try bank.seal()
        var (device, provider) = (bank.device, bank.provider)
        try device.rotate(grace: .days(7))
        try provider.rotate(grace: .days(7))
        let service = Reporting { [device, provider] in
            try OpeningKeys(device: device, provider: provider.publicHalf())
        }
        service.receive(sealed)
        #expect(service.journal.names == ["Payment received 1", "report 1"])
        let reports = try #require(service.journal.reports.first).keyReports
        #expect(reports.map(\.subject) == [.recipient, .sender])
        #expect(reports.allSatisfy { $0.standing == .retiring && $0.action == .update })
    }

    @Test(
        "the hook is called without reports about keys for a push that opens, one by a revoked key and one without a seal"
    )
    func nothingToDo() throws {
        let bank = try Bank()
        let sealed = try bank.seal()
        let current = Reporting(keys: bank.keys)
        current.receive(sealed)
        current.receive(Bank.payment, "2")
        var pinned = try bank.provider.publicHalf()
        try pinned.revoke(pinned.primary.thumbprint)
        let revoking = Reporting { [pinned] in try OpeningKeys(device: bank.device, provider: pinned) }
        revoking.receive(sealed)
        let reports = current.journal.reports + revoking.journal.reports
        #expect(reports.map(\.keyReports) == [[], [], []])
        guard case .opened = reports[0].seal, case .notSealed = reports[1].seal,
            case .refused(let refusal) = reports[2].seal
        else {
            Issue.record("the hook got other reports: \(reports.map(\.seal))")
            return
        }
        #expect(refusal.code == .revokedKey)
    }

    @Test("with stages, the hook follows the last one and the content")
    func stages() async throws {
        let bank = try Bank()
        let (reports, report) = AsyncStream<ServiceReport>.makeStream()
        final class Awaited: BankService {
            var whenHandedOver: (ServiceReport) -> Void = { _ in }
            override var stages: [NotificationStage] {
                [
                    NotificationStage("title") { content, push in
                        content.title = "\(push.payload.root.count)"
                        return content
                    }
                ]
            }
            override func didHandOver(_ report: ServiceReport) { whenHandedOver(report) }
        }
        let awaited = Awaited(keys: bank.keys)
        awaited.whenHandedOver = { report.yield($0) }
        let shown = Mutex<[String]>([])
        let content = UNMutableNotificationContent(try bank.seal())
        awaited.didReceive(UNNotificationRequest(identifier: "1", content: content, trigger: nil)) { content in
            shown.withLock { $0.append(content.title) }
        }
        var iterator = reports.makeAsyncIterator()
        let handedOver = await iterator.next()
        #expect(shown.withLock { $0 } == ["3"])
        #expect(handedOver?.stages.map(\.end) == [.done])
    }

    @Test("at the end of the time all contents are handed over before the first hook")
    func expiry() async throws {
        let bank = try Bank()
        let service = Reporting(keys: bank.keys)
        service.steps = [
            NotificationStage("endless") { content, _ in
                try await Task.sleep(for: .seconds(3600))
                return content
            }
        ]
        service.receive(try bank.seal(), "1")
        service.receive(try bank.seal(), "2")
        service.serviceExtensionTimeWillExpire()
        service.serviceExtensionTimeWillExpire()
        #expect(
            service.journal.names == ["Payment received 1", "Payment received 2", "report 1", "report 2"])
    }

    @Test("a hook that hangs leaves the content as it is, and the host waits for it no longer than the time limit")
    func hangingHook() async throws {
        final class Hanging: BankService {
            let end: DispatchSemaphore

            init(until end: DispatchSemaphore, keys: @escaping @Sendable () throws -> OpeningKeys) {
                self.end = end
                super.init(keys: keys)
            }

            override func didHandOver(_ report: ServiceReport) { end.wait() }
        }
        let bank = try Bank()
        let end = DispatchSemaphore(value: 0)
        let clock = ManualClock()
        let host = ExtensionHost(clock: clock) { Hanging(until: end, keys: bank.keys) }
        let run = host.start(try bank.seal())
        await run.reached(.answered)
        clock.advance(by: .seconds(30))
        let delivery = await run.delivery
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.extensionErrors.map(\.code) == [.stillRunning])
        end.signal()
    }

    @Test("a service is released once its content is handed over")
    func released() throws {
        let bank = try Bank()
        weak var released: Reporting?
        do {
            let service = Reporting(keys: bank.keys)
            released = service
            service.receive(try bank.seal())
        }
        #expect(released == nil)
    }
}
