import Synchronization

/// The times that bound the use of a keyring by a `Sealer` or by `OpeningKeys` while its files change.
public struct RefreshPolicy: Sendable, Hashable {
    /// The longest time until a change of the keyring takes effect: 1 second, or ten times that of an attempt to read it that failed.
    public var interval: Duration
    /// The time for which the last keyring is used while its file is missing, unreadable or broken: 10 seconds.
    ///
    /// It starts with the last successful check. After it, every use fails until the file can be read again. There is none for
    /// a keyring that was removed, by `KeyDirectory.remove(_:)` for example.
    public var grace: Duration

    /// Makes a policy.
    public init(interval: Duration = .seconds(1), grace: Duration = .seconds(10)) {
        self.interval = interval
        self.grace = grace
    }
}

/// A keyring that is read again when it changes at the source that it was read from, and a view of its keys.
///
/// All followers of one keyring, and of its copies, share what was read. A keyring that was made in memory, or changed since it
/// was read, never changes.
package final class KeyringFollower<View: Sendable>: Sendable {
    private let origin: KeyringOrigin?
    private let policy: RefreshPolicy
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let makeView: @Sendable (Keyring) throws(KeyError) -> View
    private let view: Mutex<(generation: Int, view: Result<View, KeyError>)>

    /// Follows a keyring.
    ///
    /// - Throws: The error of `makeView`; later ones are thrown by ``current(readsNow:)``.
    package init(
        _ keyring: Keyring, policy: RefreshPolicy = RefreshPolicy(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        _ makeView: @escaping @Sendable (Keyring) throws(KeyError) -> View
    ) throws(KeyError) {
        origin = keyring.followedOrigin
        (self.policy, clock, self.makeView) = (policy, now, makeView)
        view = Mutex((0, .success(try makeView(keyring))))
        origin?.follow(keyring, every: policy.interval, clock: now)
    }

    /// The view of the keyring as it was at most an interval ago; with `readsNow`, the one in a folder as it is now,
    /// unless the last attempt to read it failed.
    ///
    /// - Throws: ``KeyError`` with the code of the last attempt to read the keyring, after its grace; the error of the view.
    package func current(readsNow: Bool = false) throws(KeyError) -> View {
        let (generation, keyring) = try origin?.current(policy, readsNow: readsNow, clock: clock) ?? (0, nil)
        return try view.withLock { view throws(KeyError) in
            if view.generation < generation, let keyring {
                view = (generation, Result { () throws(KeyError) in try makeView(keyring) })
            }
            return try view.view.get()
        }
    }
}
