import Foundation
import UserNotifications

/// Splits a stream of bytes into messages: a length of four bytes, big-endian, and that many bytes of JSON.
struct Frames {
    /// The maximum length of a message; content of this size exceeds an extension's memory limit before.
    static let longest = 8 << 20

    private var bytes: [UInt8] = []

    mutating func take(_ arrived: some Sequence<UInt8>) { bytes += arrived }

    /// Returns the next complete message; nil if more bytes are needed.
    mutating func next<Message: Decodable>(_: Message.Type) throws(BadFrame) -> Message? {
        guard bytes.count >= 4 else { return nil }
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { throw BadFrame() }
        guard bytes.count >= 4 + length else { return nil }
        let body = Data(bytes[4..<4 + length])
        bytes.removeFirst(4 + length)
        do { return try RecordCoding.decode(Message.self, from: body) } catch { throw BadFrame() }
    }

    /// Returns a message as bytes; nil if it is too long.
    static func bytes(of message: some Encodable) -> [UInt8]? {
        guard let body = try? RecordCoding.encode(message), body.count <= longest else { return nil }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    }
}

/// The bytes in the channel are not a message.
struct BadFrame: Error {}
