/// Members of an object that follow each other, one at least, which are looked at and copied together.
package struct MemberRun {
    /// The first one's place.
    let first: Int
    /// How many they are.
    let count: Int

    init(first: Int, count: Int) {
        self.first = first
        self.count = count
    }

    /// The member at one place.
    package init(at place: Int) { self.init(first: place, count: 1) }
}

extension JSONObject {
    /// All members; nil when there is none.
    package var allMembers: MemberRun? {
        switch storage {
        case .read: count > 0 ? MemberRun(first: Int(node) + 1, count: count) : nil
        case .made: count > 0 ? MemberRun(first: 0, count: count) : nil
        }
    }

    /// Goes through the members in order: those with names that another object has, with their places in both, and the runs
    /// of the others between them.
    ///
    /// The other's member at the hidden place does not count.
    package func forEachRun(
        apartFrom other: JSONObject, without hidden: Int? = nil, _ body: (MemberRun) -> Void,
        at member: (_ place: Int, _ found: Int) -> Void = { _, _ in }
    ) {
        forEachRun(
            apartFrom: { place in
                let found = other.place(ofNameAt: place, of: self)
                return found == hidden ? nil : found
            }, body, at: member)
    }

    /// The same with members for which something is found.
    @inline(__always)
    func forEachRun(
        apartFrom find: (_ place: Int) -> Int?, _ body: (MemberRun) -> Void,
        at member: (_ place: Int, _ found: Int) -> Void = { _, _ in }
    ) {
        var (first, count) = (0, 0)
        forEachPlace { place in
            if let found = find(place) {
                if count > 0 { body(MemberRun(first: first, count: count)) }
                count = 0
                member(place, found)
            } else {
                if count == 0 { first = place }
                count += 1
            }
        }
        if count > 0 { body(MemberRun(first: first, count: count)) }
    }

    /// Goes through the places of a run.
    package func forEachPlace(in run: MemberRun, _ body: (Int) -> Void) {
        if let nodes { return nodes.forEach(from: run.first, count: run.count, body) }
        for place in run.first..<run.first + run.count { body(place) }
    }

    /// Appends the shortest text of the members of a run, with commas between them.
    @_effects(releasenone)
    package func write(_ run: MemberRun, to output: inout JSONText) {
        switch storage {
        case .read(let text): text.nodes.write(run, to: &output)
        case .made(let list):
            let members = list.members
            for place in run.first..<run.first + run.count {
                if place > run.first { output.append(UInt8(ascii: ",")) }
                output.append(name: members[place].name)
                members[place].value.write(to: &output)
            }
        }
    }

    /// Whether a condition holds for the bytes of one of the strings and numbers that the values of a run are or hold.
    @_effects(releasenone)
    package func holdsText(in run: MemberRun, where condition: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        if let nodes { return unsafe nodes.holdsText(in: run, where: condition) }
        for place in run.first..<run.first + run.count where unsafe value(at: place).holdsText(where: condition) {
            return true
        }
        return false
    }
}

extension JSONValue {
    /// Whether a condition holds for the bytes of one of the strings and numbers that the value is or holds.
    @_effects(releasenone)
    fileprivate func holdsText(where condition: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        switch self {
        case .string(let text): return unsafe text.withBytes(condition)
        case .number(let number): return unsafe number.text.withBytes(condition)
        case .array(let elements):
            let elements = elements.span
            for index in elements.indices where unsafe elements[index].holdsText(where: condition) { return true }
            return false
        case .object(let object):
            guard let members = object.allMembers else { return false }
            return unsafe object.holdsText(in: members, where: condition)
        case .null, .bool: return false
        }
    }
}
