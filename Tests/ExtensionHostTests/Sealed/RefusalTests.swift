import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import StrictJSON
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("A push that cannot be opened shows its placeholder and no detail")
struct RefusalTests {
    /// Each refusal with a device that causes it.
    static let refusals: [(code: String, prepare: @Sendable (Bank) throws -> (Payload, BankService))] = [
        ("cannotOpen", { bank in (try bank.seal(), BankService(topic: "com.example.other", keys: bank.keys)) }),
        ("unknownKey", { bank in (try Bank().seal(), bank.service()) }),
        (
            "unknownSender",
            { bank in
                let stranger = try Bank().provider.publicHalf()
                return (try bank.seal(), BankService { try OpeningKeys(device: bank.device, provider: stranger) })
            }
        ),
        ("unauthenticatedSender", { bank in (try bank.seal(suite: .hpkeBase), bank.service()) }),
        (
            "unauthenticatedSender",
            { bank in
                let noneYet = Keyring.forPublicKeys(name: "pinned", role: .provider)
                return (
                    try bank.seal(suite: .hpkeBase),
                    BankService { try OpeningKeys(device: bank.device, provider: noneYet) }
                )
            }
        ),
        (
            "expired",
            { bank in
                let sealed = try bank.seal(expiresIn: .seconds(60), clock: .fixed(1_000_000))
                return (sealed, BankService(clock: .fixed(1_000_121), keys: bank.keys))
            }
        ),
        (
            "notYetValid",
            { bank in
                let sealed = try bank.seal(clock: .fixed(1_000_301))
                return (sealed, BankService(clock: .fixed(1_000_000), keys: bank.keys))
            }
        ),
        (
            "malformed",
            { bank in
                var sealed = try bank.seal()
                sealed["sealed"] = "AQ=="
                return (sealed, bank.service())
            }
        ),
        (
            "malformed",
            { bank in
                var sealed = try bank.seal()
                sealed["sealed"] = 7
                return (sealed, bank.service())
            }
        ),
        (
            "unknownSuite",
            { bank in
                var sealed = try bank.seal()
                sealed["sealed"] = .string("Bw" + String(repeating: "A", count: 90))
                return (sealed, bank.service())
            }
        ),
    ]

    @Test("every refusal leaves the placeholder untouched", arguments: refusals.indices)
    func refused(index: Int) async throws {
        let (code, prepare) = Self.refusals[index]
        let bank = try Bank()
        let sealed = try prepare(bank).0
        let host = ExtensionHost {
            (try? prepare(bank).1) ?? BankService { throw Bank.KeyMissing() }
        }
        let run = host.start(sealed)
        let delivery = await run.delivery
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.reason?.code.description == code)
        #expect(delivery.content.title == "New activity")
        #expect(delivery.content.body == "Open the app")
        #expect(try Payload(userInfo: delivery.content.userInfo) == sealed)
        #expect(delivery.extensionErrors.isEmpty)
        #expect(run.handlerCalls == 1)
    }

    @Test("unavailable keys leave the placeholder, and their error's text is not passed on")
    func keysUnavailable() async throws {
        struct Locked: Error, CustomStringConvertible {
            let description = "secret text"
        }
        let bank = try Bank()
        let delivery = await ExtensionHost { BankService { throw Locked() } }.deliver(try bank.seal())
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.reason?.code == .keysUnavailable)
        #expect(delivery.reason?.explanation == "keys() threw an error of type Locked")
        #expect(delivery.content.title == "New activity")
    }

    @Test("a key error's reason is passed on, since it names nothing secret")
    func keyringMissing() async throws {
        let bank = try Bank()
        let missing = #expect(throws: KeyError.self) { try KeyDirectory("/nonexistent").keyring("phone") }
        let host = ExtensionHost {
            BankService { try OpeningKeys(device: KeyDirectory("/nonexistent").keyring("phone")) }
        }
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.reason?.code == .keysUnavailable)
        #expect(delivery.reason?.explanation == missing?.reason)
    }

    @Test("a service without keys() shows the placeholder, with a reason")
    func keysNotOverridden() async throws {
        let delivery = await ExtensionHost { SealedNotificationService() }.deliver(try Bank().seal())
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.reason?.explanation == "keys() is not overridden")
    }

    @Test("a device that hangs while it fetches its keys shows the placeholder when the time is over")
    func expiry() async throws {
        let bank = try Bank()
        let unlocked = DispatchSemaphore(value: 0)
        let (asked, report) = AsyncStream<Void>.makeStream()
        let clock = ManualClock()
        let host = ExtensionHost(clock: clock) {
            BankService {
                report.finish()
                unlocked.wait()
                return try bank.keys()
            }
        }
        let run = host.start(try bank.seal())
        for await _ in asked {}
        clock.advance(by: .seconds(30))
        let delivery = await run.delivery
        #expect(delivery.outcome == .placeholder)
        #expect(delivery.reason?.code == .timeExpired)
        #expect(delivery.content.title == "New activity")
        #expect(delivery.extensionErrors.map(\.code) == [.stillRunning])
        unlocked.signal()
    }

    @Test("the handler is called once, also if the system calls again")
    func handlerOnce() throws {
        let bank = try Bank()
        let service = bank.service()
        let content = UNMutableNotificationContent(try bank.seal())
        let calls = Mutex<[String]>([])
        let request = UNNotificationRequest(identifier: "one", content: content, trigger: nil)
        service.didReceive(request) { content in calls.withLock { $0.append(content.title) } }
        service.serviceExtensionTimeWillExpire()
        service.serviceExtensionTimeWillExpire()
        #expect(calls.withLock { $0 } == ["Payment received"])
    }

    @Test("a push that opens after the end of the time is not handed over")
    func tooLate() throws {
        let bank = try Bank()
        var expire: (() -> Void)?
        let service = Hurried(keys: bank.keys) { expire?() }
        expire = { service.serviceExtensionTimeWillExpire() }
        defer { expire = nil }
        let content = UNMutableNotificationContent(try bank.seal())
        let calls = Mutex<[String]>([])
        let request = UNNotificationRequest(identifier: "one", content: content, trigger: nil)
        service.didReceive(request) { content in calls.withLock { $0.append(content.title) } }
        #expect(calls.withLock { $0 } == ["New activity"])
        guard case .pending = service.report else {
            Issue.record("the report says more than what was handed over")
            return
        }
    }

    /// Runs out of time while it fetches its keys.
    private final class Hurried: BankService {
        let expire: () -> Void

        init(keys: @escaping @Sendable () throws -> OpeningKeys, expire: @escaping () -> Void) {
            self.expire = expire
            super.init(keys: keys)
        }

        override func keys() throws -> OpeningKeys {
            expire()
            return try super.keys()
        }
    }
}

extension Bank {
    /// The keys of a device that pins this provider.
    var keys: @Sendable () throws -> OpeningKeys {
        { try OpeningKeys(device: device, provider: provider.publicHalf()) }
    }
}
