#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Memory straight from the C library: on Linux, Swift's own `allocate` asks for aligned memory, which takes longer.
///
/// It is aligned for every type here, and whoever asked for it gives it back.
enum HeapMemory {
    /// Takes memory; the process ends when there is none.
    static func take(byteCount: Int) -> UnsafeMutableRawPointer {
        unsafe malloc(byteCount) ?? .allocate(byteCount: byteCount, alignment: 16)
    }

    /// Gives memory back.
    static func giveBack(_ start: UnsafeMutableRawPointer) { unsafe free(start) }
}
