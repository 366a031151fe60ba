public import Foundation
import PhoneState

/// A center for notifications between processes: here only the one of Darwin.
public final class CFNotificationCenter: Sendable {
    static let darwin = CFNotificationCenter()
}

/// The name of a notification between processes.
public struct CFNotificationName: RawRepresentable, Hashable {
    /// The name.
    public let rawValue: CFString

    /// Creates a name.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// Creates a name.
    public init(_ rawValue: CFString) { self.init(rawValue: rawValue) }
}

// Implicitly unwrapped parameters and results as on a phone, so that the same calls compile.

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Returns the center through which an extension tells its app that something happened.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter! { .darwin }

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Posts a notification to the phone, where `postedDarwinNotifications` lists it, by its name alone, as on a phone.
public func CFNotificationCenterPostNotification(
    _ center: CFNotificationCenter!, _ name: CFNotificationName!, _ object: UnsafeRawPointer!,
    _ userInfo: CFDictionary!,
    _ deliverImmediately: Bool
) {
    guard center != nil, let name else { return }
    Phone.current.postDarwinNotification(String(describing: name.rawValue))
}

/// The function of an observer: it takes the center, the observer, the name, an object and the user info.
public typealias CFNotificationCallback = (
    CFNotificationCenter?, UnsafeMutableRawPointer?, CFNotificationName?, UnsafeRawPointer?, CFDictionary?
) -> Void

/// The treatment of notifications while the observer's process is suspended; no effect here.
public enum CFNotificationSuspensionBehavior: Int, Sendable {
    case drop = 1, coalesce, hold, deliverImmediately
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Has no effect: the app, which would post to its extension, does not run on this phone.
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter!, _ observer: UnsafeRawPointer!, _ callBack: CFNotificationCallback!,
    _ name: CFString!,
    _ object: UnsafeRawPointer!, _ suspensionBehavior: CFNotificationSuspensionBehavior
) {}
