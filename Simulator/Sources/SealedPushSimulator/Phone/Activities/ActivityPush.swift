import Foundation
import LocalAPNs
import PushPayload

/// A push of type `liveactivity`.
struct ActivityPush {
    let token: String
    let channel: String?
    let aps: APS

    init(_ push: AcceptedPush, _ payload: Payload) {
        token = push.token
        channel = push.channel
        aps = payload.aps
    }

    /// The date from which the state is out of date.
    var staleDate: Date? { aps.staleDate.map(Self.date) }

    /// Returns the date at which the activity leaves the lock screen after its end.
    ///
    /// Apple: at once for a date in the past, and four hours after the end at the latest, which is also the default.
    func dismissalDate(endingAt now: Date) -> Date {
        let latest = now + 4 * 3_600
        return aps.dismissalDate.map { min(Self.date($0), latest) } ?? latest
    }

    /// Returns the date of UNIX seconds, which is in the years 1970 to 9999.
    private static func date(_ seconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(min(max(seconds, 0), 253_402_300_799)))
    }
}
