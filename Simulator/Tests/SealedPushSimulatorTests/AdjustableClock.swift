import SealedPushSimulator
import Synchronization

/// The time of the push service, which a test advances relative to the system's.
///
/// The steps are long against the time that a test takes.
final class AdjustableClock: Sendable {
    private let seconds = Mutex<Int64>(0)

    var milliseconds: Int64 { PushService.systemTime() + seconds.withLock { $0 } * 1000 }

    func advance(by more: Int64) { seconds.withLock { $0 += more } }
}
