import KeyManagement

/// The shared key of the simulator's phones, under which broadcasts are sealed: the keyring `audience` of provider and phones.
enum AudienceKey {
    /// The name of the keyring.
    static let name: UTF8Text = "audience"

    /// Gives the key to a phone, as an app's server does after the user has signed in; generates it for the first phone.
    ///
    /// A phone that has the key keeps its copy until `update(_:from:)`.
    static func share(with phone: String, in folder: SimulatorFolder) throws {
        let keyring = try KeyDirectory(folder.providerKeys).loadOrMake(name, role: .shared)
        do throws(KeyError) {
            try KeyDirectory(folder.phoneKeys(phone)).add(keyring)
        } catch  where error.code == .alreadyExists {}
    }

    /// Replaces the key of a phone by the server's present one, after a rotation.
    ///
    /// - Throws: ``KeyError`` if one of the keyrings cannot be read.
    static func update(_ phone: KeyDirectory, from server: KeyDirectory) throws {
        let keyring = try server.keyring(name)
        try phone.change(name) { $0 = keyring }
    }

    /// Returns the keyring in a phone's folder; nil if there is none.
    ///
    /// - Throws: ``KeyError`` for a damaged keyring.
    static func keyring(in folder: KeyDirectory) throws -> Keyring? {
        do throws(KeyError) {
            return try folder.keyring(name)
        } catch  where error.code == .notFound {
            return nil
        }
    }
}
