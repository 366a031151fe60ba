package import Dispatch
import Synchronization

/// The parts of a phone's notification center that stay in the app's process: its delegate and the queue of its handlers.
package final class CallbackQueue: Sendable {
    // Unchecked: a delegate is used on the app's own threads, as Apple's is.
    private struct Delegate: @unchecked Sendable {
        weak var object: AnyObject?
    }

    /// Calls the completion handlers, one after the other.
    package let queue = DispatchQueue(label: "UNUserNotificationCenter.call-out")

    private let weakDelegate = Mutex(Delegate())

    /// The delegate, as a weak reference.
    package var delegate: AnyObject? {
        get { weakDelegate.withLock { $0 }.object }
        set {
            let delegate = Delegate(object: newValue)
            weakDelegate.withLock { $0 = delegate }
        }
    }
}

extension Phone {
    /// Calls a completion handler later, as code that runs on the phone.
    @_spi(Frameworks) public func callBack(_ handler: @escaping @Sendable () -> Void) {
        callbackQueue.queue.async { [self] in perform(handler) }
    }
}
