/// JSON text that is being written, or bytes around it: one look at the room for each piece, where an array takes several.
@safe
package struct JSONText: ~Copyable {
    /// The first byte.
    private(set) var start: UnsafeMutableRawPointer
    private var capacity: Int

    /// The number of bytes so far.
    package private(set) var byteCount = 0

    /// Starts an empty text with room for `capacity` bytes; it grows as needed.
    ///
    /// A short text takes 16 bytes more than it fills, which are there from the start.
    package init(capacity: Int = 1_024) {
        self.capacity = max(capacity, 48) + 16
        unsafe start = HeapMemory.take(byteCount: self.capacity)
    }

    deinit {
        unsafe HeapMemory.giveBack(start)
    }

    /// Puts zeros behind the text, so that 16 bytes can be read wherever it has one.
    mutating func appendSlack() {
        makeRoom(for: 16)
        unsafe (start + byteCount).storeBytes(of: 0, as: UInt64.self)
        unsafe (start + byteCount).storeBytes(of: 0, toByteOffset: 8, as: UInt64.self)
    }

    /// A copy of the bytes.
    package var bytes: [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: byteCount))
    }

    /// Takes bytes off the end.
    package mutating func removeAll(from byteCount: Int) {
        self.byteCount = min(max(0, byteCount), self.byteCount)
    }

    /// Appends one byte of syntax.
    @inline(__always)
    @_effects(releasenone)
    package mutating func append(_ byte: UInt8) {
        makeRoom(for: 1)
        unsafe start.storeBytes(of: byte, toByteOffset: byteCount, as: UInt8.self)
        byteCount &+= 1
    }

    /// Lends the bytes.
    package func withBytes<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(unsafe Span(_unsafeStart: start.assumingMemoryBound(to: UInt8.self), count: byteCount))
    }

    /// Lends the bytes from one on to be changed.
    package mutating func withMutableBytes<Result, Failure: Error>(
        from first: Int, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let first = min(max(0, first), byteCount)
        var bytes = unsafe MutableSpan<UInt8>(
            _unsafeStart: (start + first).assumingMemoryBound(to: UInt8.self), count: byteCount - first)
        return try body(&bytes)
    }

    /// Appends bytes as they are.
    @inline(__always)
    @_effects(releasenone)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        makeRoom(for: bytes.count)
        unsafe UnsafeMutableRawBufferPointer(start: start + byteCount, count: bytes.count).copyMemory(from: bytes)
        byteCount &+= bytes.count
    }

    /// Appends zeros.
    package mutating func append(zeros count: Int) {
        makeRoom(for: count)
        unsafe UnsafeMutableRawBufferPointer(start: start + byteCount, count: count)
            .initializeMemory(as: UInt8.self, repeating: 0)
        byteCount &+= count
    }

    /// Appends a text as it is.
    @inline(__always)
    @_effects(releasenone)
    package mutating func append(plain text: String) {
        guard let short = ShortText(text) else { return append(long: text) }
        makeRoom(for: 16)
        unsafe short.store(to: start + byteCount)
        byteCount &+= short.count
    }

    @inline(never)
    @_effects(releasenone)
    private mutating func append(long text: String) {
        unsafe text.withBytes { bytes in unsafe append(bytes) }
    }

    /// Appends a string in quotation marks: raw UTF-8, and escapes only where RFC 8259 section 7 demands them.
    @inline(__always)
    @_effects(releasenone)
    package mutating func append(quoted string: String) {
        guard let short = ShortText(string), short.isPlain else { return append(longQuoted: string) }
        makeRoom(for: 18)
        let target = unsafe start + byteCount
        unsafe target.storeBytes(of: .quotationMark, as: UInt8.self)
        unsafe short.store(to: target + 1)
        unsafe target.storeBytes(of: .quotationMark, toByteOffset: short.count &+ 1, as: UInt8.self)
        byteCount &+= short.count &+ 2
    }

    /// Appends a member's name and the colon.
    @inline(__always)
    @_effects(releasenone)
    package mutating func append(name: String) {
        append(quoted: name)
        append(UInt8(ascii: ":"))
    }

    @inline(never)
    @_effects(releasenone)
    private mutating func append(longQuoted string: String) {
        unsafe string.withBytes { bytes in unsafe append(quoted: bytes) }
    }

    /// Appends the UTF-8 bytes of a string as ``append(quoted:)`` appends the string.
    package mutating func append(quoted bytes: UnsafeRawBufferPointer) {
        append(.quotationMark)
        makeRoom(for: bytes.count)
        if unsafe SpecialBytes.copy(bytes, to: start + byteCount) {
            byteCount &+= bytes.count
        } else {
            unsafe appendEscaped(bytes)
        }
        append(.quotationMark)
    }

    @inline(never)
    @_effects(releasenone)
    private mutating func appendEscaped(_ bytes: UnsafeRawBufferPointer) {
        var start = 0
        while true {
            let end = unsafe SpecialBytes.first(in: bytes, from: start)
            unsafe append(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            guard end < bytes.count else { return }
            unsafe StringEscaping.write(escapeOf: bytes[end], to: &self)
            start = end + 1
        }
    }

    @inline(__always)
    private mutating func makeRoom(for count: Int) {
        if capacity &- byteCount < count { grow(by: count) }
    }

    @inline(never)
    @_effects(releasenone)
    private mutating func grow(by count: Int) {
        let larger = 2 * capacity + count
        let copy = unsafe HeapMemory.take(byteCount: larger)
        unsafe copy.copyMemory(from: start, byteCount: byteCount)
        unsafe HeapMemory.giveBack(start)
        unsafe start = copy
        capacity = larger
    }
}
