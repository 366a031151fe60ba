import ExtensionHost
import KeyManagement
import PushOpener
import UserNotifications

/// The service extension of a simulated phone: `SealedNotificationService` with the keys in the phone's folder.
final class SimulatedService: SealedNotificationService {
    private let launch: Launch

    init(_ launch: Launch) {
        self.launch = launch
    }

    override var topic: String { launch.topic }

    override var localization: Localization {
        guard let bundle = launch.bundle else { return .none }
        return (try? Localization(bundle: bundle, languages: launch.languages)) ?? .none
    }

    override func keys() throws -> OpeningKeys {
        let directory = KeyDirectory(launch.keyFolder)
        return try OpeningKeys(device: directory.keyring("phone"), provider: directory.publicKeyring("provider"))
    }
}
