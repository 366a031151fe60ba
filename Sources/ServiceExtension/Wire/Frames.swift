import StrictJSON

/// Cuts a stream of bytes into messages: four bytes of length, big-endian, and that many bytes of JSON.
struct Frames {
    /// The longest message; content of this size breaks an extension's memory limit long before.
    static let longest = 8 << 20

    /// JSON here nests as deep as `userInfo` and a few levels around it.
    private static let limits = JSONLimits(maximumByteCount: longest)

    private var bytes: [UInt8] = []

    /// Takes bytes that have arrived.
    mutating func take(_ arrived: some Sequence<UInt8>) { bytes += arrived }

    /// The next message that is complete; nil if more bytes are needed.
    ///
    /// - Throws: `BadFrame` if what has arrived is no message.
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

    /// A message as bytes; nil if it is too long or nests too deep to be read again.
    static func bytes(of message: JSONObject) -> [UInt8]? {
        let value = JSONValue.object(message)
        guard value.depth <= JSONLimits.deepest else { return nil }
        let body = value.serialized()
        guard body.count <= longest else { return nil }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    }
}

/// The bytes in the channel are no message.
struct BadFrame: Error {}

extension JSONValue {
    /// How deep arrays and objects stand inside each other, the outermost counting as 1.
    fileprivate var depth: Int {
        switch self {
        case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
        case .object(let object): 1 + (object.members.map(\.value.depth).max() ?? 0)
        case .null, .bool, .number, .string: 0
        }
    }
}
