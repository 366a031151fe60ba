import CSodium

package enum Sodium {
    /// Whether `sodium_init` succeeded; it runs on first use and selects the fastest code for the processor.
    package static let isReady: Bool = sodium_init() >= 0

    static func makeReady() throws(CryptoError) {
        guard isReady else { throw .unavailable }
    }
}
