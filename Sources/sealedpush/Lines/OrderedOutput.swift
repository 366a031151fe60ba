import Synchronization

/// Writes batches of lines in the order of the input, whichever worker finishes first.
final class OrderedOutput: Sendable {
    /// The answers to a batch's lines.
    struct Batch: Sendable {
        let bytes: [UInt8]
        let lineCount: Int
        let failureCount: Int
    }

    private struct State {
        var next = 0
        var waiting: [Int: Batch] = [:]
        var isWriting = false
        var failure: Failure?

        /// Removes and returns the next batch in order, if it is ready.
        mutating func take() -> Batch? {
            guard failure == nil, let batch = waiting.removeValue(forKey: next) else { return nil }
            next += 1
            isWriting = true
            return batch
        }
    }

    private let state = Mutex(State())
    private let write: @Sendable (Batch) throws(Failure) -> Void
    private let wrote: @Sendable () -> Void

    /// Takes the function that writes a batch, called for one batch at a time, and a function called after each batch,
    /// when its failure is stored.
    init(
        write: @escaping @Sendable (Batch) throws(Failure) -> Void, then wrote: @escaping @Sendable () -> Void
    ) {
        self.write = write
        self.wrote = wrote
    }

    /// The first failure of a write; nothing more is written after it.
    var failure: Failure? { state.withLock { $0.failure } }

    /// Adds a batch with its index.
    ///
    /// Writes it and the batches that wait for it, unless another worker is writing.
    func put(_ batch: Batch, at place: Int) {
        var batch = state.withLock { state -> Batch? in
            state.waiting[place] = batch
            guard !state.isWriting else { return nil }
            return state.take()
        }
        while let ready = batch {
            let failure: Failure?
            do throws(Failure) {
                try write(ready)
                failure = nil
            } catch {
                failure = error
            }
            batch = state.withLock { state in
                state.isWriting = false
                state.failure = state.failure ?? failure
                return state.take()
            }
            // Called after the failure is stored, so that a worker that this wakes sees it.
            wrote()
        }
    }
}
