import CSodium

/// The libsodium library, initialized once for the process.
package enum Sodium {
    /// Whether `sodium_init` succeeded; it runs on first use and selects the fastest code for the processor.
    package static let isReady: Bool = sodium_init() >= 0

    /// Initializes libsodium if necessary.
    ///
    /// - Throws: `CryptoError.unavailable` if the library cannot be initialized.
    static func makeReady() throws(CryptoError) {
        guard isReady else { throw .unavailable }
    }

    /// The version of the loaded library, such as `1.0.18`.
    package static var version: String {
        unsafe String(cString: sodium_version_string())
    }
}
