import StrictJSON

/// The number of bytes of a JSON text that belong to each member of its root.
struct MemberSizes {
    /// The members in order: the name's shortest spelling, the colon, and the value as it stands in the text.
    let sizes: [(name: String, byteCount: Int)]

    /// Measures a text that was read before; a text that is no JSON object has no members.
    init(_ bytes: [UInt8]) {
        guard let root = try? JSONValue(parsing: bytes).objectValue,
            let positions = try? JSONPositions(parsing: bytes)
        else {
            sizes = []
            return
        }
        sizes = root.members.enumerated().map { index, member in
            let nameByteCount = JSONValue.string(member.name).serializedByteCount
            return (member.name, nameByteCount + 1 + (positions[[index]]?.value.count ?? 0))
        }
    }

    /// The bytes of one member, or 0 if it is absent.
    func size(of name: String) -> Int {
        sizes.first { $0.name == name }?.byteCount ?? 0
    }
}
