import ExtensionHost
import KeyManagement
import PushOpener

/// The library's own extension with the keys of a folder.
final class SealedSpecimen: SealedNotificationService {
    private let folder: String

    init(folder: String) {
        self.folder = folder
    }

    override var topic: String { "com.example.bank" }

    override func keys() throws -> OpeningKeys {
        let directory = KeyDirectory(folder)
        return try OpeningKeys(device: directory.keyring("phone"), provider: directory.publicKeyring("bank"))
    }
}
