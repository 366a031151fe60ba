import Synchronization

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

/// A keyring that is read again when it changes at the source that it was read from, and a view of its keys.
///
/// A keyring that was made in memory, or changed since it was read, never changes.
package final class KeyringFollower<View: Sendable>: Sendable {
    private struct State {
        var keyring: Keyring
        var view: Result<View, KeyError>
        /// The start of the last attempt to read the keyring that succeeded, and the earliest start of the next one.
        var confirmedAt, nextAttempt: ContinuousClock.Instant
        var failure: KeyError?
        /// Whether the keyring was removed, so that it has no grace.
        var isRemoved = false
    }

    private let name: String
    private let origin: KeyringOrigin?
    private let policy: RefreshPolicy
    private let now: @Sendable () -> ContinuousClock.Instant
    private let makeView: @Sendable (Keyring) throws(KeyError) -> View
    private let state: Mutex<State>
    /// Held while the keyring is read, so that one thread reads it and the others go on with what is known.
    private let attempt = Mutex(())

    /// Follows a keyring.
    ///
    /// - Throws: The error of `makeView`; later ones are thrown by ``current()``.
    package init(
        _ keyring: Keyring, policy: RefreshPolicy = RefreshPolicy(),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        _ makeView: @escaping @Sendable (Keyring) throws(KeyError) -> View
    ) throws(KeyError) {
        name = keyring.name
        origin = keyring.followedOrigin
        self.policy = policy
        self.now = now
        self.makeView = makeView
        // The age of a keyring counts from when its file was read, not from when the sealer was made.
        let start = min(now(), origin?.readAt ?? now())
        state = Mutex(
            State(
                keyring: keyring, view: .success(try makeView(keyring)), confirmedAt: start,
                nextAttempt: start + policy.interval))
        if case .store(let store, let name) = origin?.source { poll(store, name) }
    }

    /// The view of the keyring as it was at most an interval ago; with `readsNow`, the one in a folder as it is now,
    /// unless the last attempt to read it failed.
    ///
    /// - Throws: ``KeyError`` with the code of the last attempt to read the keyring, after its grace; the error of the view.
    package func current(readsNow: Bool = false) throws(KeyError) -> View {
        guard let origin else { return try state.withLock { $0.view }.get() }
        let now = now()
        if case .folder = origin.source {
            if readsNow {
                // Not after a failure, which an attacker could cause: each time a key would be derived.
                state.withLock { if $0.failure == nil { $0.nextAttempt = min($0.nextAttempt, now) } }
            }
            readIfDue(at: now, from: origin)
        }
        return try state.withLock { state throws(KeyError) in
            let age = state.confirmedAt.duration(to: now)
            if state.isRemoved { throw KeyError(.notFound, "keyring \(name) was removed") }
            if age > policy.grace, state.failure != nil || age > policy.grace + policy.interval {
                throw KeyError(
                    state.failure?.code ?? .busy,
                    "keyring \(name) could not be read for \(age.components.seconds) seconds: "
                        + (state.failure?.reason ?? "its store does not answer"))
            }
            return try state.view.get()
        }
    }

    /// Reads the keyring of a folder again if that is due; waits for another thread that does so only after the grace.
    private func readIfDue(at now: ContinuousClock.Instant, from origin: KeyringOrigin) {
        let (isDue, isInGrace) = state.withLock {
            (now >= $0.nextAttempt, $0.confirmedAt.duration(to: now) <= policy.grace)
        }
        guard isDue else { return }
        if isInGrace {
            _ = attempt.withLockIfAvailable { _ in read(at: now, from: origin) }
        } else {
            attempt.withLock { _ in read(at: now, from: origin) }
        }
    }

    private func read(at start: ContinuousClock.Instant, from origin: KeyringOrigin) {
        // Another thread may have read it while this one waited.
        guard let known = state.withLock({ start >= $0.nextAttempt ? $0.keyring : nil }) else { return }
        let result = Result { () throws(KeyError) in try origin.reread(unless: known) }
        let isRemoved =
            if case .failure(let error) = result, error.code == .notFound { origin.isRemoved } else { false }
        let cost = start.duration(to: now())
        // The derivation of a key takes a tenth of the time at most, also while its passphrase is wrong.
        let pause = cost < .milliseconds(100) ? policy.interval : max(policy.interval, cost * 10)
        state.withLock {
            $0.nextAttempt = start + pause
            $0.isRemoved = isRemoved
            update(&$0, at: start, result)
        }
    }

    /// Takes the result of an attempt that started at a time: the changed keyring, nil for an unchanged one, or an error.
    private func update(
        _ state: inout State, at time: ContinuousClock.Instant, _ result: Result<Keyring?, KeyError>
    ) {
        switch result {
        case .success(let changed):
            state.confirmedAt = time
            state.failure = nil
            guard let changed else { return }
            state.keyring = changed
            state.view = Result { () throws(KeyError) in try makeView(changed) }
        case .failure(let error): state.failure = error
        }
    }

    /// Reads the keyring from a store at each interval, as long as the follower lives.
    private func poll(_ store: any KeyStore, _ name: String) {
        let isPublic = origin?.isPublic ?? false
        Polling.start(every: policy.interval / 2) { [weak self, now] in
            guard self != nil else { return false }
            let start = now()
            let result: Result<Keyring?, KeyError>
            do {
                let keyring = try await store.keyring(named: name)
                result = .success(isPublic ? try keyring.publicHalf() : keyring)
            } catch {
                result = .failure(error as? KeyError ?? KeyError(.inputOutput, "the store failed"))
            }
            guard let self else { return false }
            self.state.withLock { self.update(&$0, at: start, result) }
            return true
        }
    }
}
