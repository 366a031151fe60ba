import KeyManagement
import PushOpener
import ServiceExtension
import UserNotifications

/// The service extension of a simulated phone: `SealedNotificationService` with the keys in the phone's folder.
final class SimulatedService: SealedNotificationService {
    private let launch: Launch

    init(_ launch: Launch) {
        self.launch = launch
    }

    override var topic: String { launch.topic }

    override var strings: LocalizedStrings {
        guard let bundle = launch.bundle else { return .none }
        return (try? LocalizedStrings(bundle: bundle, languages: launch.languages)) ?? .none
    }

    override func keys() throws -> OpeningKeys {
        let directory = KeyDirectory(launch.keyFolder)
        return try OpeningKeys(device: directory.keyring("phone"), provider: directory.publicKeyring("provider"))
    }
}
