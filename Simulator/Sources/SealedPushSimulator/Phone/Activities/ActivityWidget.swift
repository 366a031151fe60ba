import KeyManagement
import PhoneState
import PushOpener
import PushPayload

/// The widget of a phone's app: it opens the sealed objects of Live Activities with the phone's keys.
///
/// It has the keys, the lock state and the time of when it was created. It draws an activity repeatedly, so it has no replay
/// store (the guide to Live Activities).
struct ActivityWidget: Sendable {
    private enum Keys {
        case available(Opener)
        case unavailable(reason: String)
    }

    /// The name of the member with the envelope.
    private static let envelopeName = "sealed"

    private let keys: Keys

    /// Reads the keyrings `phone`, `provider` and, for broadcasts, `audience` in a folder of the app whose bundle id is `topic`.
    init(keyFolder: String, topic: String, device: Phone) {
        // A phone's keychain cannot be read before; the files here can.
        guard device.lockState != .beforeFirstUnlock else {
            keys = .unavailable(reason: "the phone was not unlocked since it started")
            return
        }
        do {
            let folder = KeyDirectory(keyFolder)
            let opening = try OpeningKeys(
                device: folder.keyring("phone"), provider: folder.publicKeyring("provider"),
                shared: AudienceKey.keyring(in: folder))
            keys = .available(try Opener(keys: opening, topic: topic, clock: .fixed(device.now)))
        } catch {
            keys = .unavailable(reason: (error as? any CodedError)?.reason ?? "the keys cannot be read")
        }
    }

    /// Whether an object has an envelope.
    static func isSealed(_ object: JSONObject) -> Bool { object[envelopeName]?.stringValue != nil }

    /// Opens the content of an object of no known activity.
    func content(of object: JSONObject, purpose: Purpose) -> ActivityContent {
        var memory = ActivityMemory()
        return content(of: object, purpose: purpose, memory: &memory)
    }

    /// Opens the content of an object of an activity, of which the widget keeps `memory`.
    ///
    /// With `mustBeSealed`, an object without an envelope is refused, with none of its members.
    func content(
        of object: JSONObject, purpose: Purpose, memory: inout ActivityMemory, mustBeSealed: Bool = false
    ) -> ActivityContent {
        guard let envelope = object[Self.envelopeName]?.stringValue else {
            guard mustBeSealed else { return .plain(object) }
            return .closed(
                code: "notSealed", reason: "the activity started with a sealed state, and this one is not sealed",
                visible: [:])
        }
        var visible = object
        visible[Self.envelopeName] = nil
        switch keys {
        case .unavailable(let reason): return .closed(code: "keysUnavailable", reason: reason, visible: visible)
        case .available(let opener):
            do throws(Refusal) {
                guard purpose == .contentState, let id = memory.id else {
                    let content = try opener.open(envelope: envelope, purpose: purpose).content
                    if purpose == .attributes { memory.id = ActivityID(in: content) ?? memory.id }
                    return .opened(content)
                }
                let state = try opener.open(state: envelope, of: id)
                let order = [UInt64(state.issuedAt.timeIntervalSince1970), state.sequence ?? 0]
                guard !order.lexicographicallyPrecedes(memory.newest) else {
                    return .closed(code: "outdated", reason: "a newer state came before", visible: visible)
                }
                memory.newest = order
                return .opened(state.content)
            } catch {
                return .closed(code: error.code.rawValue, reason: error.reason, visible: visible)
            }
        }
    }
}

/// What a widget keeps of an activity: the id in its attributes, and the time and number of the newest state.
struct ActivityMemory: Sendable {
    var id: ActivityID?
    var newest: [UInt64] = []
}
