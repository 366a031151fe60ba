/// The members of a JSON object in order, each name once.
///
/// Names are compared by their UTF-8 bytes (``UTF8Text``). Lookup in an object of more than 16 members takes constant time.
public struct JSONObject: Sendable {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
        /// The name, unique in its object.
        public let name: UTF8Text
        /// The value.
        public fileprivate(set) var value: JSONValue
    }

    /// The largest object without an index; up to this size a search is faster than hashing.
    private static let largestUnindexedCount = 16

    /// The members in order.
    public private(set) var members: [Member] = []

    /// The index of each member; nil for an object that never had more than ``largestUnindexedCount`` members.
    private var indices: [UTF8Text: Int]?

    /// Creates an empty object.
    public init() {}

    /// Creates an object; of two values with the same name the later one is kept, at the position of the first.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (name, value) in members { self[name] = value }
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// Returns whether there is a member with this name, whatever its value.
    public func contains(_ name: String) -> Bool { index(of: UTF8Text(name)) != nil }

    /// The value of the member with this name.
    ///
    /// Setting a value keeps the member's position, or adds the member at the end. Setting nil removes the member.
    public subscript(name: String) -> JSONValue? {
        get { index(of: UTF8Text(name)).map { members[$0].value } }
        set {
            switch (index(of: UTF8Text(name)), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): remove(at: index)
            case (nil, let value?): appendIfNew(name, value)
            case (nil, nil): break
            }
        }
    }

    /// Adds a member at the end unless its name exists; returns whether it was added.
    @discardableResult
    mutating func appendIfNew(_ name: String, _ value: JSONValue) -> Bool {
        let name = UTF8Text(name)
        guard index(of: name) == nil else { return false }
        // Growing the array from one element costs a tenth of the parsing time.
        if members.isEmpty { members.reserveCapacity(4) }
        members.append(Member(name: name, value: value))
        if indices != nil {
            indices?[name] = members.count - 1
        } else if members.count == Self.largestUnindexedCount + 1 {
            indices = positions
        }
        return true
    }

    mutating func setLastValue(_ value: consuming JSONValue) {
        guard let last = members.indices.last else { return }
        members[last].value = value
    }

    private func index(of name: UTF8Text) -> Int? {
        if let indices { return indices[name] }
        return members.indices.first { members[$0].name == name }
    }

    private mutating func remove(at index: Int) {
        members.remove(at: index)
        indices = indices.map { _ in positions }
    }

    private var positions: [UTF8Text: Int] {
        Dictionary(uniqueKeysWithValues: zip(members.map(\.name), members.indices))
    }
}

extension JSONObject: Hashable {
    /// Compares two objects regardless of the order of their members.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name.string] == $0.value }
    }

    /// Hashes the object regardless of the order of its members.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(members.reduce(0) { $0 &+ $1.hashValue })
    }
}

extension JSONObject: Sequence {
    /// Creates an iterator over the members, in order.
    public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}
