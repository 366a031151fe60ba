/// The name of the member that holds the envelope (wire format §4).
package enum EnvelopeName {
    /// The default name, unless both halves agree on another.
    package static let standard = "sealed"

    /// Returns whether a name is valid: 1 to 64 of `A-Z a-z 0-9 _ - .`, and not `aps`.
    package static func isValid(_ name: String) -> Bool {
        let bytes = name.utf8
        return (1...64).contains(bytes.count) && bytes.allSatisfy(alphabet.contains) && !bytes.elementsEqual("aps".utf8)
    }

    private static let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.".utf8)
}
