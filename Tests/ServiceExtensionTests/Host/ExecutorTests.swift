import Foundation
import PushPayload
import StrictJSON
import Synchronization
import Testing
import UserNotifications

@testable import ServiceExtension

@Suite("A task on the host's executor leaves its thread to the extension")
struct ExecutorTests {
    /// Says in the title on which thread it was called.
    private static func naming() -> Changing {
        Changing { $0.title = "\(CallThreadTests.identity())" }
    }

    @Test("extension and task share a thread, one push after the other")
    func sameThread() async {
        let host = ExtensionHost { Self.naming() }
        await withTaskExecutorPreference(ExtensionHost.executor) {
            var stayed = 0
            for _ in 0..<50 {
                let before = "\(CallThreadTests.identity())"
                #expect(await host.deliver(.ordinary).content.title == before)
                if "\(CallThreadTests.identity())" == before { stayed += 1 }
            }
            // Another test's tasks may have filled the executor's width meanwhile.
            #expect(stayed > 0)
        }
    }

    @Test("a push that is only started is not on the thread of its task, which may have other things to do")
    func started() async {
        let host = ExtensionHost { Self.naming() }
        await withTaskExecutorPreference(ExtensionHost.executor) {
            let run = host.start(.ordinary)
            let here = "\(CallThreadTests.identity())"
            #expect(await run.delivery.content.title != here)
        }
    }

    @Test("an extension that never returns keeps the thread, and the task goes on elsewhere")
    func stuck() async {
        let gate = Blocking.Gate()
        defer { gate.semaphore.signal() }
        var policy = SystemPolicy()
        policy.timeLimit = .milliseconds(20)
        policy.grace = .milliseconds(20)
        let stuck = ExtensionHost(policy: policy) { Blocking(gate: gate, answersFirst: false) }
        let host = ExtensionHost { Self.naming() }
        await withTaskExecutorPreference(ExtensionHost.executor) {
            #expect(await stuck.deliver(.ordinary).missteps.map(\.code) == [.noAnswer, .stillRunning])
            let held = gate.threads.withLock { $0["didReceive"] }.map { "\($0)" }
            #expect(held != nil)
            let delivery = await host.deliver(.ordinary)
            #expect(delivery.outcome == .modified)
            #expect(delivery.content.title != held)
        }
    }

    @Test("an extension may wait for a task on the executor")
    func waitingForTask() async {
        final class Asking: UNNotificationServiceExtension {
            let ask: AsyncStream<Void>.Continuation
            let answer: DispatchSemaphore

            init(ask: AsyncStream<Void>.Continuation, answer: DispatchSemaphore) {
                self.ask = ask
                self.answer = answer
            }

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                ask.yield()
                answer.wait()
                contentHandler(request.content)
            }
        }
        let (questions, ask) = AsyncStream<Void>.makeStream()
        let answer = DispatchSemaphore(value: 0)
        let host = ExtensionHost { Asking(ask: ask, answer: answer) }
        await withTaskExecutorPreference(ExtensionHost.executor) {
            async let answering: Void = {
                for await _ in questions { answer.signal() }
            }()
            for _ in 0..<20 { #expect(await host.deliver(.ordinary).timings.answered != nil) }
            ask.finish()
            await answering
        }
    }

    @Test("more tasks than the executor's width run one after the other, and all of them")
    func width() async {
        let threads = CallThreads(width: 2)
        final class Counts: Sendable { let state = Mutex((running: 0, most: 0, all: 0)) }
        let counts = Counts()
        await withTaskExecutorPreference(threads) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<100 {
                    group.addTask {
                        counts.state.withLock {
                            $0.running += 1
                            $0.most = max($0.most, $0.running)
                            $0.all += 1
                        }
                        usleep(200)
                        counts.state.withLock { $0.running -= 1 }
                        await Task.yield()
                    }
                }
            }
        }
        #expect(counts.state.withLock { $0.all } == 100)
        #expect(counts.state.withLock { $0.most } <= 2)
    }

    @Test("many tasks deliver at once, each its own push")
    func many() async {
        let host = ExtensionHost { Changing { $0.title = "\($0.userInfo["order"] as? Int ?? 0)" } }
        await withTaskExecutorPreference(ExtensionHost.executor) {
            await withTaskGroup(of: (Int, String).self) { group in
                for order in 0..<200 {
                    group.addTask {
                        var payload = Payload.ordinary
                        payload["order"] = .number(JSONNumber(order))
                        return (order, await host.deliver(payload).content.title)
                    }
                }
                for await (order, title) in group { #expect(title == "\(order)") }
            }
        }
    }
}
