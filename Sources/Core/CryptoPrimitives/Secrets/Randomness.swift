/// The source of ephemeral keys and nonces: always libsodium or CryptoKit, but for known-answer tests inside this package.
@safe
package struct Randomness: Sendable {
    private let source: @Sendable (UnsafeMutableRawBufferPointer) -> Void

    package init(_ source: @escaping @Sendable (UnsafeMutableRawBufferPointer) -> Void) {
        unsafe self.source = source
    }

    /// The generator of libsodium or CryptoKit; if the system provides no randomness, the process ends.
    package static let system: Randomness = {
        // libsodium's generator is thread-safe only after the library is initialized.
        try? Backend.makeReady()
        return unsafe Randomness { unsafe Backend.fillRandomly($0) }
    }()

    func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        unsafe source(buffer)
    }

    /// Returns random bytes that are not secret, such as a nonce.
    package func bytes(count: Int) -> [UInt8] {
        unsafe [UInt8](count: count) { unsafe fill($0) }
    }
}
