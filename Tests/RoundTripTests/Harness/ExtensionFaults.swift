import ExtensionHost
import PushOpener
import RoundTrip
import UserNotifications

extension BrokenHalvesTests {
    /// Extensions that make a mistake of their own with what was opened, or with what was not.
    static let extensionFaults: [Fault] = [
        Fault(testDescription: "the extension shows another title", law: .shownAsMeant, message: "the screen shows") {
            $0.handOver { content, _ in content.title += "!" }
        },
        Fault(
            testDescription: "the extension leaves the envelope in userInfo", law: .shownAsMeant,
            message: "the envelope is still in userInfo"
        ) {
            $0.handOver { content, original in content.userInfo = original.userInfo }
        },
        Fault(
            testDescription: "the extension removes the text", law: .shownAsMeant, message: "opened: alertTextRemoved"
        ) {
            $0.handOver { content, _ in
                content.title = ""
                content.body = ""
            }
        },
        Fault(testDescription: "the extension never asks for keys", law: .shownAsMeant, message: "the outcome is") {
            $0 = .toolkit { _ in UnfinishedService() }
        },
        Fault(
            testDescription: "the handler is called twice", law: .placeholderWhenRefused,
            message: "not sealed: handlerCalledAgain"
        ) {
            $0.handOver(twice: true) { _, _ in }
        },
        Fault(
            testDescription: "the screen shows why the push was refused", law: .placeholderWhenRefused,
            message: "malformed: the screen shows another text than the placeholder"
        ) {
            $0.handOver { content, original in
                if original.userInfo["sealed"] != nil { content.body = "decryption failed" }
            }
        },
        Fault(
            testDescription: "a refused push keeps what was shown before", law: .placeholderWhenRefused,
            message: "malformed: text at /aps/alert/title is in the content that is shown"
        ) {
            $0.handOver { content, _ in content.threadIdentifier = "Payment received" }
        },
        Fault(
            testDescription: "the extension has no keys", law: .placeholderWhenRefused,
            message: "malformed: the reason given is keysUnavailable"
        ) {
            $0 = .toolkit { _ in UnfinishedService() }
        },
        Fault(
            testDescription: "the extension forgets what it opened", law: .placeholderWhenRefused,
            message: "replayed: the outcome is opened"
        ) { halves in
            let deliver = halves.deliver
            halves.deliver = { body, task in
                var task = task
                task.replayStore = nil
                return try await deliver(body, task)
            }
        },
    ]
}

extension Halves {
    /// Has the extension change what it hands over; the closure is given the original, too.
    fileprivate mutating func handOver(
        twice: Bool = false,
        _ change: @escaping @Sendable (UNMutableNotificationContent, UNNotificationContent) -> Void
    ) {
        self = .toolkit { FaultyService($0, twice: twice, change: change) }
    }
}

/// The template's subclass, whose author has yet to override anything.
private final class UnfinishedService: SealedNotificationService {}

/// Opens with what a task says, and then makes a mistake.
private final class FaultyService: SealedNotificationService {
    private let task: OpeningTask
    private let twice: Bool
    private let change: @Sendable (UNMutableNotificationContent, UNNotificationContent) -> Void

    init(
        _ task: OpeningTask,
        twice: Bool,
        change: @escaping @Sendable (UNMutableNotificationContent, UNNotificationContent) -> Void
    ) {
        self.task = task
        self.twice = twice
        self.change = change
        super.init()
    }

    override func keys() throws -> OpeningKeys { try task.keys }
    override var topic: String { task.topic }
    override var audience: String { task.audience }
    override var policy: Opener.Policy { task.policy }
    override var clock: WallClock { task.clock }
    override var replayStore: (any ReplayStore)? { task.replayStore }

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        super.didReceive(request) { [change, twice] content in
            guard let content = content.mutableCopy() as? UNMutableNotificationContent else { return }
            change(content, request.content)
            contentHandler(content)
            if twice { contentHandler(content) }
        }
    }
}
