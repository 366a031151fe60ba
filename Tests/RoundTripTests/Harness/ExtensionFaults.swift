import ExtensionHost
import PushOpener
import RoundTrip
import UserNotifications

extension BrokenImplementationTests {
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
        ) { implementation in
            let deliver = implementation.deliver
            implementation.deliver = { body, input in
                var input = input
                input.replayStore = nil
                return try await deliver(body, input)
            }
        },
    ]
}

extension Implementation {
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

/// Opens with what a input says, and then makes a mistake.
private final class FaultyService: SealedNotificationService {
    private let input: OpeningInput
    private let twice: Bool
    private let change: @Sendable (UNMutableNotificationContent, UNNotificationContent) -> Void

    init(
        _ input: OpeningInput,
        twice: Bool,
        change: @escaping @Sendable (UNMutableNotificationContent, UNNotificationContent) -> Void
    ) {
        self.input = input
        self.twice = twice
        self.change = change
        super.init()
    }

    override func keys() throws -> OpeningKeys { try input.openingKeys }
    override var topic: String { input.topic }
    override var audience: String { input.audience }
    override var policy: Opener.Policy { input.policy }
    override var clock: WallClock { .fixed(input.now) }
    override var replayStore: (any ReplayStore)? { input.replayStore }

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
