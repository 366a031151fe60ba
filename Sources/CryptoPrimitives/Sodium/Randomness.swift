import CSodium

/// The source of ephemeral keys and nonces: always libsodium, but for known-answer tests inside this package.
@safe
package struct Randomness: Sendable {
    private let source: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    package init(_ source: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe self.source = source
    }

    /// libsodium's generator; if the system provides no randomness, libsodium ends the process.
    package static let system: Randomness = {
        // The generator is thread-safe only after the library is initialized.
        _ = Sodium.isReady
        return unsafe Randomness { unsafe randombytes_buf($0.start, $0.count) }
    }()

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        unsafe source(buffer)
    }

    /// Returns random bytes that are not secret, such as a nonce.
    package func bytes(count: Int) -> [UInt8] {
        unsafe [UInt8](count: count) { unsafe fill($0) }
    }
}
