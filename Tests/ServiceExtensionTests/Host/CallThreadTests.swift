import Foundation
import PushPayload
import Synchronization
import Testing
import UserNotifications

@testable import ServiceExtension

@Suite("The threads of extensions serve again")
struct CallThreadTests {
    /// Calls a body on one of the threads and waits until it has run there.
    static func run<Value: Sendable>(on threads: CallThreads, _ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            threads.make(
                .init {
                    continuation.resume(returning: body())
                } end: {
                })
        }
    }

    static func identity() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

    /// Waits until threads are free again: they resume the caller before they are.
    static func idle(_ threads: CallThreads, _ count: Int) async {
        while threads.freeCount < count { try? await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("one call after the other comes on one thread")
    func reuse() async {
        let threads = CallThreads(patience: .never)
        var seen: Set<ObjectIdentifier> = []
        for _ in 0..<50 {
            seen.insert(await Self.run(on: threads, Self.identity))
            await Self.idle(threads, 1)
        }
        #expect(seen.count == 1)
    }

    @Test("a call that never returns keeps its thread and holds up no other")
    func stuck() async {
        let threads = CallThreads(patience: .never)
        let gate = DispatchSemaphore(value: 0)
        let held = await withCheckedContinuation { continuation in
            threads.make(
                .init {
                    continuation.resume(returning: Self.identity())
                    gate.wait()
                } end: {
                })
        }
        for _ in 0..<5 {
            #expect(await Self.run(on: threads, Self.identity) != held)
            await Self.idle(threads, 1)
        }
        #expect(threads.freeCount == 1)
        gate.signal()
        await Self.idle(threads, 2)
    }

    @Test("calls at once come on threads of their own")
    func parallel() async {
        let threads = CallThreads(patience: .never)
        let gate = DispatchSemaphore(value: 0)
        let seen = Mutex<Set<ObjectIdentifier>>([])
        for _ in 0..<8 {
            threads.make(
                .init {
                    _ = seen.withLock { $0.insert(Self.identity()) }
                    gate.wait()
                } end: {
                })
        }
        while seen.withLock({ $0.count }) < 8 { try? await Task.sleep(for: .milliseconds(1)) }
        for _ in 0..<8 { gate.signal() }
        await Self.idle(threads, 8)
        #expect(threads.freeCount == 8)
    }

    @Test("a thread that is not called any more ends")
    func patience() async throws {
        let threads = CallThreads(patience: .milliseconds(1))
        for _ in 0..<20 {
            _ = await Self.run(on: threads, Self.identity)
            // Now and then the next call comes in the moment in which the thread gives up; it is made all the same.
            try await Task.sleep(for: .microseconds(900))
        }
        while threads.freeCount > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("nothing of a call is left when its thread is free: neither what it held nor what it put on the thread")
    func leftovers() async {
        final class Held: Sendable {}
        let threads = CallThreads(patience: .never)
        weak var left: Held?
        do {
            let held = Held()
            left = held
            await Self.run(on: threads) {
                _ = held
                Thread.current.threadDictionary["left"] = "something"
            }
        }
        await Self.idle(threads, 1)
        #expect(left == nil)
        #expect(await Self.run(on: threads) { Thread.current.threadDictionary["left"] == nil })
    }

    @Test("an extension that keeps its handler is released once its push is settled")
    func released() async {
        let (stream, report) = AsyncStream<Void>.makeStream()
        final class Keeping: UNNotificationServiceExtension {
            let report: AsyncStream<Void>.Continuation
            private var handler: ((UNNotificationContent) -> Void)?

            init(_ report: AsyncStream<Void>.Continuation) { self.report = report }
            deinit { report.finish() }

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                handler = contentHandler
                contentHandler(request.content)
            }
        }
        let run = ExtensionHost { Keeping(report) }.start(.ordinary)
        _ = await run.delivery
        for await _ in stream {}
        #expect(run.handlerCalls == 1)
    }
}
