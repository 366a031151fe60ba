public import Foundation

// On a phone these two are functions of key-value coding, which Linux does not have.

extension UserDefaults {
    /// Sets a value, as `set(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Returns a value, as `object(forKey:)`.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
