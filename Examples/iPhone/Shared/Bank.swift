import Foundation
import Keychain
import PushOpener

/// The names on which the app, its extensions and the server agree.
///
/// Replace them with your own.
nonisolated enum Bank {
    /// The app's bundle id, not an extension's: pushes are sealed for it.
    static let topic = "com.example.bank"
    /// The keychain group of the app and its extensions, with the team's identifier in front.
    static let keychainGroup = "ABCDE12345.com.example.bank.keys"
    /// The group whose folder the app and its extensions share.
    static let appGroup = "group.com.example.bank"
    /// The server of `Examples/Provider`; a device needs one behind TLS.
    static let server = "http://localhost:8099"
    /// The host of the sealed pictures in pushes, behind TLS.
    static let mediaHost = "media.example.com"

    /// The keyrings: `phone` with the secrets of this device, `provider` with the server's public keys.
    static var keys: KeychainKeyStore { KeychainKeyStore(accessGroup: keychainGroup) }

    /// Loads the keys that open a push.
    ///
    /// Throws before the first unlock after a restart, and before the app has enrolled. A widget only reads: it may be drawn after a
    /// newer push has been opened.
    static func openingKeys(isReadOnly: Bool = false) throws -> OpeningKeys {
        try OpeningKeys(
            device: keys.keyring("phone"), provider: keys.publicKeyring("provider"), isReadOnly: isReadOnly)
    }
}
