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

    /// Adds the member whose value is read next; until then it is null.
    @inline(__always)
    mutating func append(name: consuming String) {
        if count == capacity { grow() }
        unsafe (start + count).initialize(to: JSONObject.Member(name: name, value: .null))
        count += 1
    }

    /// Sets the value of the last member.
    @inline(__always)
    mutating func setLast(_ value: consuming JSONValue) {
        unsafe start[count - 1].value = value
    }

    /// The name of a member.
    func name(at place: Int) -> String { unsafe start[place].name }

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

    /// Takes the value of the only member that is left.
    mutating func takeLast() -> JSONValue {
        count -= 1
        return unsafe (start + count).move().value
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
