#if SwiftCrypto || !canImport(CSodium)
#if canImport(CryptoKit)
import CryptoKit

typealias KitSHA256 = CryptoKit.SHA256
#else
import Crypto

typealias KitSHA256 = Crypto.SHA256
#endif

/// SHA-256 (FIPS 180-4).
package struct SHA256 {
    package static let digestByteCount = KitSHA256.byteCount

    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var hash = KitSHA256()
        unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        return Array(hash.finalize())
    }

    private var hash = KitSHA256()

    /// Starts the digest of bytes that come in parts.
    package init() {}

    package mutating func update(_ part: Span<UInt8>) {
        unsafe part.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
    }

    /// Returns the digest of all parts; to be called once.
    package mutating func finalize() -> [UInt8] { Array(hash.finalize()) }
}

/// HMAC-SHA-256 (RFC 2104, FIPS 180-4).
@unsafe
struct HMACSHA256 {
    static let byteCount = KitSHA256.byteCount

    private var hmac: HMAC<KitSHA256>

    mutating func update(_ part: UnsafeRawBufferPointer) {
        unsafe hmac.update(data: part)
    }

    mutating func update(_ part: StaticString) {
        unsafe update(UnsafeRawBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount))
    }

    mutating func update(_ byte: UInt8) {
        unsafe withUnsafeBytes(of: byte) { unsafe update($0) }
    }

    /// Writes the 32-byte tag of the message that `body` gives in parts, one of which may be the memory of the tag.
    static func writeTag(
        to tag: UnsafeMutableRawBufferPointer, key: UnsafeRawBufferPointer, of body: (inout HMACSHA256) -> Void
    ) {
        var hmac = unsafe HMACSHA256(hmac: HMAC<KitSHA256>(key: SymmetricKey(data: key)))
        unsafe body(&hmac)
        unsafe hmac.hmac.finalize().withUnsafeBytes { unsafe tag.copyMemory(from: $0) }
    }
}
#endif
