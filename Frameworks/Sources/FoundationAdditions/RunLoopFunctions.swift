public import Foundation
public import UserNotifications

/// A number of seconds.
public typealias CFTimeInterval = Double

/// A mode of a run loop.
public struct CFRunLoopMode: RawRepresentable, Hashable {
    /// The name.
    public let rawValue: CFString

    /// Creates a mode of its name.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// The mode that a thread is in when it waits.
    public static var defaultMode: CFRunLoopMode { CFRunLoopMode(.default) }
    /// The modes that a thread declared common.
    public static var commonModes: CFRunLoopMode { CFRunLoopMode(.common) }

    private init(_ mode: RunLoop.Mode) { rawValue = NSString(string: mode.rawValue) }
}

/// The reason for the end of a run loop's run.
public enum CFRunLoopRunResult: Int32, Sendable {
    /// The run loop has no sources or timers.
    case finished = 1
    /// The run loop was stopped; not returned here.
    case stopped = 2
    /// The time is over.
    case timedOut = 3
    /// A source was handled.
    case handledSource = 4
}

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Runs the run loop of the current thread.
///
/// - Parameters:
///   - mode: the mode; implicitly unwrapped as on a phone.
///   - seconds: the time limit.
///   - returnAfterSourceHandled: whether the function returns after a source; otherwise it returns at the time limit,
///     or when the run loop has no more sources and timers.
/// - Returns: the reason for the end.
public func CFRunLoopRunInMode(
    _ mode: CFRunLoopMode!, _ seconds: CFTimeInterval, _ returnAfterSourceHandled: Bool
) -> CFRunLoopRunResult {
    guard let mode else { return .finished }
    let end = Date(timeIntervalSinceNow: seconds)
    repeat {
        guard RunLoop.current.run(mode: RunLoop.Mode(String(describing: mode.rawValue)), before: end) else {
            return .finished
        }
        // The run loop may return a fraction of a millisecond before the limit.
        if end.timeIntervalSinceNow < 0.001 { return .timedOut }
    } while !returnAfterSourceHandled
    return .handledSource
}
