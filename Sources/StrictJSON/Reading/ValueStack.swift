/// The members and elements of all containers that are being read, innermost last.
///
/// They lie in one piece of memory and are moved, not copied, into an array of the right size when their container
/// ends, so that no array grows and no value is retained on the way. An element is a member without a name.
@safe
struct ValueStack: ~Copyable {
    private var start: UnsafeMutablePointer<JSONObject.Member>
    private var capacity: Int
    private(set) var count = 0

    init() {
        capacity = 32
        unsafe start = .allocate(capacity: capacity)
    }

    deinit {
        unsafe start.deinitialize(count: count)
        unsafe start.deallocate()
    }

    @inline(__always)
    mutating func append(_ member: consuming JSONObject.Member) {
        if count == capacity { grow() }
        unsafe (start + count).initialize(to: member)
        count += 1
    }

    /// Lends the members from a place on.
    @inline(__always)
    func withMembers<Result>(from place: Int, _ body: (Span<JSONObject.Member>) -> Result) -> Result {
        body(unsafe Span(_unsafeStart: start + place, count: count - place))
    }

    /// Takes the members from a place on off the stack.
    mutating func takeMembers(from place: Int) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        members.reserveCapacity(count - place)
        for index in place..<count { unsafe members.append((start + index).move()) }
        count = place
        return members
    }

    /// Takes the members from a place on, which have no names, off the stack.
    mutating func takeElements(from place: Int) -> [JSONValue] {
        var elements: [JSONValue] = []
        elements.reserveCapacity(count - place)
        for index in place..<count { unsafe elements.append((start + index).move().value) }
        count = place
        return elements
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<JSONObject.Member>.allocate(capacity: 2 * capacity)
        unsafe larger.moveInitialize(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = larger
        capacity *= 2
    }
}
