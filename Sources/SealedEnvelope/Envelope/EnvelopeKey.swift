import StrictJSON

/// The root key under which the envelope stands, a peer of `aps` (wire format §1).
package enum EnvelopeKey {
    /// The key unless both halves agree on another.
    package static let standard = "sealed"

    /// Whether a name can be the key: 1 to 64 of `A-Z a-z 0-9 _ - .`, and not `aps`.
    package static func isValid(_ name: String) -> Bool {
        guard (1...64).contains(name.utf8.count), !name.hasSameBytes(as: "aps") else { return false }
        return unsafe name.withBytes { bytes in
            unsafe bytes.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."): true
                default: false
                }
            }
        }
    }
}
