import CSodium

/// The library underneath, made ready once for the whole process.
package enum Sodium {
    /// Whether `sodium_init` succeeded; it runs on first use and chooses the fastest code for this processor.
    package static let isReady: Bool = sodium_init() >= 0

    /// Returns when libsodium can be used.
    ///
    /// - Throws: `CryptoError.unavailable` when the library cannot be initialized.
    static func makeReady() throws(CryptoError) {
        guard isReady else { throw .unavailable }
    }

    /// The version of the library that was loaded, such as `1.0.18`.
    package static var version: String {
        unsafe String(cString: sodium_version_string())
    }
}
