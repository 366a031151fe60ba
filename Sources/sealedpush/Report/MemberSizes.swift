import StrictJSON

/// How many bytes of a JSON text belong to each member of its root.
struct MemberSizes {
    /// The members in order: the name's shortest spelling, the colon, and the value as it stands there.
    let sizes: [(name: String, byteCount: Int)]

    /// Measures a text that was read before; of one that was not, nothing.
    init(_ bytes: [UInt8]) {
        var sizes: [(name: String, byteCount: Int)] = []
        unsafe bytes.withUnsafeBytes { bytes in
            do {
                var reader = try unsafe JSONReader(bytes)
                try reader.readObject { reader, name in
                    _ = reader.peekKind()  // which moves past white space
                    let start = reader.offset
                    try reader.skipValue()
                    let nameByteCount = JSONValue.string(name).serializedByteCount
                    sizes.append((name, nameByteCount + 1 + reader.offset - start))
                }
            } catch {
                sizes = []
            }
        }
        self.sizes = sizes
    }

    /// The bytes of one member, 0 if it is not there.
    func size(of name: String) -> Int {
        sizes.first { $0.name == name }?.byteCount ?? 0
    }
}
