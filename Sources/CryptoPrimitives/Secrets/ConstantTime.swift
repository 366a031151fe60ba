import CSodium

/// Compares two byte strings in time that depends only on their lengths.
package func constantTimeEqual(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe left.withUnsafeBytes { left in
        unsafe right.withUnsafeBytes { right in unsafe sodium_memcmp(left.start, right.start, left.count) == 0 }
    }
}
