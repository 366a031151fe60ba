@testable import SealedEnvelope

/// Fuzzes the decoder of messages.
func fuzzMessage(_ bytes: [UInt8]) throws(Violation) {
    guard let message = try? Message(decoding: bytes) else { return }
    try demand(message.encoded(paddedTo: bytes.count) == bytes, "a message has one encoding")
    try demand(message.encoded(paddedTo: message.unpaddedByteCount) == nil, "padding takes at least one byte")
    guard let shortest = message.encoded(paddedTo: message.unpaddedByteCount + 1) else {
        throw Violation(description: "one byte of padding is sufficient")
    }
    try demand((try? Message(decoding: shortest)) == message, "padding does not change a message")
}
