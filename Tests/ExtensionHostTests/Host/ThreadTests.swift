import Foundation
import PushPayload
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("Each extension is called on a thread of its own")
struct ThreadTests {
    @Test("blocking calls start at once, and a task continues meanwhile")
    func parallel() async {
        final class Waiting: UNNotificationServiceExtension {
            let arrived: AsyncStream<Void>.Continuation
            let gate: DispatchSemaphore

            init(_ arrived: AsyncStream<Void>.Continuation, _ gate: DispatchSemaphore) {
                (self.arrived, self.gate) = (arrived, gate)
            }

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                arrived.yield()
                gate.wait()
                contentHandler(request.content)
            }
        }
        // More than Swift's own threads.
        let count = 4 * ProcessInfo.processInfo.activeProcessorCount
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        let host = ExtensionHost { Waiting(arrived, gate) }
        let runs = (0..<count).map { _ in host.start(.ordinary) }
        var waiting = arrivals.makeAsyncIterator()
        for _ in 0..<count { await waiting.next() }
        for _ in 0..<count { gate.signal() }
        for run in runs { #expect(await run.delivery.timings.answered != nil) }
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
