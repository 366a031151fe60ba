import ExtensionHost
import Testing

@Suite("A manual clock stands still until it is turned")
struct ManualClockTests {
    @Test("the clock starts at zero and advances only when told")
    func advances() {
        let clock = ManualClock()
        #expect(clock.now.offset == .zero)
        clock.advance(by: .seconds(30))
        #expect(clock.now.offset == .seconds(30))
    }

    @Test("a sleep with a past deadline ends at once")
    func past() async throws {
        let clock = ManualClock()
        let deadline = clock.now.advanced(by: .seconds(1))
        clock.advance(by: .seconds(2))
        try await clock.sleep(until: deadline)
    }

    @Test("a sleeper wakes when the clock reaches its deadline")
    func wakes() async throws {
        let clock = ManualClock()
        let sleeper = Task {
            try await clock.sleep(until: ManualClock.Instant(offset: .seconds(5)))
            return clock.now.offset
        }
        #expect(await clock.nextDeadline().offset == .seconds(5))
        clock.advance(by: .seconds(4))
        #expect(await clock.nextDeadline().offset == .seconds(5))
        clock.advance(by: .seconds(1))
        #expect(try await sleeper.value == .seconds(5))
    }

    @Test("a cancelled sleeper wakes with an error", arguments: [true, false])
    func cancelled(afterFallingAsleep: Bool) async throws {
        let clock = ManualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        if afterFallingAsleep {
            _ = await clock.nextDeadline()
        }
        sleeper.cancel()
        await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
}
