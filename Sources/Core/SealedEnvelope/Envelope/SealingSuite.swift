/// The suite of an envelope: the first byte of every envelope (wire format §1).
public enum SealingSuite: UInt8, CaseIterable, Sendable {
    /// HPKE in mode Auth: only the holder of the provider key can seal.
    case hpkeAuth = 1
    /// HPKE in mode Base: anyone with the device's public key can seal.
    case hpkeBase = 2
    /// XChaCha20-Poly1305 with one key that both halves hold.
    case shared = 3
    /// HPKE in mode AuthPSK: only the holder of the provider key and of the device's chain can seal.
    case hpkeAuthPSK = 5

    /// The name in the specification and on the command line, such as `hpke-auth`.
    public var name: String {
        switch self {
        case .hpkeAuth: "hpke-auth"
        case .hpkeBase: "hpke-base"
        case .shared: "shared"
        case .hpkeAuthPSK: "hpke-auth-psk"
        }
    }

    /// Returns the suite with a name; nil if there is none.
    public init?(name: String) {
        guard let suite = Self.allCases.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) else { return nil }
        self = suite
    }

    /// Whether an envelope of this suite authenticates its sender: in suite 3 each holder of the key can seal.
    package var authenticatesSender: Bool { self == .hpkeAuth || self == .hpkeAuthPSK }

    /// The size of the header in bytes: suite, recipient key id, in suites 1 and 5 sender key id, in suite 5 the day.
    package var headerByteCount: Int {
        switch self {
        case .hpkeAuth: 9
        case .hpkeBase, .shared: 5
        case .hpkeAuthPSK: 11
        }
    }

    /// The difference between the sizes of an envelope and of its message, in bytes.
    package var overhead: Int {
        switch self {
        case .hpkeAuth, .hpkeBase, .hpkeAuthPSK: headerByteCount + 32 + 16
        case .shared: headerByteCount + 24 + 16
        }
    }

    /// Returns the number of characters of an envelope's text that carries a message of `byteCount` bytes.
    package func characterCount(ofMessage byteCount: Int) -> Int {
        EnvelopeText.characterCount(of: byteCount + overhead)
    }

    /// Returns the maximum size in bytes of a padded message whose envelope has at most `characterCount` characters (wire
    /// format §6); negative if not even an empty message fits.
    package func messageByteCount(in characterCount: Int) -> Int {
        // Four characters carry three bytes; the product with 3 could overflow.
        return characterCount / 4 * 3 + characterCount % 4 * 3 / 4 - overhead
    }
}
