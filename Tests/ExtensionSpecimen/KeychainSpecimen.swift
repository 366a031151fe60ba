import ExtensionHost
import KeyManagement
import Keychain
import PushOpener

/// The library's own extension with the keys of its phone's keychain; it makes the device's key if there is none.
final class KeychainSpecimen: SealedNotificationService {
    private let store: KeychainKeyStore

    init(accessGroup: String) {
        store = KeychainKeyStore(accessGroup: accessGroup)
    }

    override var topic: String { "com.example.bank" }

    override func keys() throws -> OpeningKeys {
        try OpeningKeys(device: store.loadOrMake("phone", role: .device), provider: store.publicKeyring("bank"))
    }
}
