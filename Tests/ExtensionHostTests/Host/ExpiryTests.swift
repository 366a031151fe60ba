import ExtensionHost
import Foundation
import PushPayload
import Synchronization
import Testing
import UserNotifications

/// Apple, "didReceive(_:withContentHandler:)" and "serviceExtensionTimeWillExpire()".
@Suite("The time of an extension is 30 seconds, on a clock that the test turns")
struct ExpiryTests {
    @Test("an extension that does not answer is called at 30 seconds, and its best attempt is shown")
    func bestAttempt() async {
        let clock = ManualClock()
        let run = ExtensionHost(clock: clock) { Waiting(answersAtTheEnd: true) }.start(.ordinary)
        await run.reached(.returned)
        clock.advance(by: .seconds(30))
        let delivery = await run.delivery
        #expect(delivery.outcome == .modified)
        #expect(delivery.content.body == "best attempt")
        #expect(delivery.reason?.code == .timeExpired)
        #expect(delivery.timings.expired == .seconds(30))
        #expect(delivery.timings.answered == .seconds(30))
        #expect(delivery.extensionErrors.isEmpty)
    }

    @Test("the call for the end is due at 30 seconds exactly, and the end a second later")
    func deadlines() async {
        let clock = ManualClock()
        let run = ExtensionHost(clock: clock) { Waiting(answersAtTheEnd: false) }.start(.ordinary)
        #expect(await clock.nextDeadline().offset == .seconds(30))
        clock.advance(by: .seconds(30))
        #expect(await clock.nextDeadline().offset == .seconds(31))
        clock.advance(by: .seconds(1))
        #expect(await run.delivery.timings.settled == .seconds(31))
    }

    @Test("an extension that does not answer gets a grace period, then the original is shown")
    func silence() async {
        let clock = ManualClock()
        let run = ExtensionHost(clock: clock) { Waiting(answersAtTheEnd: false) }.start(.ordinary)
        await run.reached(.returned)
        clock.advance(by: .seconds(30))
        await run.reached(.expiryReturned)
        clock.advance(by: .seconds(1))
        let delivery = await run.delivery
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .noAnswer)
        #expect(delivery.content.body == "Open the app")
        #expect(delivery.extensionErrors.map(\.code) == [.noAnswer])
        #expect(delivery.timings.settled == .seconds(31))
    }

    @Test("the call for the end comes on another thread while didReceive is stuck")
    func stuck() async {
        let gate = Blocking.Gate()
        defer { gate.semaphore.signal() }
        let clock = ManualClock()
        let run = ExtensionHost(clock: clock) { Blocking(gate: gate, answersFirst: false) }.start(.ordinary)
        await run.reached(.called)
        clock.advance(by: .seconds(30))
        await run.reached(.expiryReturned)
        clock.advance(by: .seconds(1))
        let delivery = await run.delivery
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.extensionErrors.map(\.code) == [.noAnswer, .stillRunning])
        let threads = gate.threads.withLock { $0 }
        #expect(threads["expire"] != nil)
        #expect(threads["expire"] != threads["didReceive"])
    }

    @Test("an extension that has answered is not told that its time is over")
    func answeredAndStuck() async {
        let gate = Blocking.Gate()
        defer { gate.semaphore.signal() }
        let clock = ManualClock()
        let run = ExtensionHost(clock: clock) { Blocking(gate: gate, answersFirst: true) }.start(.ordinary)
        await run.reached(.answered)
        clock.advance(by: .seconds(30))
        let delivery = await run.delivery
        #expect(delivery.timings.expired == nil)
        #expect(delivery.timings.answered == .zero)
        #expect(delivery.extensionErrors.map(\.code) == [.stillRunning])
        #expect(gate.threads.withLock { $0["expire"] } == nil)
    }

    /// In real time this would take more than eight hours; the time limit of an hour is what shows that none passes,
    /// however busy the machine is.
    @Test(
        "1,000 expiries give 1,000 best attempts at 30 seconds of the test's clock",
        .timeLimit(.minutes(60)))
    func thousandTimes() async {
        for _ in 0..<1000 {
            let clock = ManualClock()
            let run = ExtensionHost(clock: clock) { Waiting(answersAtTheEnd: true) }.start(.ordinary)
            await run.reached(.returned)
            clock.advance(by: .seconds(30))
            let delivery = await run.delivery
            #expect(delivery.content.body == "best attempt")
            #expect(delivery.timings.settled == .seconds(30))
        }
    }

    @Test("time limit and grace follow the policy")
    func policy() async {
        var policy = SystemPolicy()
        policy.timeLimit = .seconds(5)
        policy.grace = .seconds(3)
        let clock = ManualClock()
        let run = ExtensionHost(policy: policy, clock: clock) { Waiting(answersAtTheEnd: false) }.start(.ordinary)
        await run.reached(.returned)
        clock.advance(by: .seconds(5))
        await run.reached(.expiryReturned)
        clock.advance(by: .seconds(3))
        #expect(await run.delivery.timings.settled == .seconds(8))
    }

    @Test("the system clock advances")
    func realClock() async {
        var policy = SystemPolicy()
        policy.timeLimit = .milliseconds(20)
        policy.grace = .milliseconds(20)
        let delivery = await ExtensionHost(policy: policy) { Waiting(answersAtTheEnd: false) }.deliver(.ordinary)
        #expect(delivery.reason?.code == .noAnswer)
        #expect(delivery.timings.settled >= .milliseconds(40))
    }
}
