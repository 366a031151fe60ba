#if SwiftCrypto || !canImport(CSodium)
#if canImport(CryptoKit)
import CryptoKit

typealias KitSHA256 = CryptoKit.SHA256
#else
import Crypto

typealias KitSHA256 = Crypto.SHA256
#endif

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    package static let digestByteCount = KitSHA256.byteCount

    package static func digest(of bytes: Span<UInt8>) -> [UInt8] {
        var hash = KitSHA256()
        unsafe bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        return Array(hash.finalize())
    }
}
#endif
