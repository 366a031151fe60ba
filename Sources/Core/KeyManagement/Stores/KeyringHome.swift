import CryptoPrimitives
import Dispatch
import Platform
import StrictJSON
import Synchronization

/// The place in a store from which a device's keyring was loaded: its chains are read from there for each envelope, and move forward there.
package struct KeyringHome: Sendable {
    private let store: any SynchronousKeyStore
    private let name: UTF8Text

    init(_ store: some SynchronousKeyStore, _ name: UTF8Text) {
        (self.store, self.name) = (store, name)
    }

    /// The keyring as it is now, opened with the key that is known of its passphrase.
    package func read(as known: Keyring) throws(KeyError) -> Keyring {
        guard let stored = try store.stored(name) else { throw KeyError(notFound: name) }
        return try stored.keyring(named: name, known: known.protection)
    }

    /// Moves the chains of the keyring forward, as ``Keyring/advance(to:opened:)`` does, in one atomic change; nothing is written if nothing
    /// changes.
    ///
    /// Returns false if the change failed, or took longer than the limit; then it may be made later.
    package func advance(_ known: Keyring, to time: UInt32, opened: Thumbprint, within limit: Duration) -> Bool {
        // A folder's lock, or the keychain, may make it wait.
        let end = DispatchSemaphore(value: 0)
        let isKept = Mutex(false)
        Self.queue.async {
            if (try? self.keepAdvance(known, to: time, opened: opened)) != nil { isKept.withLock { $0 = true } }
            end.signal()
        }
        _ = end.wait(timeout: .now() + limit / .seconds(1))
        return isKept.withLock { $0 }
    }

    private func keepAdvance(_ known: Keyring, to time: UInt32, opened: Thumbprint) throws(KeyError) {
        while true {
            // With the newest text, also after another process was faster.
            var keyring = try read(as: known)
            guard try keyring.advance(to: time, opened: opened) else { return }
            if try store.keep(KeyringChange(keyring, named: name, from: keyring.version)) { return }
        }
    }

    private static let queue = DispatchQueue(label: "SealedPush.KeyManagement.advancing", attributes: .concurrent)
}

extension Keyring {
    /// The place to read the chains from, unless the keyring was changed since it was loaded.
    package var currentHome: KeyringHome? { unsavedEvents.isEmpty ? home : nil }

    /// The keyring without the secrets of its enrolments, which are not kept in memory.
    package var withoutChains: Keyring {
        var keyring = self
        for index in keyring.keys.indices where keyring.keys[index].enrolment != nil {
            keyring.keys[index].enrolment = Enrolment()
        }
        return keyring
    }
}
