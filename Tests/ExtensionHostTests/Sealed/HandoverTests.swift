import PushOpener
import Synchronization
import Testing
import UserNotifications

@testable import SealedNotifications

@Suite("After the content is handed over")
struct HandoverTests {
    private let handover = Handover(
        UNNotificationContent(), of: "1", handler: { _ in }, hook: { _ in }, permission: { _, _ in true })

    @Test("no further stage runs")
    func stages() async throws {
        let bank = try Bank()
        let push = try Opener(keys: bank.keys(), topic: Bank.topic).open(bank.seal())
        let ran = Mutex<[String]>([])
        let stages = ["first", "second"].map { name in
            NotificationStage(name) { [handover] content, _ in
                ran.withLock { $0.append(name) }
                handover.handOver()
                return content
            }
        }
        await StageRun(stages: stages, push: push, handover: handover).run()
        #expect(ran.withLock { $0 } == ["first"])
    }

    @Test("a task is cancelled, also one that begins later", arguments: [true, false])
    func task(isLate: Bool) async {
        let (events, end) = AsyncStream<Void>.makeStream()
        let task = Task { for await _ in events {} }
        if isLate { handover.handOver() }
        handover.attach(task)
        #expect(task.isCancelled == isLate)
        handover.handOver()
        #expect(task.isCancelled)
        end.finish()
    }
}
