public import PushOpener
public import UserNotifications

/// A step with which a `SealedNotificationService` improves the content of an opened push, such as fetching an image or
/// looking up a name.
///
/// Each stage gets an editable copy of the best content so far, and returns the content to show: that copy, or new content such
/// as that of `content.updating(from: intent)`, which becomes the best. If it throws, the next stage gets the content before it.
///
///     NotificationStage("count") { content, push in
///         content.subtitle = push.payload["count"]?.stringValue ?? ""
///         return content
///     }
public struct NotificationStage: Sendable {
    /// The expected duration of a stage.
    public enum Pace: Sendable {
        /// Computes only; runs before every slow stage.
        case quick
        /// Waits for the network or a disk; runs after the quick stages, so that an expiry loses the least.
        case slow
    }

    let name: String
    let pace: Pace
    let change: @Sendable (UNMutableNotificationContent, OpenedPush) async throws -> UNNotificationContent

    /// Creates a stage, whose closure returns the content to show.
    ///
    /// If the time runs out, the stage's task is cancelled and its content is not used.
    public init(
        _ name: String, pace: Pace = .quick,
        change:
            @escaping @Sendable (
                _ content: UNMutableNotificationContent, _ push: OpenedPush
            ) async throws -> UNNotificationContent
    ) {
        self.name = name
        self.pace = pace
        self.change = change
    }
}

struct StageRun: Sendable {
    let stages: [NotificationStage]
    let push: OpenedPush
    let handover: Handover

    /// Runs the quick stages, then the slow ones, each in their order, and hands the content over.
    func run() async {
        for stage in stages.filter({ $0.pace == .quick }) + stages.filter({ $0.pace == .slow }) {
            guard !handover.isOver else { return }
            await run(stage)
        }
        handover.handOver()
    }

    private func run(_ stage: NotificationStage) async {
        let draft = handover.draft
        let index = handover.report.stages.count
        handover.improve { $0.stages.append(StageReport(name: stage.name, end: .cutOff)) }
        guard let draft else {
            return handover.improve { $0.stages[index] = StageReport(name: stage.name, end: .failed) }
        }
        do {
            let content = try await stage.change(draft, push)
            let end = content.mayBeShown ? StageReport.End.done : .alertTextRemoved
            handover.improve(to: end == .done ? content : nil) {
                $0.stages[index] = StageReport(name: stage.name, end: end)
            }
        } catch {
            handover.improve { $0.stages[index] = StageReport(name: stage.name, end: .failed, error: error) }
        }
    }
}

extension UNNotificationContent {
    /// Whether title, subtitle or body is not empty.
    package var hasAlertText: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }

    /// Whether the system shows the content, or suppresses it because it is completely empty.
    fileprivate var mayBeShown: Bool { hasAlertText || (sound == nil && attachments.isEmpty) }
}
