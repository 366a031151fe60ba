@testable import SealedEnvelope

/// Fuzzes the decoder of messages.
func fuzzMessage(_ bytes: [UInt8]) throws(Violation) {
    guard let message = try? Message(decoding: bytes) else { return }
    try demand(message.encoded(paddedTo: bytes.count) == bytes, "a message has one encoding")
    let shortest = message.encoded(paddedTo: 0)
    try demand(shortest.count == message.unpaddedByteCount + 1, "padding takes at least one byte")
    try demand((try? Message(decoding: shortest)) == message, "padding does not change a message")
}
