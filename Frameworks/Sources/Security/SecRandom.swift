import PhoneKeychain
import SecRandomSodium

/// A generator of random bytes.
public typealias SecRandomRef = AnyObject

/// The system's generator, which has no object.
public var kSecRandomDefault: SecRandomRef? { nil }

/// Fills memory with random bytes of libsodium; returns `errSecParam` for a negative number of bytes.
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    guard count >= 0, sodium_init() >= 0 else { return errSecParam }
    unsafe randombytes_buf(bytes, count)
    return errSecSuccess
}
