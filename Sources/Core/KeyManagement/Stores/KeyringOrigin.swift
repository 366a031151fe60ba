import StrictJSON
import Synchronization

/// The source that a keyring was read from, shared by all copies of the keyring: it is read again once for all who follow it.
///
/// A folder is read when the keyring is used, at most once in each interval. A store is polled.
final class KeyringOrigin: Sendable {
    enum Source: Sendable {
        /// The file of a folder, and whether it had to be secret when it was read last.
        case folder(KeyDirectory, name: KeyringName, isSecret: Bool)
        case store(any KeyStore, name: UTF8Text)
    }

    typealias Time = ContinuousClock.Instant

    private struct State {
        var source: Source
        /// The newest keyring, without its origin; nil until it is followed.
        var keyring: Keyring?
        /// The number of times that the keyring has changed.
        var generation = 0
        /// The start of the last look that succeeded, and of the last look.
        var confirmedAt, lookedAt: Time
        /// The earliest time at which a look may derive a key from a passphrase.
        var nextDerivation: Time?
        var failure: KeyError?
        /// Whether the keyring was removed, so that it has no grace.
        var isRemoved = false
        /// The interval of the polls of a store; nil without polls.
        var polling: Duration?

        mutating func follow(_ keyring: Keyring) {
            // The chains of a device are read for each envelope; those of a registration never change.
            self.keyring = keyring.isSecret ? keyring.withoutChains : keyring
            // The state is part of an origin, which would never be released.
            self.keyring?.origin = nil
        }

        func isLookDue(at now: Time, _ policy: RefreshPolicy, _ readsNow: Bool) -> Bool {
            now >= lookedAt + policy.interval || readsNow && failure == nil && now >= lookedAt
        }

        /// Takes the result of a look: the changed keyring, nil for an unchanged one, or an error.
        mutating func take(_ result: Result<Keyring?, KeyError>, at time: Time, isRemoved: Bool) {
            (lookedAt, self.isRemoved) = (time, isRemoved)
            switch result {
            case .success(let changed):
                confirmedAt = time
                failure = nil
                guard let changed else { return }
                if let origin = changed.origin { source = origin.source }
                follow(changed)
                generation += 1
            case .failure(let error): failure = error
            }
        }
    }

    /// Whether only the public halves are wanted.
    private let isPublic: Bool
    private let state: Mutex<State>
    /// Held during a look, so that one thread reads the keyring and the others go on with what is known.
    private let look = Mutex(())

    init(_ source: Source, isPublic: Bool = false, readAt time: Time = .now) {
        self.isPublic = isPublic
        state = Mutex(State(source: source, confirmedAt: time, lookedAt: time))
    }

    /// The origin of the public halves of the keyring.
    var ofPublicHalf: KeyringOrigin {
        state.withLock { KeyringOrigin($0.source, isPublic: true, readAt: $0.confirmedAt) }
    }

    private var source: Source { state.withLock { $0.source } }

    /// The newest keyring that a look has found.
    var keyring: Keyring? { state.withLock { $0.keyring } }

    /// Begins to follow a keyring that was read here.
    func follow(_ keyring: Keyring, every interval: Duration, clock: @escaping @Sendable () -> Time) {
        let now = clock()
        let isPolled = state.withLock { state in
            if state.keyring == nil {
                state.follow(keyring)
                // A clock of a test may be behind the system's.
                (state.confirmedAt, state.lookedAt) = (min(state.confirmedAt, now), min(state.lookedAt, now))
            }
            guard case .store = state.source, interval < state.polling ?? .seconds(Int64.max) else { return false }
            // Nothing has failed yet: the first poll is about to begin.
            if state.polling == nil { state.confirmedAt = now }
            state.polling = interval
            return true
        }
        if isPolled { poll(every: interval, clock) }
    }

    /// Looks at the source if that is due, and returns the generation of the keyring.
    ///
    /// `readsNow` makes a look due unless the last one failed, which an attacker could cause.
    ///
    /// - Throws: ``KeyError`` with the code of the last look, after the grace; `notFound` for a keyring that was removed.
    func generation(
        _ policy: RefreshPolicy, readsNow: Bool, clock: @Sendable () -> Time
    ) throws(KeyError) -> Int {
        let now = clock()
        let isLate = state.withLock { state in
            state.isLookDue(at: now, policy, readsNow) ? state.confirmedAt.duration(to: now) > policy.grace : nil
        }
        if let isLate {
            if isLate {
                look.withLock { _ in read(at: now, policy, readsNow, clock) }
            } else {
                _ = look.withLockIfAvailable { _ in read(at: now, policy, readsNow, clock) }
            }
        }
        return try state.withLock { state throws(KeyError) in
            let age = state.confirmedAt.duration(to: now)
            let name = state.keyring?.name ?? ""
            if state.isRemoved { throw KeyError(.notFound, "keyring \(name) was removed") }
            if age > policy.grace, state.failure != nil || age > policy.grace + policy.interval {
                throw KeyError(
                    state.failure?.code ?? .busy,
                    "keyring \(name) was last read \(age.components.seconds) seconds ago: "
                        + (state.failure?.reason ?? "its store does not answer"))
            }
            return state.generation
        }
    }

    private func read(at start: Time, _ policy: RefreshPolicy, _ readsNow: Bool, _ clock: () -> Time) {
        // Another thread may have looked while this one waited.
        let due = state.withLock { state in
            state.isLookDue(at: start, policy, readsNow)
                ? (state.source, state.keyring, mayDerive: start >= state.nextDerivation ?? start) : nil
        }
        guard let (source, keyring, mayDerive) = due, let known = keyring,
            case .folder(let directory, let name, let isSecret) = source
        else { return }
        let onDerivation: @Sendable () -> Void = { [self] in state.withLock { $0.nextDerivation = start } }
        var result: Result<Keyring?, KeyError>
        var isRemoved = false
        do throws(KeyError) {
            result = .success(
                try directory.reread(
                    name, isPublic: isPublic, isSecret: isSecret, unless: known,
                    onDerivation: mayDerive ? onDerivation : nil))
        } catch {
            result = .failure(error)
            isRemoved = error.code == .notFound && directory.isRemoved(name)
        }
        let cost = start.duration(to: clock())
        state.withLock { state in
            // A derivation takes a tenth of the time at most, also while the passphrase is wrong.
            if state.nextDerivation == start { state.nextDerivation = start + cost * 10 }
            // While a derivation waits, the last failure says more than that no passphrase was given.
            if case .failure(let error) = result, !mayDerive, error.code == .locked, let failure = state.failure {
                result = .failure(failure)
            }
            state.take(result, at: start, isRemoved: isRemoved)
        }
    }

    /// Reads the keyring from a store, at once and in each interval, as long as the origin lives.
    private func poll(every interval: Duration, _ clock: @escaping @Sendable () -> Time) {
        guard case .store(let store, let name) = source else { return }
        Polling.start(every: interval / 2) { [weak self] in
            guard self != nil else { return false }
            let start = clock()
            let result: Result<Keyring?, KeyError>
            var isRemoved = false
            do {
                let stored = try await store.load(name)
                isRemoved = stored == nil
                guard let self, let known = self.keyring else { return false }
                result = .success(try stored.flatMap { try self.changed($0, since: known, named: name) })
            } catch {
                result = .failure(error as? KeyError ?? KeyError(.inputOutput, "the store failed"))
            }
            self?.state.withLock { $0.take(result, at: start, isRemoved: isRemoved) }
            return true
        }
    }

    private func changed(_ stored: StoredKeyring, since known: Keyring, named name: UTF8Text) throws(KeyError)
        -> Keyring?
    {
        guard stored.version != known.version else { return nil }
        return try isPublic ? stored.publicKeyring(named: name) : stored.keyring(named: name, known: known.protection)
    }
}
