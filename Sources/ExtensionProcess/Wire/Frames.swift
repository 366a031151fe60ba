import StrictJSON

/// Splits a stream of bytes into messages: a length of four bytes, big-endian, and that many bytes of JSON.
struct Frames {
    /// The maximum length of a message; content of this size exceeds an extension's memory limit before.
    static let longest = 8 << 20

    /// The limits for messages, which nest a few levels deeper than `userInfo`.
    private static let limits = JSONLimits(maximumByteCount: longest)

    private var bytes: [UInt8] = []

    /// Appends received bytes.
    mutating func take(_ arrived: some Sequence<UInt8>) { bytes += arrived }

    /// Returns the next complete message; nil if more bytes are needed.
    ///
    /// - Throws: `BadFrame` if the received bytes are not a message.
    mutating func next() throws(BadFrame) -> JSONObject? {
        guard bytes.count >= 4 else { return nil }
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= Self.longest else { throw BadFrame() }
        guard bytes.count >= 4 + length else { return nil }
        let value = try? JSONValue(parsing: Array(bytes[4..<4 + length]), limits: Self.limits)
        bytes.removeFirst(4 + length)
        guard let object = value?.objectValue else { throw BadFrame() }
        return object
    }

    /// Returns a message as bytes; nil if it is too long or nests too deep to be parsed.
    static func bytes(of message: JSONObject) -> [UInt8]? {
        let value = JSONValue.object(message)
        guard value.depth <= JSONLimits.deepest else { return nil }
        let body = value.serialized()
        guard body.count <= longest else { return nil }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    }
}

/// The bytes in the channel are not a message.
struct BadFrame: Error {}

extension JSONValue {
    /// The nesting depth of arrays and objects; the outermost counts as 1.
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let object): 1 + (object.members.map(\.value.depth).max() ?? 0)
        case .null, .bool, .number, .string: 0
        }
    }
}
