/// Finds the member of a name among the members of one object: by a scan among few, by hash among many.
struct NameIndex: Sendable {
    /// Up to this many members a scan is faster than hashing.
    static let largestScan = 16

    /// The places of the names; nil while the object is small enough to scan.
    private var table: NameTable?

    /// One bit for each name's fingerprint, so that most new names of a small object need no comparison at all.
    private var fingerprints: UInt32 = 0

    /// Makes the index of no members.
    init() {}

    /// Makes the index of members whose names differ.
    init(of members: Span<JSONObject.Member>) {
        for place in members.indices { addIfNew(members[place].name, behind: members.extracting(first: place)) }
    }

    /// Adds the name of a member that comes behind these, unless one of them has it; says whether it did.
    @discardableResult
    @inline(__always)
    mutating func addIfNew(_ name: String, behind members: Span<JSONObject.Member>) -> Bool {
        if members.count >= Self.largestScan { return addToTable(name, behind: members) }
        let fingerprint = name.fingerprint
        if fingerprints & fingerprint != 0, Self.scan(members, for: name) != nil { return false }
        fingerprints |= fingerprint
        return true
    }

    /// The place of a name.
    @_effects(releasenone)
    func place(of name: String, in members: Span<JSONObject.Member>) -> Int? {
        if let table { return table.place(of: name.nameHash, where: { members[$0].name.hasSameBytes(as: name) }) }
        return fingerprints & name.fingerprint == 0 ? nil : Self.scan(members, for: name)
    }

    /// Whether a member may have a name with a fingerprint.
    func mayHold(_ fingerprint: UInt32) -> Bool { table != nil || fingerprints & fingerprint != 0 }

    @inline(never)
    private mutating func addToTable(_ name: String, behind members: Span<JSONObject.Member>) -> Bool {
        if table == nil {
            var all = NameTable()
            for place in members.indices { all.insert(place, hash: members[place].name.nameHash) }
            table = all
        }
        let hash = name.nameHash
        let taken = table?.place(of: hash, where: { members[$0].name.hasSameBytes(as: name) })
        guard taken == nil else { return false }
        table?.insert(members.count, hash: hash)
        return true
    }

    @inline(never)
    @_effects(releasenone)
    private static func scan(_ members: Span<JSONObject.Member>, for name: String) -> Int? {
        for place in members.indices where members[place].name.hasSameBytes(as: name) { return place }
        return nil
    }
}
