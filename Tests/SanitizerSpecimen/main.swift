import Foundation
import Synchronization

// Makes one error that a sanitizer must report, or none; Scripts/sanitizers runs it in the same build as the tests.
//
//     SanitizerSpecimen overflow    reads the byte behind an allocation
//     SanitizerSpecimen race        two threads change a number without a lock
//     SanitizerSpecimen nothing     the same without the errors: the last byte, and under a lock

/// A number that several threads change, with a lock or without.
final class Total: @unchecked Sendable {
    private let lock = Mutex(())
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    private var value = 0

    init(threads: UInt32) { pthread_barrier_init(barrier, nil, threads) }

    /// Waits for the other threads before it, since a thread that has ended before another one begins is in no race.
    func increment(locked: Bool) {
        pthread_barrier_wait(barrier)
        if locked { lock.withLock { _ in value += 1 } } else { value += 1 }
    }
}

let planted = CommandLine.arguments.dropFirst().first

// The size is unknown to the compiler, which would otherwise foresee the error.
let bytes = Array(String(repeating: "a", count: 64 * CommandLine.arguments.count).utf8)
let heap = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
heap.initialize(from: bytes, count: bytes.count)
print(heap[planted == "overflow" ? bytes.count : bytes.count - 1])
heap.deallocate()

let total = Total(threads: 2)
let threads = DispatchGroup()
for _ in 0..<2 {
    threads.enter()
    Thread.detachNewThread {
        for _ in 0..<1000 { total.increment(locked: planted != "race") }
        threads.leave()
    }
}
threads.wait()
