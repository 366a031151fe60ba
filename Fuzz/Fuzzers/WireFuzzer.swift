import StrictJSON

@testable import ExtensionProcess

/// After a first byte that is odd the input is one message's JSON, else a stream of frames.
func fuzzWire(_ bytes: [UInt8]) throws(Violation) {
    guard let first = bytes.first else { return }
    let rest = Array(bytes.dropFirst())
    var stream = rest
    if !first.isMultiple(of: 2) {
        stream = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rest.count >> $0) } + rest
    }
    let messages = read(stream, inPartsOf: stream.count)
    try demand(read(stream, inPartsOf: max(1, Int(first) / 2)) == messages, "how a stream is cut does not count")
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

/// What is read is written and read again to the same.
private func checkMessage(_ message: JSONObject) throws(Violation) {
    if let host = HostMessage(wire: message) {
        try demand(HostMessage(wire: host.wire)?.wire == host.wire, "a host's message is read as it was written")
    }
    if let told = ExtensionMessage(wire: message) {
        let wire = told.wire
        try demand(ExtensionMessage(wire: wire)?.wire == wire, "an extension's message is read as it was written")
        if let bytes = Frames.bytes(of: wire) {
            try demand(read(bytes, inPartsOf: bytes.count) == [wire], "a frame is read as it was written")
        }
    }
}
