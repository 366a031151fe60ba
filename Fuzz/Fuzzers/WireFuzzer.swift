@testable import ExtensionHost

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
    _ = try read(stream, HostMessage.self, inPartsOf: max(1, Int(first) / 2))
    for message in try read(stream, ExtensionMessage.self, inPartsOf: max(1, Int(first) / 2)) {
        guard case .event(_, .answered(let content), _) = message, let written = Frames.bytes(of: content) else {
            continue
        }
        let again = readMessages(in: written, FrozenContent.self, inPartsOf: written.count)
        try demand(again.map { Frames.bytes(of: $0) } == [written], "content is read as it was written")
    }
}

/// Reads messages, whole and in parts; what is read is written and read again to the same.
private func read<Message: Codable>(
    _ stream: [UInt8], _ type: Message.Type, inPartsOf size: Int
) throws(Violation) -> [Message] {
    let messages = readMessages(in: stream, type, inPartsOf: stream.count)
    let written = messages.map { Frames.bytes(of: $0) }
    let inParts = readMessages(in: stream, type, inPartsOf: size)
    try demand(inParts.map { Frames.bytes(of: $0) } == written, "how a stream is cut does not count")
    for case let frame? in written {
        let again = readMessages(in: frame, type, inPartsOf: frame.count).map { Frames.bytes(of: $0) }
        try demand(again == [frame], "a message is read as it was written")
    }
    return messages
}

private func readMessages<Message: Codable>(
    in stream: [UInt8], _ type: Message.Type, inPartsOf size: Int
) -> [Message] {
    var frames = Frames()
    var messages: [Message] = []
    for start in stride(from: 0, to: stream.count, by: max(1, size)) {
        frames.take(stream[start..<min(stream.count, start + size)])
        do {
            while let message = try frames.next(type) { messages.append(message) }
        } catch {
            return messages
        }
    }
    return messages
}
