/// The members of a JSON object, in the order in which they were written, each name once.
///
/// Names are compared by their UTF-8 bytes. Past a few members an index by hash takes over, so that an object of many
/// thousand members costs no more a member than a small one.
public struct JSONObject: Sendable {
    /// One name and its value.
    public struct Member: Sendable, Hashable {
        /// The name, unique in its object by UTF-8 bytes.
        public let name: String
        /// The value.
        public var value: JSONValue

        /// Makes a member.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Compares the names by UTF-8 bytes and the values as JSON values.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }

        /// Feeds name and value to a hasher in a way that agrees with `==`.
        public func hash(into hasher: inout Hasher) {
            name.hashBytes(into: &hasher)
            hasher.combine(value)
        }
    }

    /// The members in order.
    public private(set) var members: [Member] = []

    /// Where the names are.
    private var names = NameIndex()

    /// What is always known of the members.
    private(set) var extent = Extent()

    /// Makes an empty object.
    public init() {}

    /// Makes an object from names and values; of two with one name the later value stays, in the place of the first.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (name, value) in members {
            self[name] = value
        }
    }

    /// Takes over members no two of which have one name.
    package init(distinct members: [Member]) {
        self.members = members
        index()
    }

    /// The same, where no member holds a null and they have so many bytes together, as ``membersByteCount`` counts.
    package init(distinct members: [Member], byteCount: Int) {
        self.members = members
        names = NameIndex(of: members.span)
        extent = Extent(byteCount: byteCount, holdsNull: false)
    }

    /// Takes over members whose names the index holds, each once, and what is counted of them.
    init(members: [Member], names: NameIndex, extent: Extent) {
        self.members = members
        self.names = names
        self.extent = extent
    }

    /// The number of members.
    public var count: Int { members.count }

    /// Whether the object has no members.
    public var isEmpty: Bool { members.isEmpty }

    /// Tells whether a member of this name is there, whatever its value.
    @_effects(releasenone)
    public func contains(_ name: String) -> Bool {
        place(of: name) != nil
    }

    /// The value of the member with this name.
    ///
    /// Setting a value keeps the member's place, or adds the member at the end; setting nil removes the member.
    public subscript(name: String) -> JSONValue? {
        get {
            place(of: name).map { members[$0].value }
        }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?):
                let old = members[place].value
                members[place].value = value
                replace(old, by: value)
            case (let place?, nil): remove(at: place)
            case (nil, let value?): appendIfNew(name, value)
            case (nil, nil): break
            }
        }
    }

    /// Puts a member, whose name no other has, before the one at a place.
    package mutating func insert(_ member: Member, at place: Int) {
        extent.add(
            name: StringEscaping.byteCount(member.name), value: member.value.serializedByteCount,
            holdsNull: member.value.holdsNull)
        members.insert(member, at: place)
        names = NameIndex(of: members.span)
    }

    /// Changes the value of the member at a place, which is lent to nobody else meanwhile.
    package mutating func changeValue(at place: Int, _ change: (consuming JSONValue) -> JSONValue) {
        var value = JSONValue.null
        swap(&value, &members[place].value)
        let (byteCount, holdsNull) = (value.serializedByteCount, value.holdsNull)
        members[place].value = change(consume value)
        if holdsNull {
            extent = Extent(of: members.span)
        } else {
            let value = members[place].value
            extent.replace(byteCount, by: value.serializedByteCount, holdsNull: value.holdsNull)
        }
    }

    /// Removes the members for which the condition holds, in one pass.
    public mutating func removeAll(where isUnwanted: (Member) throws -> Bool) rethrows {
        try members.removeAll(where: isUnwanted)
        index()
    }

    /// Adds a member at the end unless its name is taken; says whether it did.
    @discardableResult
    mutating func appendIfNew(_ name: String, _ value: JSONValue) -> Bool {
        guard addIfNew(name) else { return false }
        members.append(Member(name: name, value: value))
        extent.add(name: StringEscaping.byteCount(name), value: value.serializedByteCount, holdsNull: value.holdsNull)
        return true
    }

    /// Adds the name of the next member to the index.
    private mutating func addIfNew(_ name: String) -> Bool {
        let members = members
        return names.addIfNew(name, behind: members.span)
    }

    private mutating func remove(at place: Int) {
        members.remove(at: place)
        index()
    }

    /// Makes the index and the extent anew from the members.
    private mutating func index() {
        names = NameIndex(of: members.span)
        extent = Extent(of: members.span)
    }

    /// Keeps the extent right.
    private mutating func replace(_ old: JSONValue, by new: JSONValue) {
        if old.holdsNull {
            extent = Extent(of: members.span)
        } else {
            extent.replace(old.serializedByteCount, by: new.serializedByteCount, holdsNull: new.holdsNull)
        }
    }

    /// The place of the member with this name among the members.
    @_effects(releasenone)
    package func place(of name: String) -> Int? {
        names.place(of: name, in: members.span)
    }
}

extension JSONObject: Sequence {
    /// Makes an iterator over the members, in order.
    public func makeIterator() -> IndexingIterator<[Member]> {
        members.makeIterator()
    }

    /// The number of members.
    public var underestimatedCount: Int { members.count }
}

extension JSONObject: Hashable {
    /// Compares two objects regardless of the order of their members.
    @_effects(releasenone)
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        let (members, others) = (left.members.span, right.members.span)
        guard members.count == others.count else { return false }
        for index in members.indices {
            guard let place = right.place(of: members[index].name), others[place].value == members[index].value else {
                return false
            }
        }
        return true
    }

    /// Feeds the object to a hasher regardless of the order of its members.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for member in members {
            sum &+= member.hashValue
        }
        hasher.combine(members.count)
        hasher.combine(sum)
    }
}
