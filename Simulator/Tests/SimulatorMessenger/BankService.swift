import KeyManagement
import Keychain
@_spi(Frameworks) import PhoneState
import PushOpener
import SealedNotifications
import UserNotifications

/// The app's keys, in a keychain group of the app and its extension.
let bankKeys = KeychainKeyStore(accessGroup: "A1B2C3D4E5.com.example.bank.keys")

/// The class of the guide "Writing the extension".
final class BankService: SealedNotificationService {
    override var topic: String { "com.example.bank" }
    // The simulator's, which a test moves forward.
    override var clock: WallClock { WallClock { Phone.current.now } }

    override func keys() throws -> OpeningKeys {
        try OpeningKeys(device: bankKeys.keyring("phone"), provider: bankKeys.publicKeyring("bank"))
    }
}
