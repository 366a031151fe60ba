public import KeyManagement
import Synchronization

/// Remembers which of a provider's numbers have arrived, so that missed pushes can be counted (wire format §4).
public protocol SequenceStore: Sendable {
    /// Notes that a number has arrived.
    ///
    /// - Returns: how many numbers directly before it have not arrived; nil for the first of its kind and for one that is
    ///   too old to tell.
    /// - Throws: when the store cannot be used; the push is shown all the same, and the report says so.
    func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64?
}

/// Who counts for whom: "sequence counts up per provider key and device key".
public struct SequenceStream: Sendable, Hashable {
    /// The provider key that sealed, if the suite has one.
    public let sender: KeyID?
    /// The device's key.
    public let recipient: KeyID
    /// The app.
    public let topic: String
    /// The account or installation.
    public let audience: String

    /// Names a stream.
    public init(sender: KeyID?, recipient: KeyID, topic: String, audience: String) {
        self.sender = sender
        self.recipient = recipient
        self.topic = topic
        self.audience = audience
    }
}

/// A sequence store in memory, for one process and for tests.
public final class SequenceMemory: SequenceStore {
    private let windows = Mutex<[SequenceStream: SequenceWindow]>([:])

    /// Makes an empty memory.
    public init() {}

    /// Notes that a number has arrived; never throws.
    public func note(_ sequence: UInt64, of stream: SequenceStream) -> UInt64? {
        windows.withLock { windows in
            guard var window = windows[stream] else {
                windows[stream] = SequenceWindow(first: sequence)
                return nil
            }
            defer { windows[stream] = window }
            return window.note(sequence)
        }
    }
}
