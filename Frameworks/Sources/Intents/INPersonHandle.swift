public import Foundation

/// The kind of a person's handle.
public enum INPersonHandleType: Int, Sendable {
    /// An identifier of the app.
    case unknown = 0
    /// A mail address.
    case emailAddress = 1
    /// A telephone number.
    case phoneNumber = 2
}

/// The label of a handle, such as that of the user's contact; the system's constants are not available.
public struct INPersonHandleLabel: RawRepresentable, Hashable, Sendable {
    /// The text of the label.
    public var rawValue: String

    /// Takes a text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Takes a text.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// An identifier by which a person is reached.
open class INPersonHandle: NSObject, NSCopying {
    /// The address, number or identifier.
    public let value: String?
    /// The kind of the value.
    public let type: INPersonHandleType
    /// The label of the value.
    public let label: INPersonHandleLabel?

    /// Creates a handle with a label.
    public init(value: String?, type: INPersonHandleType, label: INPersonHandleLabel?) {
        self.value = value
        self.type = type
        self.label = label
    }

    /// Creates a handle.
    public convenience init(value: String?, type: INPersonHandleType) {
        self.init(value: value, type: type, label: nil)
    }

    /// Returns the handle itself, since it is immutable.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a handle with the same values.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPersonHandle else { return false }
        return other.value == value && other.type == type && other.label == label
    }

    /// The hash of the value.
    open override var hash: Int { value.hashValue }
}
