/// The place that a keyring was read from, where it is read again.
struct KeyringOrigin: Sendable {
    enum Place: Sendable {
        case folder(KeyDirectory, name: KeyringName)
        case store(any KeyStore, name: String)
    }

    let place: Place
    /// When it was read.
    let readAt = ContinuousClock.now
    /// Whether only the public halves are wanted.
    var isPublic = false

    /// Reads the keyring again; nil if its text has the known version.
    ///
    /// A store cannot be read here.
    func reread(unless known: Keyring) throws(KeyError) -> Keyring? {
        guard case .folder(let directory, let name) = place else { return nil }
        return try directory.reread(name, isPublic: isPublic, unless: known)
    }

    /// Whether the keyring of a folder, which cannot be read, was removed for good.
    var isRemoved: Bool {
        guard case .folder(let directory, let name) = place else { return false }
        return directory.isRemoved(name)
    }
}

/// The times that bound the use of a keyring by a `Sealer` or by `OpeningKeys` while its files change.
public struct RefreshPolicy: Sendable, Hashable {
    /// The longest time until a change of the keyring takes effect: 1 second.
    public var interval: Duration
    /// The time for which the last keyring is used while its file is missing, unreadable or broken: 10 seconds.
    ///
    /// It starts with the last successful check. After it, every use fails until the file can be read again. There is none for
    /// a keyring of a folder that was removed, by `KeyDirectory.remove(_:)` for example.
    public var grace: Duration

    /// Makes a policy.
    public init(interval: Duration = .seconds(1), grace: Duration = .seconds(10)) {
        self.interval = interval
        self.grace = grace
    }
}
