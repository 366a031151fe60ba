/// The first four bytes of a key's thumbprint: how an envelope names the keys that it needs.
///
/// Two keys may share one; a lookup tries just those that do.
public struct KeyID: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The four bytes, big-endian.
    public let rawValue: UInt32

    /// Takes the four bytes, big-endian.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Reads eight hexadecimal digits in lower case; nil for anything else.
    init?(hexadecimal text: String) {
        guard let value = UInt32(text, radix: 16) else { return nil }
        self.init(rawValue: value)
        guard description == text else { return nil }
    }

    /// Eight hexadecimal digits.
    public var description: String {
        let digits = String(rawValue, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }
}
