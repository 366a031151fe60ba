@testable import SealedEnvelope

/// The input is a message.
func fuzzMessage(_ bytes: [UInt8]) throws(Violation) {
    guard let message = try? Message(decoding: bytes) else { return }
    try demand(message.encoded(paddedTo: bytes.count) == bytes, "a message has one spelling")
    try demand(message.encoded(paddedTo: message.unpaddedByteCount) == nil, "padding takes a byte")
    guard let shortest = message.encoded(paddedTo: message.unpaddedByteCount + 1) else {
        throw Violation(description: "one byte of padding is enough")
    }
    try demand((try? Message(decoding: shortest)) == message, "padding does not change a message")
}
