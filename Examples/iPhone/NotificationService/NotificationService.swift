import DeliveryStore
import Foundation
import PushOpener
import SealedNotifications
import UserNotifications

/// Opens sealed pushes; Info.plist names this class as NSExtensionPrincipalClass.
nonisolated final class NotificationService: SealedNotificationService {
    override var topic: String { Bank.topic }

    // Every push of this server is sealed, so a text of an intermediary is never shown.
    override var requiresSealed: Bool { true }

    override var genericAlert: Alert { Alert(title: "New activity") }

    /// Pictures of the server's own host only, since a fetch tells the host that this phone received this push.
    override var attachmentPolicy: AttachmentPolicy? { AttachmentPolicy(hosts: [Bank.mediaHost]) }

    /// The opened pushes and their numbers, beside the reports; a push is shown once, also if an intermediary sends it again.
    private static let deliveries = FileManager.default
        .containerURL(forSecurityApplicationGroupIdentifier: Bank.appGroup)
        .map { DeliveryStore(path: $0.appendingPathComponent("deliveries.sqlite").path) }

    override var replayStore: (any ReplayStore)? { Self.deliveries }
    override var sequenceStore: (any SequenceStore)? { Self.deliveries }

    override func keys() throws -> OpeningKeys { try Bank.openingKeys() }

    override func didHandOver(_ report: ServiceReport) {
        KeyReports().keep(report.keyReports)
    }
}
