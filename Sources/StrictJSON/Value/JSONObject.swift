/// The members of a JSON object, in the order in which they were written, each name once.
///
/// Names are compared by their UTF-8 bytes. Past a few members an index by hash takes over, so that an object of many
/// thousand members costs no more a member than a small one.
///
/// An object that was read keeps its text, and makes values when they are asked for, each time anew; whoever looks at all of
/// them often takes ``members`` once. The text stays in memory for as long as one of its objects does.
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

    /// How the members are kept; one reference either way, so that an object costs little to hand on.
    enum Storage {
        /// As they were read.
        case read(IndexedText)
        /// As they were set one by one.
        case made(MemberList)
    }

    private(set) var storage = Storage.made(.empty)

    /// The object's node in its text.
    private(set) var node: UInt32 = 0

    /// Makes an empty object.
    public init() {}

    /// Makes an object from names and values; of two with one name the later value stays, in the place of the first.
    public init(_ members: some Sequence<(String, JSONValue)>) {
        for (name, value) in members {
            self[name] = value
        }
    }

    /// Takes an object of a text that was read.
    init(of text: IndexedText, at node: Int) {
        storage = .read(text)
        self.node = UInt32(truncatingIfNeeded: node)
    }

    /// The members in order.
    public var members: [Member] {
        switch storage {
        case .read(let text): text.members(of: Int(node))
        case .made(let list): list.members
        }
    }

    /// The number of members.
    public var count: Int {
        switch storage {
        case .read(let text): Int(text.nodes[Int(node)].count)
        case .made(let list): list.members.count
        }
    }

    /// Whether the object has no members.
    public var isEmpty: Bool { count == 0 }

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
            place(of: name).map { value(at: $0) }
        }
        set {
            guard let newValue else { return remove(name) }
            change { list in list.set(name, newValue) }
        }
    }

    /// Removes the members for which the condition holds, in one pass.
    public mutating func removeAll(where isUnwanted: (Member) throws -> Bool) rethrows {
        let wanted = try members.filter { member in try !isUnwanted(member) }
        storage = .made(MemberList(distinct: wanted, extent: Extent(of: wanted.span)))
    }

    /// Adds a member at the end unless its name is taken; says whether it did.
    @discardableResult
    mutating func appendIfNew(_ name: String, _ value: JSONValue) -> Bool {
        change { list in list.appendIfNew(name, value) }
    }

    private mutating func remove(_ name: String) {
        guard let place = place(of: name) else { return }
        switch storage {
        case .read:
            var rest = ObjectBuilder(byteCount: serializedByteCount - byteCount(ofMemberAt: place))
            forEachRun(apartFrom: { $0 == place ? place : nil }) { rest.append($0, of: self) }
            self = rest.finish()
        case .made: change { list in list.remove(at: place) }
        }
    }

    /// Changes the members, which are kept one by one from then on.
    private mutating func change<Result>(_ body: (inout MemberList) -> Result) -> Result {
        var taken = Storage.made(.empty)
        swap(&taken, &storage)
        var list: MemberList
        switch consume taken {
        case .read(let text):
            list = MemberList(distinct: text.members(of: Int(node)), extent: Extent(of: text.nodes[Int(node)]))
        case .made(let kept): list = kept
        }
        defer { storage = .made(list) }
        return body(&list)
    }
}
