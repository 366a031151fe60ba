/// Finds the member of a name among the members of one object: by a scan among few, by hash among many.
struct NameIndex: Sendable {
    /// Up to this many members a scan is faster than hashing.
    private static let largestScan = 16

    /// The place of each name; empty while the object is small enough to scan.
    private var places: [NameKey: Int] = [:]

    /// One bit for each name's fingerprint, so that most new names need no comparison at all.
    private var fingerprints: UInt32 = 0

    /// Makes the index of no members.
    init() {}

    /// Makes the index of members whose names differ.
    init(of members: Span<JSONObject.Member>) {
        for place in members.indices { add(members[place].name.fingerprint) }
        if Self.needsPlaces(for: members.count) { addPlaces(of: members) }
    }

    /// Whether an object of so many members has the places of its names in a dictionary.
    @inline(__always)
    static func needsPlaces(for count: Int) -> Bool { count > largestScan }

    /// Adds the fingerprint of a new name; its place follows if the object is large.
    @inline(__always)
    mutating func add(_ fingerprint: UInt32) {
        fingerprints |= fingerprint
    }

    /// Adds the places of the members that are not in the dictionary yet: the last one, or all.
    mutating func addPlaces(of members: Span<JSONObject.Member>) {
        for place in places.count..<members.count { places[NameKey(name: members[place].name)] = place }
    }

    /// The place of a name, whose fingerprint the caller knows.
    @inline(__always)
    func place(of name: String, fingerprint: UInt32, in members: Span<JSONObject.Member>) -> Int? {
        fingerprints & fingerprint == 0 ? nil : find(name, in: members)
    }

    private func find(_ name: String, in members: Span<JSONObject.Member>) -> Int? {
        if !places.isEmpty { return places[NameKey(name: name)] }
        for place in members.indices where members[place].name.hasSameBytes(as: name) { return place }
        return nil
    }
}

/// A name as a dictionary key, by its bytes.
private struct NameKey: Hashable {
    let name: String

    static func == (left: NameKey, right: NameKey) -> Bool {
        left.name.hasSameBytes(as: right.name)
    }

    func hash(into hasher: inout Hasher) {
        name.hashBytes(into: &hasher)
    }
}
