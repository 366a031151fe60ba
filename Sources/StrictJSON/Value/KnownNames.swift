/// Names that the program itself knows: a few steps to find one, without hashing.
package struct KnownNames: Sendable, RandomAccessCollection {
    /// The names, in the order in which they were given.
    private let names: [String]

    /// The places of the names with one fingerprint, for each fingerprint.
    private let places: [[Int]]

    /// Takes names, each once.
    package init(_ names: [String]) {
        self.names = names
        var places = [[Int]](repeating: [], count: UInt32.bitWidth)
        for (place, name) in names.enumerated() { places[name.fingerprint.trailingZeroBitCount].append(place) }
        self.places = places
    }

    /// The place of a name, if it is one of these.
    package func place(of name: String) -> Int? {
        for place in places[name.fingerprint.trailingZeroBitCount] where names[place].hasSameBytes(as: name) {
            return place
        }
        return nil
    }

    package var startIndex: Int { names.startIndex }
    package var endIndex: Int { names.endIndex }
    package subscript(place: Int) -> String { names[place] }
}
