import ExtensionHost
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import SealedNotifications
import StrictJSON
import Synchronization
import TestSupport
import Testing
import UserNotifications

/// chains.md S.8, 2.
@Suite("A service that renews the key of the device")
final class RenewalTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)
    private static let day: TimeInterval = 86_400
    private let store = KeyDirectory(FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path)
    private let provider: Keyring
    private let offers = Offers()

    private final class Offers: Sendable {
        let list = Mutex<[KeyOffer]>([])
    }

    init() throws { provider = try .generate(name: "provider", role: .provider, at: Self.now - 90 * Self.day) }

    deinit { try? FileManager.default.removeItem(atPath: store.path) }

    private final class Renewing: BankService {
        private let own: [NotificationStage]

        init(_ keys: OpeningKeys, _ clock: WallClock, _ own: [NotificationStage]) {
            self.own = own
            super.init(clock: clock, keys: { keys })
        }

        override var stages: [NotificationStage] { own }
    }

    /// Keeps the keyring of a device, unless there is one.
    private func keep(enrolled days: Int) throws {
        let keyring = try Keyring.enrolled(name: "phone", lifetime: 30, at: Self.now - Double(days) * Self.day)
        _ = try store.keep(KeyringChange(keyring, from: nil))
    }

    private func deliver(
        after days: Int = 0, timer: some Clock<Duration> = ManualClock(),
        renew: @escaping @Sendable (KeyOffer) async throws -> Void = { _ in }
    ) throws -> ExtensionRun {
        let clock = WallClock.fixed(Self.now + Double(days) * Self.day)
        let device = try store.keyring("phone")
        let key = try #require(device.primary.devicePublicKey)
        let sealed = try Sealer(from: provider, topic: Bank.topic, clock: clock).seal(Bank.payment, to: key)
        let keys = try OpeningKeys(device: device, provider: provider.publicHalf())
        let stage = NotificationStage.renewal(
            of: "phone", in: store, pinned: nil, clock: clock, timer: timer
        ) { [offers] offer in
            offers.list.withLock { $0.append(offer) }
            try await renew(offer)
        }
        let host = ExtensionHost(policy: .onBusyMachine) { Renewing(keys, clock, [stage]) }
        return host.start(try Payload(parsing: sealed.body))
    }

    private func offerCount(afterwards run: ExtensionRun) async -> Int {
        let delivery = await run.delivery
        #expect(delivery.outcome == .opened && delivery.content.title == "Payment received")
        return offers.list.withLock { $0.count }
    }

    @Test("a key of more than 45 days is renewed at most once a day, and one of 45 days is not")
    func age() async throws {
        try keep(enrolled: 45)
        #expect(await offerCount(afterwards: try deliver()) == 0)
        #expect(try store.keyring("phone").keys.count == 1)
        #expect(await offerCount(afterwards: try deliver(after: 1)) == 1)
        #expect(await offerCount(afterwards: try deliver(after: 1)) == 1)
        #expect(await offerCount(afterwards: try deliver(after: 2)) == 2)
        let keys = try store.keyring("phone").keys
        #expect(keys.map(\.state) == [.active, .pending])
        #expect(offers.list.withLock { $0.last?.key.thumbprint } == keys.last?.thumbprint)
    }

    @Test("without a chain nothing is renewed")
    func otherSuite() async throws {
        _ = try store.generate("phone", role: .device, at: Self.now - 100 * Self.day)
        #expect(await offerCount(afterwards: try deliver()) == 0)
    }

    @Test("the content is shown when the server fails, and when it takes more than five seconds")
    func failures() async throws {
        try keep(enrolled: 50)
        let failing = try deliver { _ in throw URLError(.cannotConnectToHost) }
        #expect(await offerCount(afterwards: failing) == 1)
        #expect(await failing.delivery.stages.map(\.end) == [.failed])
        let timer = ManualClock()
        let hanging = try deliver(after: 1, timer: timer) { _ in try await Task.sleep(for: .seconds(3600)) }
        #expect(await timer.nextDeadline().offset == .seconds(5))
        try await until("the request is made") { offers.list.withLock { $0.count } == 2 }
        timer.advance(by: .seconds(5))
        #expect(await offerCount(afterwards: hanging) == 2)
    }
}
