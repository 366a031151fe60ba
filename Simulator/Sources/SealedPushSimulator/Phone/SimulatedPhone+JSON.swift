import Foundation
import KeyManagement
import PhoneState
import PushPayload

extension SimulatedPhone {
    /// The number of pushes in one message to the page.
    static let pushesPerMessage = 100

    /// Returns the phone's state with its newest pushes as JSON for the page, the current revision, and the number of the oldest push in it.
    ///
    /// `entries` are the newest pushes; `older(than:)` returns the others. `locals` are all notifications that the app or its
    /// extension added, `activities` all Live Activities.
    func snapshot() -> (json: JSONObject, revision: Int, oldest: Int) {
        let (newest, oldestKept) = inbox.read { ($0.newest, $0.oldest) }
        let oldest = max(newest - Self.pushesPerMessage + 1, oldestKept)
        let (json, revision) = changes(since: -1, from: oldest)
        return (json.adding(["isSnapshot": true]), revision, oldest)
    }

    /// Returns the next pushes before a number as JSON for the page, and the number of the oldest one in it; nil if there are none.
    func older(than number: Int) -> (json: JSONObject, oldest: Int)? {
        let oldest = max(number - Self.pushesPerMessage, inbox.read { $0.oldest })
        guard oldest < number else { return nil }
        let entries = listed(since: -1) { (oldest..<number).contains($0) }
        return (JSONObject(of: ["isOlder": true, "phone": state, "entries": entries]), oldest)
    }

    /// Returns the changes after a revision as JSON for the page, and the current revision.
    ///
    /// - Parameters:
    ///   - old: the revision.
    ///   - number: the number of the oldest push to return.
    /// - Returns: the changes and the revision.
    func changes(since old: Int, from number: Int = 0) -> (json: JSONObject, revision: Int) {
        let (locals, activities, revision) = inbox.read {
            ($0.locals(since: old), $0.activities(since: old), $0.revision)
        }
        // Read before the state: a first push in between would be newer than its `oldest`, 0, and a client would wait for older ones.
        let entries = listed(since: old) { $0 >= number }
        let json = JSONObject(of: [
            "phone": state, "entries": entries, "locals": locals, "activities": activities?.map(\.json),
        ])
        return (json, revision)
    }

    private func listed(since old: Int, _ isWanted: (Int) -> Bool) -> [JSONObject] {
        let (entries, refusals) = inbox.read { ($0.entries(since: old), $0.refusals(since: old)) }
        return entries.filter { isWanted($0.number) }.map { $0.listed(of: name) }
            + refusals.filter { isWanted($0.number) }.map(\.listed)
    }

    /// Returns a push as JSON for the detail view; nil if the phone does not have it.
    func detail(ofPush number: Int) -> JSONObject? {
        inbox.read { $0.entries[number]?.detailed(of: name) ?? $0.refusals[number]?.detailed }
    }

    /// All kept requests as JSON for the command line, by number.
    nonisolated var reported: [JSONObject] {
        let (entries, refusals) = inbox.read { ($0.entries, $0.refusals) }
        return Set(entries.keys).union(refusals.keys).sorted().compactMap { number in
            entries[number]?.reported(of: name) ?? refusals[number]?.detailed
        }
    }

    /// The phone's keys as JSON for the page: `until` is the end of a key that was renewed.
    private var keys: [JSONObject] {
        let keys = (try? KeyDirectory(app.keyFolder).publicKeyring("phone").keys) ?? []
        return keys.map { key in
            let until: Date? = if case .retiring(let until) = key.state { until } else { nil }
            return JSONObject(of: ["id": key.id.description, "created": key.created, "until": until])
        }
    }

    /// The phone's state as JSON for the page; `oldest` and `newest` are the numbers of the pushes that it keeps.
    var state: JSONObject {
        let (notifications, oldest, newest) = inbox.read { ($0.notificationCount, $0.oldest, $0.newest) }
        return identity.json.adding([
            "secondsAhead": Int(device.now.timeIntervalSinceNow.rounded()), "isOnline": isOnline,
            "lockState": lockState.rawValue, "hasApp": hasApp, "badge": badge, "notifications": notifications,
            "oldest": oldest, "newest": newest, "categories": categories, "copiedAt": storageCopy?.date, "keys": keys,
            "channels": service.channels(of: identity.bundleID).map(\.id),
        ])
    }
}
