/// Where one value stands in its text, and what is known of it without reading it again.
///
/// A text's nodes stand in the order in which its values begin. Offsets and counts are bytes unless they say otherwise, and
/// fit into 32 bits, since no limit allows a text of more than 2 GiB.
struct ValueNode: BitwiseCopyable, Sendable {
    enum Kind: UInt8 {
        case null, bool, number, string, array, object
    }

    struct Flags: OptionSet {
        let rawValue: UInt8
        /// The value is a member's.
        static let hasName = Flags(rawValue: 1 << 0)
        /// The name holds escapes, so that its bytes are not its text.
        static let nameHasEscapes = Flags(rawValue: 1 << 1)
        /// All bytes of the name are below 0x80.
        static let nameIsASCII = Flags(rawValue: 1 << 2)
        /// What is said of the name.
        static let ofName: Flags = [.hasName, .nameHasEscapes, .nameIsASCII]
        /// The string holds escapes.
        static let hasEscapes = Flags(rawValue: 1 << 3)
        /// All bytes of the string are below 0x80.
        static let isASCII = Flags(rawValue: 1 << 4)
        /// The value is or holds a null, at any depth.
        static let holdsNull = Flags(rawValue: 1 << 5)
        /// The value's text is its shortest, and so are those of all that it holds.
        static let isShortest = Flags(rawValue: 1 << 6)
        static let allButShortest = Flags(rawValue: ~(1 << 6))
        /// The object's names are in a table, whose index among the text's stands in `names`.
        static let hasTable = Flags(rawValue: 1 << 7)
    }

    /// The first byte of the member's name, behind its quotation mark.
    var nameStart: UInt32 = 0
    /// The bytes of the member's name, without its quotation marks.
    var nameByteCount: UInt32 = 0
    /// The first byte of the value.
    var start: UInt32 = 0
    /// The byte behind the value.
    var end: UInt32 = 0
    /// The index of the first node that is not inside this one; of the container around it while the value is open.
    var next: UInt32 = 0
    /// The bytes of the value's shortest text.
    var byteCount: UInt32 = 0
    /// The number of members or elements.
    var count: UInt32 = 0
    /// The fingerprints of the members' names, a bit for each and perhaps more, or the index of their table.
    var names: UInt32 = 0
    var kind = Kind.null
    var flags: Flags = []

    /// The bytes of the member's name, without its quotation marks.
    var nameRange: Range<Int> { Int(nameStart)..<Int(nameStart &+ nameByteCount) }

    /// The bytes of the value.
    var range: Range<Int> { Int(start)..<Int(end) }

    /// The bytes of a string, without its quotation marks.
    var innerRange: Range<Int> { Int(start) &+ 1..<Int(end) &- 1 }
}
