import PushPayload
import PushSealer
package import SealedEnvelope

/// The sizes of padded messages by the wire format (§3, §6), computed independently of the sealer under test.
package struct MessageSizes {
    /// The limit of the body in bytes.
    let limit: Int
    /// The length of the body with `""` for each envelope.
    let visibleByteCount: Int
    /// The bytes around a message.
    let overhead: Int
    let padding: Padding

    package init(sealedBy input: SealingInput, suite: SealingSuite, visibleByteCount: Int) {
        limit = input.options.isBroadcast || input.options.pushType == .voip ? 5120 : 4096
        self.visibleByteCount = visibleByteCount
        overhead = suite.overhead
        padding = input.options.padding
    }

    /// Returns the sizes of one or two messages with their padding; nil if they are too large.
    package func padded(_ messages: [Message]) -> [Int]? {
        // The flags, the times, the sequence if it is present, the content and the byte 0x80.
        let unpadded = messages.map { 10 + ($0.sequence == nil ? 0 : 8) + $0.content.count }
        guard unpadded.count == 2 else {
            return pad(unpadded[0], padding, capacity(beside: nil)).map { [$0] }
        }
        // The attributes are padded first; the content state has the rest.
        let padding = padding == .maximum ? .block(512) : padding
        guard let attributes = pad(unpadded[1], padding, capacity(beside: unpadded[0])),
            let state = pad(unpadded[0], self.padding, capacity(beside: attributes))
        else { return nil }
        return [state, attributes]
    }

    /// The capacity of an envelope, beside another with a message of some bytes.
    private func capacity(beside other: Int?) -> Int {
        let characters = other.map { (4 * (overhead + $0) + 2) / 3 } ?? 0
        let left = limit - visibleByteCount - characters
        return left < 0 ? -1 : 3 * left / 4 - overhead
    }

    private func pad(_ unpadded: Int, _ padding: Padding, _ capacity: Int) -> Int? {
        guard unpadded <= capacity else { return nil }
        return switch padding {
        case .none: unpadded
        case .block(let size): min((unpadded + size - 1) / size * size, capacity)
        case .maximum: capacity
        }
    }
}
