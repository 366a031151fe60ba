import PushOpener
import SealedNotifications
import UserNotifications

/// Opens sealed pushes; Info.plist names this class as NSExtensionPrincipalClass.
nonisolated final class NotificationService: SealedNotificationService {
    override var topic: String { Bank.topic }

    // Every push of this server is sealed, so a text of an intermediary is never shown.
    override var requiresSealed: Bool { true }

    override var genericAlert: Alert { Alert(title: "New activity") }

    override func keys() throws -> OpeningKeys { try Bank.openingKeys() }

    override func didHandOver(_ report: ServiceReport) {
        KeyReports().keep(report.keyReports)
    }
}
