import StrictJSON

/// All texts in the clear, one behind the other, to tell quickly that no sealed text is among them.
///
/// What it says of a text may be wrong in one way only: it may hold one that ``LeakCheck`` then does not find.
struct ClearText: Sendable {
    /// The texts, each ended by a zero, which is no part of a word.
    private var bytes: [UInt8] = []
    /// The bytes of the longest text.
    private var longestByteCount = 0
    /// A bit for each three bytes in a row, so that most texts need no search.
    private var triples: UInt64 = 0

    init(of root: JSONObject) {
        for member in root {
            // Apple's own names are no texts of the caller's.
            let isApple = member.name.hasSameBytes(as: "aps")
            if !isApple { add(member.name) }
            collect(member.value, isApple: isApple)
        }
    }

    /// The same with the ids that the headers show.
    func adding(_ collapseID: String?, _ id: String?) -> ClearText {
        var texts = self
        if let collapseID { texts.add(collapseID) }
        if let id { texts.add(id) }
        return texts
    }

    /// Whether the bytes of a text may also stand in the clear.
    @_effects(releasenone)
    func mayHold(_ text: UnsafeRawBufferPointer) -> Bool {
        guard text.count >= 3, text.count <= longestByteCount else { return false }
        let ends = unsafe Self.triple(text, at: 0) | Self.triple(text, at: text.count - 3)
        return unsafe triples & ends == ends && bytes.holds(text)
    }

    private mutating func collect(_ value: JSONValue, isApple: Bool) {
        switch value {
        case .string(let text): add(text)
        case .number(let number): add(number.text)
        case .array(let elements): for element in elements { collect(element, isApple: isApple) }
        case .object(let object):
            for member in object {
                if !isApple { add(member.name) }
                collect(member.value, isApple: isApple)
            }
        case .null, .bool: break
        }
    }

    private mutating func add(_ text: String) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0)
        longestByteCount = max(longestByteCount, text.utf8.count)
        unsafe text.withBytes { text in
            for place in 0..<max(0, text.count - 2) { unsafe triples |= Self.triple(text, at: place) }
        }
    }

    /// The bit of three bytes.
    @inline(__always)
    private static func triple(_ bytes: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
        unsafe 1 &<< (UInt64(bytes[place]) &+ 5 &* UInt64(bytes[place + 1]) &+ 19 &* UInt64(bytes[place + 2]))
    }
}
