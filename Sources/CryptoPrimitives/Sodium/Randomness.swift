import CSodium

/// The source of ephemeral keys and nonces: always libsodium.
///
/// Known-answer tests inside this package replace it; code outside the package cannot.
@safe
package struct Randomness: Sendable {
    private let source: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    package init(_ source: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe self.source = source
    }

    /// libsodium's generator, seeded by the operating system.
    ///
    /// If the system provides no randomness, libsodium ends the process; it never returns predictable bytes.
    package static let system: Randomness = {
        // The generator is thread-safe only after the library is initialized.
        _ = Sodium.isReady
        return unsafe Randomness { unsafe randombytes_buf($0.start, $0.count) }
    }()

    /// Fills the buffer with random bytes.
    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        unsafe source(buffer)
    }

    /// Returns random bytes that are not secret, such as a nonce.
    package func bytes(count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            unsafe source(UnsafeMutableRawBufferPointer(buffer))
            initializedCount = count
        }
    }
}
