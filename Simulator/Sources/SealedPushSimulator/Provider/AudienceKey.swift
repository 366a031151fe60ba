import Foundation
import KeyManagement

/// The shared key of the simulator's phones, under which broadcasts are sealed: the keyring `audience` of provider and phones.
enum AudienceKey {
    /// The name of the keyring.
    static let name = "audience"

    /// Gives the key to a phone, as an app's server does after the user has signed in; generates it for the first phone.
    static func share(with phone: String, in folder: SimulatorFolder) throws {
        try KeyDirectory(folder.providerKeys).loadOrMake(name, role: .shared)
        let copy = folder.phoneKeys(phone) + "/\(name).jwks"
        guard !FileManager.default.fileExists(atPath: copy) else { return }
        try SimulatorFolder.make(folder.phoneKeys(phone))
        // The copy keeps the mode 0600.
        try FileManager.default.copyItem(atPath: folder.providerKeys + "/\(name).jwks", toPath: copy)
    }
}
