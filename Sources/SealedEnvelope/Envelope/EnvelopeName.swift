/// The name of the member that holds the envelope (wire format §4).
package enum EnvelopeName {
    /// The default name, unless both halves agree on another.
    package static let standard = "sealed"

    /// Returns whether a name is valid: 1 to 64 of `A-Z a-z 0-9 _ - .`, and not `aps`.
    package static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        return (1...64).contains(bytes.count) && bytes.allSatisfy(isAllowed) && !bytes.elementsEqual("aps".utf8)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
