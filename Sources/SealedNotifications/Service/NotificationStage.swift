public import PushOpener
public import UserNotifications

/// A step by which a `SealedNotificationService` improves the content of an opened push: an image that it fetches, a name
/// that it looks up.
///
/// Each stage gets an editable copy of the best content so far. What it leaves there becomes the best content once it
/// returns; if it throws, nothing of it is kept and the next stage goes on.
public struct NotificationStage: Sendable {
    /// How long a stage may take.
    public enum Pace: Sendable {
        /// Computes only; runs before every slow stage.
        case quick
        /// Waits for the network or a disk; runs after the quick ones, so that running out of time costs the least.
        case slow
    }

    /// Changes the content in place.
    public typealias Change =
        @Sendable (_ content: UNMutableNotificationContent, _ push: OpenedPush) async throws -> Void

    /// Names the stage in reports.
    public let name: String

    /// How long it may take.
    public let pace: Pace

    let change: Change

    /// Makes a stage.
    ///
    /// When the time runs out, the stage's task is cancelled and its content is not waited for.
    public init(_ name: String, pace: Pace = .quick, change: @escaping Change) {
        self.name = name
        self.pace = pace
        self.change = change
    }
}

/// The stages of one push.
struct StageRun: Sendable {
    let stages: [NotificationStage]
    let push: OpenedPush
    let handover: Handover

    /// Runs the quick stages, then the slow ones, each kind in its own order, and hands the content over.
    func run() async {
        for stage in stages.filter({ $0.pace == .quick }) + stages.filter({ $0.pace == .slow }) {
            guard !handover.isOver else { return }
            await run(stage)
        }
        handover.handOver()
    }

    private func run(_ stage: NotificationStage) async {
        let draft = handover.draft
        let place = handover.report.stages.count
        handover.improve { $0.stages.append(StageReport(name: stage.name, end: .cutOff)) }
        let end: StageReport.End
        do {
            try await stage.change(draft, push)
            end = draft.mayBeShown ? .done : .alertTextRemoved
        } catch {
            end = .failed
        }
        handover.improve(to: end == .done ? draft : nil) {
            $0.stages[place] = StageReport(name: stage.name, end: end)
        }
    }
}

extension UNNotificationContent {
    /// Whether there is alert text.
    package var hasAlertText: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }

    /// Whether the system shows it, or suppresses it because it is empty altogether.
    fileprivate var mayBeShown: Bool { hasAlertText || (sound == nil && attachments.isEmpty) }
}
