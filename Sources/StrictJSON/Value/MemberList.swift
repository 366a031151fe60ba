/// Members that were set one by one, each name once; one reference, shared until one who has it changes something.
struct MemberList: Sendable {
    fileprivate struct Contents {
        var members: [JSONObject.Member]
        /// Where the names are.
        var names: NameIndex
        /// What is always known of the members.
        var extent: Extent
    }

    /// One, always: an array is the box that is copied when it is changed.
    private var contents: [Contents]

    /// The list of no members.
    static let empty = MemberList(distinct: [], extent: Extent())

    /// Takes over members no two of which have one name, and whose extent is known.
    init(distinct members: [JSONObject.Member], extent: Extent) {
        contents = [Contents(members: members, names: NameIndex(of: members.span), extent: extent)]
    }

    /// The members in order.
    var members: [JSONObject.Member] { contents[0].members }

    /// What is always known of the members.
    var extent: Extent { contents[0].extent }

    /// The place of the member with this name.
    @_effects(releasenone)
    func place(of name: String) -> Int? {
        contents[0].place(of: name)
    }

    /// Whether a member may have a name with a fingerprint.
    func mayHold(_ fingerprint: UInt32) -> Bool { contents[0].names.mayHold(fingerprint) }

    /// Sets the value of the member with this name, or adds it at the end.
    mutating func set(_ name: String, _ value: JSONValue) {
        guard let place = place(of: name) else {
            appendIfNew(name, value)
            return
        }
        let old = members[place].value
        contents[0].members[place].value = value
        if old.holdsNull {
            contents[0].measure()
        } else {
            contents[0].extent.replace(
                old.serializedByteCount, by: value.serializedByteCount, holdsNull: value.holdsNull)
        }
    }

    /// Adds a member at the end unless its name is taken; says whether it did.
    @discardableResult
    mutating func appendIfNew(_ name: String, _ value: JSONValue) -> Bool {
        guard contents[0].addIfNew(name) else { return false }
        contents[0].members.append(JSONObject.Member(name: name, value: value))
        contents[0].extent.add(
            name: StringEscaping.byteCount(name), value: value.serializedByteCount, holdsNull: value.holdsNull)
        return true
    }

    /// Removes the member at a place.
    mutating func remove(at place: Int) {
        contents[0].members.remove(at: place)
        contents[0].index()
        contents[0].measure()
    }
}

extension MemberList.Contents {
    @_effects(releasenone)
    fileprivate func place(of name: String) -> Int? { names.place(of: name, in: members.span) }

    fileprivate mutating func index() { names = NameIndex(of: members.span) }

    fileprivate mutating func measure() { extent = Extent(of: members.span) }

    /// Adds the name of the next member to the index.
    fileprivate mutating func addIfNew(_ name: String) -> Bool {
        let members = members
        return names.addIfNew(name, behind: members.span)
    }
}
