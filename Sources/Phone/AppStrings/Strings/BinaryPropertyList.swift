/// Parses the texts and dictionaries of a binary property list, the format of strings in a built app.
///
/// Foundation's parsers are not used: mutated files crashed them, and `PropertyListSerialization` does not end with 60
/// dictionaries that each hold the next one twice (Swift 6.3.1 on Linux).
struct BinaryPropertyList {
    let bytes: [UInt8]
    let offsets: [Int]
    let referenceSize: Int

    /// The remaining cost, since a file may refer to one object many times: 64 for an object, 1 for a byte of a text.
    private(set) var costLeft = 64 << 20

    /// The texts read so far, so that repeated references share one copy.
    private(set) var texts: [Int: String] = [:]

    private static let deepest = 64
    private static let trailerSize = 32

    static func read(_ bytes: [UInt8]) throws(StringsError) -> StringsNode {
        guard bytes.starts(with: "bplist0".utf8), bytes.count >= 8 + trailerSize else { throw malformed }
        let trailer = Array(bytes.suffix(trailerSize))
        let (offsetSize, referenceSize) = (Int(trailer[6]), Int(trailer[7]))
        guard let count = integer(trailer[8..<16]), let top = integer(trailer[16..<24]),
            let table = integer(trailer[24..<32]), (1...8).contains(offsetSize), (1...8).contains(referenceSize)
        else { throw malformed }
        let end = bytes.count - trailerSize
        guard table <= end, count <= (end - table) / offsetSize else { throw malformed }
        let offsets = try integers(bytes[table..<table + count * offsetSize], of: offsetSize)
        var list = BinaryPropertyList(bytes: Array(bytes[..<table]), offsets: offsets, referenceSize: referenceSize)
        return try list.object(top, depth: 1)
    }

    private mutating func object(_ number: Int, depth: Int) throws(StringsError) -> StringsNode {
        costLeft -= 64
        guard offsets.indices.contains(number), depth <= Self.deepest, costLeft > 0 else { throw Self.malformed }
        let start = offsets[number]
        guard start < bytes.count else { throw Self.malformed }
        let kind = bytes[start] >> 4
        guard kind == 0x5 || kind == 0x6 || kind == 0x7 || kind == 0xD else { return .other }
        if let text = texts[number] { return .text(text) }
        let (count, first) = try length(at: start)
        guard kind != 0xD else { return try dictionary(count, at: first, depth: depth) }
        costLeft -= min(count, bytes.count)
        guard costLeft > 0 else { throw Self.malformed }
        let text: String
        if kind == 0x6 {
            let units = try Self.integers(try slice(first, count * 2), of: 2)
            text = String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
        } else {
            text = String(decoding: try slice(first, count), as: UTF8.self)
        }
        texts[number] = text
        return .text(text)
    }

    private mutating func dictionary(
        _ count: Int, at first: Int, depth: Int
    ) throws(StringsError) -> StringsNode {
        guard count <= bytes.count else { throw Self.malformed }
        let references = try Self.integers(try slice(first, 2 * count * referenceSize), of: referenceSize)
        let (keys, values) = (references.prefix(count), references.dropFirst(count))
        var members: [String: StringsNode] = [:]
        for (key, value) in zip(keys, values) {
            guard let name = try object(key, depth: depth + 1).text else { throw Self.malformed }
            costLeft -= name.utf8.count
            members[name] = try object(value, depth: depth + 1)
        }
        return .dictionary(members)
    }

    /// Returns the length in an object's first byte or in the integer after it, and the index of the content.
    private func length(at start: Int) throws(StringsError) -> (Int, first: Int) {
        let short = Int(bytes[start] & 0x0F)
        guard short == 0x0F else { return (short, start + 1) }
        guard start + 1 < bytes.count, bytes[start + 1] >> 4 == 1, bytes[start + 1] & 0x0F <= 3 else {
            throw Self.malformed
        }
        let size = 1 << Int(bytes[start + 1] & 0x0F)
        guard let count = Self.integer(try slice(start + 2, size)) else { throw Self.malformed }
        return (count, start + 2 + size)
    }

    private func slice(_ start: Int, _ count: Int) throws(StringsError) -> ArraySlice<UInt8> {
        guard start <= bytes.count, count <= bytes.count - start else { throw Self.malformed }
        return bytes[start..<start + count]
    }

    /// Parses an unsigned big-endian integer; nil beyond 2^31 - 1, which is larger than any file read here.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            value = value << 8 | Int(byte)
            guard value <= Int(Int32.max) else { return nil }
        }
        return value
    }

    private static func integers(_ bytes: ArraySlice<UInt8>, of size: Int) throws(StringsError) -> [Int] {
        var integers: [Int] = []
        for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: size) {
            guard let integer = integer(bytes[start..<start + size]) else { throw malformed }
            integers.append(integer)
        }
        return integers
    }

    private static var malformed: StringsError {
        StringsError("the bytes are not a binary property list")
    }
}
