/// What a `SealedNotificationService` did with the notification that it was called with.
public struct ServiceReport: Sendable {
    /// What became of the seal; nil before the notification was looked at.
    public internal(set) var seal: SealReport?

    /// How many pushes directly before this one have not arrived, by the sequence that the provider counts.
    ///
    /// APNs keeps only the newest push for a device that is off, so gaps are normal. Nil if the provider does not count,
    /// if there is no `sequenceStore`, and for the first push of a sender.
    public internal(set) var missedPushes: UInt64?

    /// What became of each stage that was begun, in the order of their run.
    public internal(set) var stages: [StageReport] = []

    /// Why replays or missed pushes could not be looked up, although there is a store; the push is shown all the same.
    public internal(set) var storeProblem: String?

    init() {}
}

/// What became of one stage.
public struct StageReport: Sendable, Hashable {
    /// How a stage ended.
    public enum End: String, Sendable, CaseIterable {
        /// Its content is the best so far.
        case done
        /// It threw, and what it had changed is not shown.
        case failed
        /// It took the alert text away, which the system ignores, so what it had changed is not shown.
        case alertTextRemoved
        /// It was under way when the content was handed over.
        case cutOff
    }

    /// The stage's name.
    public let name: String

    /// How it ended.
    public let end: End

    package init(name: String, end: End) {
        self.name = name
        self.end = end
    }
}
