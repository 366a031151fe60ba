/// An error with a code to branch on and a reason for people; the errors of this package have this form.
///
/// Two errors of a type are equal if their codes are.
public protocol CodedError: Error, Hashable, CustomStringConvertible {
    /// The class of a failure; its raw value is stable over versions.
    associatedtype Code: Hashable, Sendable, RawRepresentable<String>

    /// The class of the failure; later versions may add codes.
    var code: Code { get }

    /// The problem, in lower case, with sizes and ids, never with secrets or content.
    var reason: String { get }
}

extension CodedError {
    /// Compares the codes.
    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    /// The code and the reason.
    public var description: String { "\(code.rawValue): \(reason)" }
}
