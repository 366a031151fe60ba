/// The source that a keyring was read from, where it is read again.
struct KeyringOrigin: Sendable {
    enum Source: Sendable {
        case folder(KeyDirectory, name: KeyringName)
        case store(any KeyStore, name: String)
    }

    let source: Source
    /// When it was read.
    let readAt = ContinuousClock.now
    /// Whether only the public halves are wanted.
    var isPublic = false

    /// Reads the keyring again; nil if its text has the known version.
    ///
    /// A store cannot be read here.
    func reread(unless known: Keyring) throws(KeyError) -> Keyring? {
        guard case .folder(let directory, let name) = source else { return nil }
        return try directory.reread(name, isPublic: isPublic, unless: known)
    }

    /// Whether the keyring of a folder, which cannot be read, was removed for good.
    var isRemoved: Bool {
        guard case .folder(let directory, let name) = source else { return false }
        return directory.isRemoved(name)
    }
}
