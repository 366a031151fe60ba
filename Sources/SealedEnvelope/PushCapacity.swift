/// The room that a push has for a message (wire format §8).
package struct PushCapacity: Sendable {
    /// The size in bytes of the visible body with the envelope key and an empty envelope.
    package let visibleByteCount: Int
    /// The limit of the push type in bytes.
    package let limit: Int
    /// How the message is sealed.
    package let suite: SealingSuite

    /// Makes the capacity of one push.
    package init(visibleByteCount: Int, limit: Int, suite: SealingSuite) {
        self.visibleByteCount = visibleByteCount
        self.limit = limit
        self.suite = suite
    }

    /// The most bytes of message that fit, padding included; negative when not even an empty one does.
    package var messageByteCount: Int {
        let characters = limit - visibleByteCount
        return (characters >= 0 ? characters * 3 / 4 : characters) - suite.overhead
    }

    /// The size in bytes of the body that carries a message of `messageByteCount` bytes.
    package func bodyByteCount(messageByteCount: Int) -> Int {
        visibleByteCount + ((messageByteCount + suite.overhead) * 4 + 2) / 3
    }
}
