package import KeyManagement

/// Stores the highest sequence number of each stream, so that missed pushes can be counted (wire format §13.2).
public protocol SequenceStore: Sendable {
    /// Records that a number has arrived.
    ///
    /// - Returns: The number of pushes missing directly before it: `sequence - highest - 1` for one above the highest
    ///   so far, 0 for any other, nil for the first one of its stream.
    /// - Throws: An error if the store cannot be used. The push is still shown, and the report contains the problem.
    func note(_ sequence: UInt64, of stream: SequenceStream) throws -> UInt64?
}

/// A stream of sequence numbers: provider key, device key, topic and audience.
public struct SequenceStream: Sendable, Hashable {
    /// The stream as bytes, by which streams are compared; the topic's length separates it from the audience.
    public let bytes: [UInt8]

    package init(sender: Thumbprint?, recipient: Thumbprint, topic: String, audience: String) {
        bytes =
            Array("\(sender.map(\.description) ?? "-") \(recipient) \(topic.utf8.count) ".utf8) + topic.utf8
            + audience.utf8
    }

    package static func missed(before sequence: UInt64, highest: UInt64?) -> UInt64? {
        highest.map { sequence > $0 ? sequence - $0 - 1 : 0 }
    }
}
