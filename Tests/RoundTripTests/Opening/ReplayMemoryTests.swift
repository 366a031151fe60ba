import Foundation
import PushOpener
import RoundTrip
import TestSupport
import Testing

@Suite("Replay memory")
struct ReplayMemoryTests {
    private func id(_ number: Int) -> [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    @Test("an envelope is first once; the same request may ask again, no other")
    func verdicts() {
        let memory = ReplayMemory()
        #expect(memory.remember(id(1), request: "r", until: 100, now: 50) == .first)
        #expect(memory.remember(id(1), request: "r", until: 100, now: 50) == .sameRequest)
        #expect(memory.remember(id(1), request: "R", until: 100, now: 50) == .replayed)
        #expect(memory.remember(id(1), request: nil, until: 100, now: 50) == .replayed)
        #expect(memory.remember(id(2), request: nil, until: 100, now: 50) == .first)
        #expect(memory.remember(id(2), request: nil, until: 100, now: 50) == .replayed)
        #expect(memory.remember(id(2), request: "r", until: 100, now: 50) == .replayed)
    }

    @Test("an entry is kept to its last second and may be dropped after it")
    func end() {
        let memory = ReplayMemory()
        #expect(memory.remember(id(1), request: nil, until: 100, now: 50) == .first)
        #expect(memory.remember(id(1), request: nil, until: 100, now: 100) == .replayed)
        #expect(memory.remember(id(1), request: nil, until: 200, now: 101) == .first)
        #expect(memory.remember(id(1), request: nil, until: 200, now: 200) == .replayed)
    }

    @Test("a memory that is not full keeps expired entries, for a clock that is set back")
    func clockSetBack() {
        let memory = ReplayMemory(capacity: 3)
        #expect(memory.remember(id(1), request: nil, until: 100, now: 50) == .first)
        #expect(memory.remember(id(2), request: nil, until: 300, now: 200) == .first)
        #expect(memory.remember(id(1), request: nil, until: 100, now: 50) == .replayed)
    }

    @Test("a full memory drops expired entries, then the one that expires first")
    func capacity() {
        let memory = ReplayMemory(capacity: 8)
        for number in 0..<8 { _ = memory.remember(id(number), request: nil, until: Date(100 + number), now: 1) }
        #expect(memory.remember(id(8), request: nil, until: 300, now: 103) == .first)
        // 0, 1 and 2 had expired, so nothing else was dropped.
        for number in 3..<9 { #expect(memory.remember(id(number), request: nil, until: 300, now: 103) == .replayed) }

        // One had expired, and is dropped instead of a quarter of all.
        let almost = ReplayMemory(capacity: 8)
        for number in 0..<8 { _ = almost.remember(id(number), request: nil, until: Date(100 + number), now: 1) }
        #expect(almost.remember(id(8), request: nil, until: 300, now: 101) == .first)
        for number in 1..<9 { #expect(almost.remember(id(number), request: nil, until: 300, now: 101) == .replayed) }

        // None had expired, so a quarter of all and one were dropped; enough that no other order leaves these by chance.
        let full = ReplayMemory(capacity: 64)
        for number in 0..<65 { _ = full.remember(id(number), request: nil, until: Date(100 + number), now: 1) }
        for number in 17..<65 { #expect(full.remember(id(number), request: nil, until: 300, now: 1) == .replayed) }
        for number in 0..<16 { #expect(full.remember(id(number), request: nil, until: 300, now: 1) == .first) }
    }

    @Test("a memory of capacity 1 or less keeps one entry", arguments: [Int.min, -1, 0, 1])
    func leastCapacity(_ capacity: Int) {
        let memory = ReplayMemory(capacity: capacity)
        #expect(memory.remember(id(1), request: nil, until: 100, now: 1) == .first)
        #expect(memory.remember(id(1), request: nil, until: 100, now: 1) == .replayed)
        #expect(memory.remember(id(2), request: nil, until: 100, now: 1) == .first)
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
        func remember(_: [UInt8], request _: String?, until _: Date, now _: Date) throws -> ReplayVerdict {
            throw Failure()
        }
    }

    @Test("without a working store the push opens, with a reason")
    func failingStore() throws {
        let pair = try Pair()
        let body = try pair.seal(.payment).body
        #expect(try pair.opener(store: ReplayMemory()).open(body).envelope.isReplayChecked)
        #expect(try !pair.opener(store: NoStore()).open(body).envelope.isReplayChecked)
        #expect(try !pair.opener().open(body).envelope.isReplayChecked)
    }
}
