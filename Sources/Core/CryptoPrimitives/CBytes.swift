// A readable address for empty byte strings, since C functions declare most of their pointers non-null; never written.
nonisolated(unsafe) private let emptyBytes = UnsafeRawPointer(
    UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
)

extension UnsafeRawBufferPointer {
    static var empty: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: nil, count: 0) }

    /// The address of the first byte, never null.
    @inline(__always)
    var start: UnsafePointer<UInt8> {
        unsafe (baseAddress ?? emptyBytes).assumingMemoryBound(to: UInt8.self)
    }
}

extension UnsafeMutableRawBufferPointer {
    @inline(__always)
    func part(_ offset: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
        unsafe UnsafeMutableRawBufferPointer(rebasing: self[offset..<offset + count])
    }

    /// The address of the first byte, never null; an empty buffer must not be written to.
    @inline(__always)
    var start: UnsafeMutablePointer<UInt8> {
        unsafe UnsafeMutablePointer(mutating: UnsafeRawBufferPointer(self).start)
    }
}

extension Array where Element == UInt8 {
    /// Makes an array of `count` bytes, all written by `body`.
    @inline(__always)
    init<Failure: Error>(
        count: Int, writtenBy body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self = []
        try unsafe append(count: count, writtenBy: body)
    }

    /// Appends `count` bytes, all written by `body`; appends nothing if `body` throws.
    @inline(__always)
    mutating func append<Failure: Error>(
        count: Int, writtenBy body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        try append(addingCapacity: count) { output throws(Failure) in
            try unsafe output.withUnsafeMutableBufferPointer { bytes, initializedCount throws(Failure) in
                try unsafe body(UnsafeMutableRawBufferPointer(bytes))
                initializedCount = count
            }
        }
    }
}
