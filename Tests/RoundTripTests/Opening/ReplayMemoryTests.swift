import Foundation
import PushOpener
import RoundTrip
import SealedEnvelope
import Synchronization
import TestSupport
import Testing

@Suite("Replay memory")
struct ReplayMemoryTests {
    private func id(_ number: Int) -> [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Remembers an envelope that was sealed at the time of the call, unless another time is given.
    private func remember(
        _ number: Int, request: String? = nil, until end: Date = 100, issuedAt: Date? = nil, now: Date = 50,
        in memory: ReplayMemory
    ) -> ReplayVerdict {
        memory.remember(id(number), request: request, until: end, issuedAt: issuedAt ?? now, now: now)
    }

    @Test("an envelope is first once; the same request may ask again, no other")
    func verdicts() {
        let memory = ReplayMemory()
        #expect(remember(1, request: "r", in: memory) == .first)
        #expect(remember(1, request: "r", in: memory) == .sameRequest)
        #expect(remember(1, request: "R", in: memory) == .replayed)
        #expect(remember(1, in: memory) == .replayed)
        #expect(remember(2, in: memory) == .first)
        #expect(remember(2, in: memory) == .replayed)
        #expect(remember(2, request: "r", in: memory) == .replayed)
    }

    @Test("a memory that is not full keeps ended entries, and refuses them at every time")
    func clockSetBack() {
        let memory = ReplayMemory(capacity: 3)
        #expect(remember(1, in: memory) == .first)
        #expect(remember(2, until: 300, now: 200, in: memory) == .first)
        for now: Date in [50, 100, 101, 200] { #expect(remember(1, until: 400, now: now, in: memory) == .replayed) }
    }

    @Test("a full memory drops the entries that ended before its clock and before the newest sealing")
    func ended() {
        // The clock; the newest sealing; the number of entries, of those ending at 100 to 107, that are dropped.
        for (now, issuedAt, dropped) in [(103, 103, 3), (103, 500, 3), (500, 103, 3), (101, 101, 1)]
            as [(Date, Date, Int)]
        {
            let memory = ReplayMemory(capacity: 8)
            for number in 0..<8 { _ = remember(number, until: Date(100 + number), now: 1, in: memory) }
            #expect(remember(8, until: 600, issuedAt: issuedAt, now: now, in: memory) == .first)
            for number in dropped..<9 { #expect(remember(number, until: 600, now: now, in: memory) == .replayed) }
            #expect(remember(0, until: 600, now: now, in: memory) != .replayed)
        }
    }

    @Test("a full memory without ended entries drops a quarter, those whose end comes first")
    func capacity() {
        // Enough entries that no other order leaves these by chance.
        let full = ReplayMemory(capacity: 64)
        for number in 0..<64 { #expect(remember(number, until: Date(100 + number), now: 1, in: full) == .first) }
        #expect(remember(64, until: 164, now: 1, in: full) == .firstInFullStore)
        for number in 17..<65 { #expect(remember(number, until: 300, now: 1, in: full) == .replayed) }
        for number in 0..<16 { #expect(remember(number, until: 300, now: 1, in: full) == .first) }
    }

    @Test("a memory of capacity 1 or less keeps one entry", arguments: [Int.min, -1, 0, 1])
    func leastCapacity(_ capacity: Int) {
        let memory = ReplayMemory(capacity: capacity)
        #expect(remember(1, now: 1, in: memory) == .first)
        #expect(remember(1, now: 1, in: memory) == .replayed)
        #expect(remember(2, now: 1, in: memory) == .firstInFullStore)
    }

    @Test("a push for which a full store forgets one that still opens says so")
    func full() throws {
        let (pair, store) = (try Pair(), ReplayMemory(capacity: 1))
        let bodies = try (0..<3).map { _ in try pair.seal(.payment).body }
        let checks = try bodies.map { try pair.opener(store: store).open($0).envelope.replayCheck }
        #expect(checks == [.made, .madeInFullStore, .madeInFullStore])
        #expect(!checks.contains { !$0.isMade })
        // One that has ended is no loss.
        let later = try pair.seal(.payment, now: Pair.now + 8 * 86_400).body
        let opener = try pair.opener(now: Pair.now + 8 * 86_400, store: store)
        #expect(try opener.open(later).envelope.replayCheck == .made)
    }

    @Test("of many concurrent calls one is first")
    func concurrency() async throws {
        let memory = ReplayMemory()
        let pair = try Pair()
        let body = try pair.seal(.payment).body
        let opened = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 {
                group.addTask {
                    (try? pair.opener(store: memory).open(body, request: "request \(number)")) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(opened == 1)
    }

    @Test("a replay is refused to the end of the last second, as the expiry is accepted to it")
    func lastSecond() throws {
        let pair = try Pair()
        let body = try pair.seal(.payment) { $0.expiresIn = .zero }.body
        let store = ReplayMemory()
        _ = try pair.opener(store: store).open(body)
        // The tolerated skew is 60 seconds.
        #expect(try refusal { try pair.opener(now: Pair.now + 60.5, store: store).open(body) } == .replayed)
        #expect(try refusal { try pair.opener(now: Pair.now + 61, store: store).open(body) } == .expired)
    }

    /// 40 days are longer than any push lives.
    @Test("a clock that was ahead for a moment does not end the protection")
    func clockAhead() throws {
        let pair = try Pair()
        let bodies = try [.days(1), .days(30)].map { life in try pair.seal(.payment) { $0.expiresIn = life }.body }
        let store = ReplayMemory(capacity: 3)
        for body in bodies { _ = try pair.opener(store: store).open(body) }
        // Sealed now, and read by a clock that is 40 days ahead: refused, and nothing is forgotten.
        let other = try pair.seal(.payment).body
        let ahead = Pair.now + 40 * 86_400
        #expect(try refusal { try pair.opener(now: ahead, store: store).open(other) } == .expired)
        _ = try pair.opener(now: ahead, store: store).open(pair.seal(.payment, now: ahead - 86_400).body)
        for body in bodies { #expect(try refusal { try pair.opener(store: store).open(body) } == .replayed) }
    }

    @Test("beside a provider's keys, the time of a sender that nothing authenticates counts for nothing")
    func authenticatedTime() throws {
        final class Times: ReplayStore {
            let times = Mutex<[Date]>([])
            func remember(_: [UInt8], request _: String?, until _: Date, issuedAt: Date, now _: Date) -> ReplayVerdict {
                times.withLock { $0.append(issuedAt) }
                return .first
            }
        }
        let store = Times()
        let pairs = try [SealingSuite.hpkeAuth, .hpkeBase, .shared].map { try Pair($0) }
        for pair in pairs {
            for provider in [pair.keys.provider, nil] where pair.suite != .hpkeAuth || provider != nil {
                var policy = Opener.Policy()
                policy.acceptsUnauthenticatedSender = true
                let keys = try OpeningKeys(device: pair.keys.device, provider: provider, shared: pair.keys.shared)
                let opener = try Opener(
                    keys: keys, topic: Pair.topic, policy: policy, clock: .fixed(Pair.now), replayStore: store)
                _ = try opener.open(pair.seal(.payment).body)
            }
        }
        #expect(store.times.withLock { $0 } == [Pair.now, 0, Pair.now, 0, Pair.now])
    }

    private func refusal(_ body: () throws -> OpenedPush) throws -> Refusal.Code? {
        do {
            _ = try body()
            return nil
        } catch let refusal as Refusal {
            return refusal.code
        }
    }

    /// A store that cannot be used, because the device is locked, say.
    private struct NoStore: ReplayStore {
        struct Failure: Error {}
        func remember(
            _: [UInt8], request _: String?, until _: Date, issuedAt _: Date, now _: Date
        ) throws -> ReplayVerdict {
            throw Failure()
        }
    }

    @Test("without a working store the push opens, with a reason")
    func failingStore() throws {
        let pair = try Pair()
        let body = try pair.seal(.payment).body
        #expect(try pair.opener(store: ReplayMemory()).open(body).envelope.replayCheck == .made)
        #expect(try pair.opener(store: NoStore()).open(body).envelope.replayCheck == .failed)
        #expect(try pair.opener().open(body).envelope.replayCheck == .noStore)
    }
}
