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
        var (json, revision) = changes(since: -1, from: oldest)
        json["isSnapshot"] = true
        return (json, revision, oldest)
    }

    /// Returns the next pushes before a number as JSON for the page, and the number of the oldest one in it; nil if there are none.
    func older(than number: Int) -> (json: JSONObject, oldest: Int)? {
        let oldest = max(number - Self.pushesPerMessage, inbox.read { $0.oldest })
        guard oldest < number else { return nil }
        let entries = listed(since: -1) { (oldest..<number).contains($0) }
        return (["isOlder": true, "phone": .object(state), "entries": entries], oldest)
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
        var json: JSONObject = ["phone": .object(state), "entries": entries]
        json["locals"] = locals.map { .array($0.map(JSONValue.object)) }
        json["activities"] = activities.map { .array($0.map { .object($0.json) }) }
        return (json, revision)
    }

    private func listed(since old: Int, _ isWanted: (Int) -> Bool) -> JSONValue {
        let (entries, refusals) = inbox.read { ($0.entries(since: old), $0.refusals(since: old)) }
        return .array(
            entries.filter { isWanted($0.number) }.map { .object($0.listed(of: name)) }
                + refusals.filter { isWanted($0.number) }.map { .object($0.listed) })
    }

    /// Returns a push as JSON for the detail view; nil if the phone does not have it.
    func detail(ofPush number: Int) -> JSONObject? {
        inbox.read { $0.entries[number]?.detailed(of: name) ?? $0.refusals[number]?.detailed }
    }

    /// All kept requests as JSON for the command line, by number.
    nonisolated var reported: JSONValue {
        let (entries, refusals) = inbox.read { ($0.entries, $0.refusals) }
        return .array(
            Set(entries.keys).union(refusals.keys).sorted().compactMap { number in
                (entries[number]?.reported(of: name) ?? refusals[number]?.detailed).map(JSONValue.object)
            })
    }

    /// The phone's keys as JSON for the page: `until` is the end of a key that was renewed.
    private var keys: JSONValue {
        let keys = (try? KeyDirectory(app.keyFolder).publicKeyring("phone").keys) ?? []
        return .array(
            keys.map { key in
                var json: JSONObject = [
                    "id": .string(key.id.description), "created": .number(JSONNumber(key.created.milliseconds)),
                ]
                if case .retiring(let until) = key.state { json["until"] = .number(JSONNumber(until.milliseconds)) }
                return .object(json)
            })
    }

    /// The phone's state as JSON for the page; `oldest` and `newest` are the numbers of the pushes that it keeps.
    var state: JSONObject {
        var json = identity.json
        json["secondsAhead"] = .number(JSONNumber(Int(device.now.timeIntervalSinceNow.rounded())))
        json["isOnline"] = .bool(isOnline)
        json["lockState"] = .string(lockState.rawValue)
        json["hasApp"] = .bool(hasApp)
        json["badge"] = .number(JSONNumber(badge))
        json["notifications"] = .number(JSONNumber(inbox.read { $0.notificationCount }))
        json["oldest"] = .number(JSONNumber(inbox.read { $0.oldest }))
        json["newest"] = .number(JSONNumber(inbox.read { $0.newest }))
        json["categories"] = .object(categories)
        json["copiedAt"] = storageCopy.map { .number(JSONNumber($0.date.milliseconds)) }
        json["keys"] = keys
        json["channels"] = .array(service.channels(of: identity.bundleID).map { .string($0.id) })
        return json
    }
}
