import KeyManagement
import PushOpener
import PushPayload
import ServiceExtension
import StrictJSON
import Testing
import UserNotifications

@Suite("Missed pushes are counted from the provider's numbers")
struct SequenceTests {
    /// A service that counts.
    final class Counting: BankService {
        let store: any SequenceStore

        init(_ bank: Bank, _ store: any SequenceStore) {
            self.store = store
            super.init(keys: bank.keys)
        }

        override var sequenceStore: (any SequenceStore)? { store }
    }

    static func window(after numbers: [UInt64]) -> (SequenceWindow, last: UInt64?) {
        var window = SequenceWindow(first: numbers[0])
        var last: UInt64?
        for number in numbers.dropFirst() { last = window.note(number) }
        return (window, last)
    }

    @Test(
        "a gap tells how many are missing directly before a number",
        arguments: [
            ([1, 2], 0), ([1, 3], 1), ([5, 105], 99), ([1, 1], nil), ([7, 7, 7], nil), ([1, 4, 4], 2),
            // The late ones fill the gap, whichever way one asks.
            ([1, 5, 3], 1), ([1, 5, 4], 2), ([1, 5, 2, 5], 2), ([1, 5, 3, 5], 1), ([1, 5, 4, 5], 0),
            ([1, 5, 4, 3, 2, 5], 0), ([1, 5, 2, 3, 4, 4], 0),
            // Too old to tell, and before the first of all.
            ([100, 200, 101], nil), ([10, 9], nil), ([10, 9, 10], 0),
            ([1, .max], .max - 2), ([.max, 0], nil),
        ] as [([UInt64], UInt64?)]
    )
    func gaps(numbers: [UInt64], missing: UInt64?) {
        #expect(Self.window(after: numbers).last == missing)
    }

    @Test("a window that was stored goes on as if it had not been")
    func stored() {
        let numbers: [UInt64] = [3, 9, 4, 70, 71, 8, 200, 199, 137, 200]
        for count in 1..<numbers.count {
            var window = Self.window(after: Array(numbers[..<count])).0
            var stored = SequenceWindow(highest: window.highest, arrived: window.arrived, gap: window.gap)
            #expect(window.note(numbers[count]) == stored.note(numbers[count]))
            #expect(window == stored)
        }
    }

    @Test("the delivery says how many pushes were missed")
    func delivery() async throws {
        let bank = try Bank()
        let memory = SequenceMemory()
        let host = ExtensionHost { Counting(bank, memory) }
        #expect(await host.deliver(try bank.seal(sequence: 4)).missedPushes == nil)
        #expect(await host.deliver(try bank.seal(sequence: 5)).missedPushes == 0)
        let delivery = await host.deliver(try bank.seal(sequence: 9))
        #expect(delivery.missedPushes == 3)
        #expect(delivery.json["missedPushes"] == 3)
        #expect(await host.deliver(try bank.seal()).missedPushes == nil)
    }

    @Test("each pair of provider and device counts for itself")
    func streams() async throws {
        let (one, two) = (try Bank(), try Bank())
        let memory = SequenceMemory()
        _ = await ExtensionHost { Counting(one, memory) }.deliver(try one.seal(sequence: 4))
        let delivery = await ExtensionHost { Counting(two, memory) }.deliver(try two.seal(sequence: 9))
        #expect(delivery.missedPushes == nil)
    }

    @Test("a push that was refused is not counted")
    func refused() async throws {
        let bank = try Bank()
        let memory = SequenceMemory()
        let host = ExtensionHost { Counting(bank, memory) }
        _ = await host.deliver(try bank.seal(sequence: 1))
        _ = await host.deliver(try bank.seal(expiresIn: 60, sequence: 900, clock: .fixed(1_000_000)))
        #expect(await host.deliver(try bank.seal(sequence: 2)).missedPushes == 0)
    }

    @Test("a store that fails costs the count, not the push, and the reason says so")
    func failure() async throws {
        struct Broken: SequenceStore {
            func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64? { throw CancellationError() }
        }
        let bank = try Bank()
        let delivery = await ExtensionHost { Counting(bank, Broken()) }.deliver(try bank.seal(sequence: 1))
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.reason?.code == .storeUnavailable)
    }

    @Test("a replay store that fails costs the check, not the push, and the reason says so")
    func replayFailure() async throws {
        struct Broken: ReplayStore {
            func remember(
                _ envelope: [UInt8], request: String?, until expiry: UInt32, now: UInt32
            ) throws -> ReplayVerdict { throw CancellationError() }
        }
        final class Remembering: BankService {
            override var replayStore: (any ReplayStore)? { Broken() }
        }
        let bank = try Bank()
        let delivery = await ExtensionHost { Remembering(keys: bank.keys) }.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.reason?.code == .storeUnavailable)
    }
}
