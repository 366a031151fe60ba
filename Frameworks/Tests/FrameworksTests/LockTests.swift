import Foundation
import OSLog
import Testing

@Suite("The lock and the memory of the module os")
struct LockTests {
    @Test("a lock protects its state, and is not taken twice")
    func lock() async {
        let counter = OSAllocatedUnfairLock(initialState: 0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { counter.withLock { $0 += 1 } } }
        }
        #expect(counter.withLock { $0 } == 100)
        #expect(counter.withLockIfAvailable { $0 } == 100)
        counter.withLock { _ in #expect(counter.withLockIfAvailable { $0 } == nil) }
        let plain = OSAllocatedUnfairLock()
        #expect(plain.lockIfAvailable())
        #expect(!plain.lockIfAvailable())
        plain.unlock()
        #expect(plain.withLock { 1 } == 1)
    }

    @Test("the available memory is less than the machine's")
    func memory() {
        #expect((1..<Int(ProcessInfo.processInfo.physicalMemory)).contains(os_proc_available_memory()))
    }
}
