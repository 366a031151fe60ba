import Synchronization

/// A keyring that is read again when it changes at the place that it was read from, and a view of its keys.
///
/// A keyring that was made in memory, or changed since it was read, never changes.
package final class KeyringFollower<View: Sendable>: Sendable {
    private struct State {
        var keyring: Keyring
        var view: Result<View, KeyError>
        /// The start of the last attempt to read the keyring, and of the last one that succeeded.
        var checkedAt, confirmedAt: ContinuousClock.Instant
        var failure: KeyError?
    }

    private let name: String
    private let origin: KeyringOrigin?
    private let policy: RefreshPolicy
    private let now: @Sendable () -> ContinuousClock.Instant
    private let makeView: @Sendable (Keyring) throws(KeyError) -> View
    private let state: Mutex<State>

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
        let start = now()
        state = Mutex(
            State(keyring: keyring, view: .success(try makeView(keyring)), checkedAt: start, confirmedAt: start))
        if case .store(let store, let name) = origin?.place { poll(store, name) }
    }

    /// The view of the keyring as it was at most an interval ago.
    ///
    /// - Throws: ``KeyError`` with the code of the last attempt to read the keyring, after its grace; the error of the view.
    package func current() throws(KeyError) -> View {
        guard let origin else { return try state.withLock { $0.view }.get() }
        let now = now()
        return try state.withLock { state throws(KeyError) in
            if case .folder = origin.place, state.checkedAt.duration(to: now) >= policy.interval {
                update(&state, at: now, Result { () throws(KeyError) in try origin.reread(unless: state.keyring) })
            }
            let age = state.confirmedAt.duration(to: now)
            if age > policy.grace, state.failure != nil || age > policy.grace + policy.interval {
                throw KeyError(
                    state.failure?.code ?? .busy,
                    "keyring \(name) could not be read for \(age.components.seconds) seconds: "
                        + (state.failure?.reason ?? "its store does not answer"))
            }
            return try state.view.get()
        }
    }

    /// Takes the result of an attempt that started at a time: the changed keyring, nil for an unchanged one, or an error.
    private func update(
        _ state: inout State, at time: ContinuousClock.Instant, _ result: Result<Keyring?, KeyError>
    ) {
        state.checkedAt = time
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
        Polling.start(every: policy.interval / 2) { [weak self, now] in
            guard self != nil else { return false }
            let start = now()
            let result: Result<Keyring?, KeyError>
            do {
                result = .success(try await store.keyring(named: name))
            } catch {
                result = .failure(error as? KeyError ?? KeyError(.inputOutput, "the store failed"))
            }
            guard let self else { return false }
            self.state.withLock { self.update(&$0, at: start, result) }
            return true
        }
    }
}
