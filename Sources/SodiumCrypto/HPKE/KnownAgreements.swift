import CSodium
import Synchronization

/// The agreements of one sender's key with the recipients that it sealed to last: DH(skS, pkR) of `AuthEncap`
/// (RFC 9180 §4.1), the one agreement that is the same for every message of a pair.
///
/// Holds at most ``capacity``, all in one piece of guarded memory, which is asked for with the first; where none is
/// granted, nothing is remembered. A recipient has one place, which the next one with the same place takes.
package final class KnownAgreements: Sendable {
    /// The most agreements that are remembered.
    package static let capacity = 1_024

    private let table = Mutex<Table?>(nil)

    /// Makes an empty memory for one sender's key.
    package init() {}

    /// Writes the agreement with a recipient to `output` if it is remembered, and says whether it is.
    func recall(_ recipient: X25519.PublicKey, into output: UnsafeMutableRawBufferPointer) -> Bool {
        table.withLock { table in unsafe table?.recall(recipient, into: output) ?? false }
    }

    /// Remembers the agreement with a recipient.
    func remember(_ recipient: X25519.PublicKey, _ agreement: UnsafeMutableRawBufferPointer) {
        table.withLock { table in
            if table == nil { table = Table(capacity: Self.capacity) }
            unsafe table?.remember(recipient, agreement)
        }
    }
}

/// The recipients, and the agreements in guarded memory.
@safe
private final class Table: @unchecked Sendable {
    // Sendable by hand: whoever uses it holds the lock that it lies behind.
    private var recipients: [X25519.PublicKey?]
    private let agreements: UnsafeMutableRawBufferPointer

    init?(capacity: Int) {
        guard let start = unsafe sodium_malloc(capacity * X25519.byteCount) else { return nil }
        unsafe agreements = UnsafeMutableRawBufferPointer(start: start, count: capacity * X25519.byteCount)
        recipients = Array(repeating: nil, count: capacity)
    }

    deinit {
        // Wipes it, too.
        unsafe sodium_free(agreements.baseAddress)
    }

    func recall(_ recipient: X25519.PublicKey, into output: UnsafeMutableRawBufferPointer) -> Bool {
        let place = recipient.place(among: recipients.count)
        guard recipients[place] == recipient else { return false }
        unsafe output.copyMemory(from: UnsafeRawBufferPointer(agreement(at: place)))
        return true
    }

    func remember(_ recipient: X25519.PublicKey, _ agreement: UnsafeMutableRawBufferPointer) {
        let place = recipient.place(among: recipients.count)
        recipients[place] = recipient
        unsafe self.agreement(at: place).copyMemory(from: UnsafeRawBufferPointer(agreement))
    }

    private func agreement(at place: Int) -> UnsafeMutableRawBufferPointer {
        unsafe agreements.part(place * X25519.byteCount, X25519.byteCount)
    }
}
