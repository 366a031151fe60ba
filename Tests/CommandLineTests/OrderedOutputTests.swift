import Synchronization
import Testing

@testable import sealedpush

@Suite("The output of seal --lines")
struct OrderedOutputTests {
    /// An output that fails at a batch, and its states after each batch.
    private final class Failing: Sendable {
        let failures = Mutex<[Bool]>([])
        let written = Mutex<[Int]>([])
        private let current = Mutex<OrderedOutput?>(nil)

        func output(failingAt place: Int) -> OrderedOutput {
            let output = OrderedOutput { [self] batch throws(Failure) in
                written.withLock { $0.append(batch.lineCount) }
                if batch.lineCount == place { throw Failure("full") }
            } then: { [self] in
                let isFailed = current.withLock { $0 }?.failure != nil
                failures.withLock { $0.append(isFailed) }
            }
            current.withLock { $0 = output }
            return output
        }
    }

    private func batch(_ number: Int) -> OrderedOutput.Batch {
        OrderedOutput.Batch(bytes: [], lineCount: number, failureCount: 0)
    }

    /// The finding: a worker that waited for space was woken before the failure was known, read a batch more, and waited for ever.
    @Test("a worker that a failed write wakes knows of the failure, and nothing more is written")
    func failureIsKnown() {
        let failing = Failing()
        let output = failing.output(failingAt: 1)
        output.put(batch(0), at: 0)
        output.put(batch(2), at: 2)
        #expect(output.failure == nil)
        output.put(batch(1), at: 1)
        output.put(batch(3), at: 3)
        #expect(output.failure?.reason == "full")
        #expect(failing.failures.withLock { $0 } == [false, true])
        #expect(failing.written.withLock { $0 } == [0, 1])
    }

    @Test("batches are written in their order, whatever the order of their places")
    func order() {
        let failing = Failing()
        let output = failing.output(failingAt: -1)
        for place in [3, 1, 0, 2, 5, 4] { output.put(batch(place), at: place) }
        #expect(failing.written.withLock { $0 } == [0, 1, 2, 3, 4, 5])
        #expect(failing.failures.withLock { $0 } == [Bool](repeating: false, count: 6))
    }
}
