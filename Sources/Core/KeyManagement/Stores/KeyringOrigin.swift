import StrictJSON
import Synchronization

/// The source that a keyring was read from, shared by all copies of the keyring: it is read again once for all who follow it.
///
/// A folder is read when the keyring is used, at most once in each interval. A store is polled.
final class KeyringOrigin: Sendable {
    enum Source: Sendable {
        case folder(KeyDirectory)
        case store(any KeyStore)
    }

    typealias Time = ContinuousClock.Instant

    private struct State {
        /// The newest keyring, without its origin; nil until it is followed.
        var keyring: Keyring?
        /// The number of times that the keyring has changed.
        var generation = 0
        /// The start of the last look that succeeded, or of the following; nil until then.
        var confirmedAt: Time?
        /// The earliest time of the next look at a folder.
        var nextLook: Time?
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
    }

    private let source: Source
    private let name: UTF8Text
    /// Whether only the public halves are wanted.
    private let isPublic: Bool
    /// Locked during a look at a folder, so that one thread reads the keyring for all.
    private let state = Mutex(State())

    init(_ source: Source, name: UTF8Text, isPublic: Bool = false) {
        (self.source, self.name, self.isPublic) = (source, name, isPublic)
    }

    /// The origin of the public halves of the keyring.
    var ofPublicHalf: KeyringOrigin { KeyringOrigin(source, name: name, isPublic: true) }

    /// Begins to follow a keyring that was read here.
    func follow(_ keyring: Keyring, every interval: Duration, clock: @escaping @Sendable () -> Time) {
        state.withLock { state in
            if state.keyring == nil { state.follow(keyring) }
            // Nothing has failed yet: the first look is about to begin.
            state.confirmedAt = state.confirmedAt ?? clock()
            if case .store(let store) = source, interval < state.polling ?? .seconds(Int64.max) {
                state.polling = interval
                poll(store, every: interval, clock)
            }
        }
    }

    /// The newest keyring and its generation, after a look at the folder if that is due.
    ///
    /// `readsNow` makes a look due unless the last one failed, which an attacker could cause.
    ///
    /// - Throws: ``KeyError`` with the code of the last look, after the grace; `notFound` for a keyring that was removed.
    func current(
        _ policy: RefreshPolicy, readsNow: Bool, clock: @Sendable () -> Time
    ) throws(KeyError) -> (generation: Int, keyring: Keyring?) {
        let now = clock()
        return try state.withLock { state throws(KeyError) in
            let isDue = now >= state.nextLook ?? now || readsNow && state.failure == nil
            if isDue, case .folder(let directory) = source {
                take(Result { () throws(KeyError) in try directory.stored(name) }, at: now, in: &state)
                state.isRemoved = state.failure?.code == .notFound && directory.isRemoved(name)
                // The derivation of a key from a wrong passphrase takes a tenth of the time at most.
                let pause = state.failure == nil ? .zero : now.duration(to: clock()) * 10
                state.nextLook = now + max(policy.interval, pause)
            }
            if state.isRemoved { throw KeyError(.notFound, "keyring \(name) was removed") }
            let age = (state.confirmedAt ?? now).duration(to: now)
            if age > policy.grace + (state.failure == nil ? policy.interval : .zero) {
                throw KeyError(
                    state.failure?.code ?? .busy,
                    "keyring \(name) was last read \(age.components.seconds) seconds ago: "
                        + (state.failure?.reason ?? "its store does not answer"))
            }
            return (state.generation, state.keyring)
        }
    }

    /// Reads the keyring from a store, at once and in each interval, as long as the origin lives.
    private func poll(_ store: any KeyStore, every interval: Duration, _ clock: @escaping @Sendable () -> Time) {
        let name = name
        BlockingExecutor("SealedPush.KeyManagement.polling").poll(every: interval / 2) { [weak self] in
            let start = clock()
            var found: Result<StoredKeyring?, KeyError>
            do {
                found = .success(try await store.load(name))
            } catch {
                found = .failure(error as? KeyError ?? KeyError(.inputOutput, "the store failed"))
            }
            guard let self else { return false }
            self.state.withLock { state in
                self.take(found, at: start, in: &state)
                state.isRemoved = if case .success(nil) = found { true } else { false }
            }
            return true
        }
    }

    /// Takes what a look has found.
    private func take(_ found: Result<StoredKeyring?, KeyError>, at time: Time, in state: inout State) {
        do throws(KeyError) {
            guard var stored = try found.get() else { throw KeyError(notFound: name) }
            if let known = state.keyring, stored.version != known.version {
                stored.passphrase = stored.passphrase?.whileFollowing
                let keyring =
                    try isPublic
                    ? stored.publicKeyring(named: name) : stored.keyring(named: name, known: known.protection)
                // The export stands for no keyring whose secrets are in use.
                try check(
                    keyring.isSecret || !known.isSecret, .notFound,
                    "the file with the secrets of keyring \(name) is missing")
                state.follow(keyring)
                state.generation += 1
            }
            (state.confirmedAt, state.failure) = (time, nil)
        } catch {
            state.failure = error
        }
    }
}
