import StrictJSON

@testable import ServiceExtension

/// Fuzzes the frames between host and extension.
///
/// If the first byte is odd, the other bytes are the JSON of one message, else a stream of frames.
func fuzzWire(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    var stream = rest
    if !first.isMultiple(of: 2) {
        stream = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rest.count >> $0) } + rest
    }
    let messages = read(stream, inPartsOf: stream.count)
    try demand(
        read(stream, inPartsOf: max(1, Int(first) / 2)) == messages,
        "the messages do not depend on the chunks of a stream")
    for message in messages { try checkMessage(message) }
}

private func read(_ stream: [UInt8], inPartsOf size: Int) -> [JSONObject] {
    var frames = Frames()
    var messages: [JSONObject] = []
    for start in stride(from: 0, to: stream.count, by: max(1, size)) {
        frames.take(stream[start..<min(stream.count, start + size)])
        do {
            while let message = try frames.next() { messages.append(message) }
        } catch {
            return messages
        }
    }
    return messages
}

/// Checks that a message is equal after writing and parsing.
private func checkMessage(_ message: JSONObject) throws(Violation) {
    if let host = HostMessage(wire: message) {
        try demand(
            HostMessage(wire: host.wire)?.wire == host.wire, "a host's message is equal after writing and parsing")
    }
    if let answer = ExtensionMessage(wire: message) {
        let wire = answer.wire
        try demand(
            ExtensionMessage(wire: wire)?.wire == wire, "an extension's message is equal after writing and parsing")
        if let bytes = Frames.bytes(of: wire) {
            try demand(read(bytes, inPartsOf: bytes.count) == [wire], "a frame is equal after writing and parsing")
        }
    }
}
