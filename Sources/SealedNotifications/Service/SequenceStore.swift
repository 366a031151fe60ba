public import KeyManagement
import Synchronization

/// Remembers the highest of a provider's sequence numbers, so that missed pushes can be counted (wire format §13.2).
public protocol SequenceStore: Sendable {
    /// Notes that a number has arrived.
    ///
    /// - Returns: The number of pushes missing directly before it: `sequence - highest - 1` for one above the highest so far, 0
    ///   for any other, nil for the first one of its stream.
    /// - Throws: When the store cannot be used; the push is shown all the same, and the report says so.
    func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64?
}

/// A provider key, a device key, and what else a sequence is counted for.
///
/// Texts are compared as UTF-8 bytes, as they are bound to a seal.
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

    /// Compares the texts as UTF-8 bytes.
    public static func == (one: SequenceStream, other: SequenceStream) -> Bool { one.bytes == other.bytes }

    /// Hashes the bytes that are compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The stream as bytes; the topic's length separates it from the audience.
    package var bytes: [UInt8] {
        Array("\(sender.map(\.description) ?? "-") \(recipient) \(topic.utf8.count) ".utf8) + topic.utf8 + audience.utf8
    }

    /// The number of pushes missing directly before one (wire format §13.2); nil for the first one.
    package static func missed(before sequence: UInt64, highest: UInt64?) -> UInt64? {
        highest.map { sequence > $0 ? sequence - $0 - 1 : 0 }
    }
}

/// A sequence store in memory, for one process and for tests.
public final class SequenceMemory: SequenceStore {
    private let highest = Mutex<[SequenceStream: UInt64]>([:])

    /// Makes an empty memory.
    public init() {}

    /// Notes that a number has arrived; never throws.
    public func note(_ sequence: UInt64, of stream: SequenceStream) -> UInt64? {
        highest.withLock { highest in
            let before = highest[stream]
            highest[stream] = max(sequence, before ?? 0)
            return SequenceStream.missed(before: sequence, highest: before)
        }
    }
}
