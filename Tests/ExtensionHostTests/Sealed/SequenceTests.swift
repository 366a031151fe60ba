import ExtensionHost
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import StrictJSON
import Synchronization
import TestSupport
import Testing
import UserNotifications

@Suite("Missed pushes are counted from the provider's numbers")
struct SequenceTests {
    /// A sequence store in memory.
    final class SequenceMemory: SequenceStore {
        private let highest = Mutex<[SequenceStream: UInt64]>([:])

        func note(_ sequence: UInt64, of stream: SequenceStream) -> UInt64? {
            highest.withLock { highest in
                let before = highest[stream]
                highest[stream] = max(sequence, before ?? 0)
                return SequenceStream.missed(before: sequence, highest: before)
            }
        }
    }

    /// A service that counts.
    final class Counting: BankService {
        let store: any SequenceStore

        init(_ bank: Bank, _ store: any SequenceStore) {
            self.store = store
            super.init(keys: bank.keys)
        }

        override var sequenceStore: (any SequenceStore)? { store }
    }

    /// Wire format §13.2: `sequence - highest - 1` above the highest so far, 0 otherwise, nothing for the first one.
    @Test(
        "missed pushes are counted from the highest number so far",
        arguments: [
            ([1, 5, 5, 3], [nil, 3, 0, 0]), ([1, 2], [nil, 0]), ([5, 105], [nil, 99]), ([7, 7, 7], [nil, 0, 0]),
            ([1, 5, 3, 4, 6, 9], [nil, 3, 0, 0, 0, 2]), ([10, 9, 10, 11], [nil, 0, 0, 0]),
            ([1, .max], [nil, .max - 2]), ([.max, 0, .max], [nil, 0, 0]), ([0, 1, 0], [nil, 0, 0]),
        ] as [([UInt64], [UInt64?])]
    )
    func gaps(numbers: [UInt64], missed: [UInt64?]) throws {
        let memory = SequenceMemory()
        let stream = try Self.stream(audience: "")
        #expect(numbers.map { memory.note($0, of: stream) } == missed)
    }

    private static let key = Result { try Keyring.generate(name: "phone", role: .device).primary.thumbprint }

    static func stream(audience: String) throws -> SequenceStream {
        SequenceStream(sender: nil, recipient: try key.get(), topic: "a", audience: audience)
    }

    @Test("audiences that differ only in their bytes are counted separately")
    func canonicalEquivalence() throws {
        let memory = SequenceMemory()
        #expect(try memory.note(4, of: Self.stream(audience: "caf\u{E9}")) == nil)
        #expect(try memory.note(9, of: Self.stream(audience: "cafe\u{301}")) == nil)
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
        _ = await host.deliver(try bank.seal(expiresIn: .seconds(60), sequence: 900, clock: .fixed(1_000_000)))
        #expect(await host.deliver(try bank.seal(sequence: 2)).missedPushes == 0)
    }

    @Test("if the store fails, the push is shown without a count, with a reason")
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

    @Test("if the replay store fails, the push is shown without the check, with a reason")
    func replayFailure() async throws {
        struct Broken: ReplayStore {
            func remember(
                _ envelope: [UInt8], request: String?, until end: Date, issuedAt: Date, now: Date
            ) throws -> ReplayVerdict { throw CancellationError() }
        }
        final class Remembering: BankService {
            override var replayStore: (any ReplayStore)? { Broken() }
        }
        let bank = try Bank()
        let delivery = await ExtensionHost { Remembering(keys: bank.keys) }.deliver(try bank.seal())
        #expect(delivery.outcome == .opened)
        #expect(delivery.reason?.code == .storeUnavailable)
        let checked = await ExtensionHost { BankService(memory: ReplayMemory(), keys: bank.keys) }.deliver(
            try bank.seal())
        #expect(checked.outcome == .opened)
        #expect(checked.reason == nil)
    }
}
