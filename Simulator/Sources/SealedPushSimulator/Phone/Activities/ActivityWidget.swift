import KeyManagement
import PhoneState
import PushOpener
import PushPayload

/// The widget of a phone's app: it opens the sealed objects of Live Activities with the phone's keys.
///
/// It has the keys and the lock state of the time when it was created. It draws an activity repeatedly, so it has no replay
/// store (the guide to Live Activities).
struct ActivityWidget: Sendable {
    private enum Keys {
        case available(Opener)
        case unavailable(reason: String)
    }

    /// The name of the member with the envelope.
    private static let envelopeName = "sealed"

    private let keys: Keys

    /// Reads the keyrings `phone`, `provider` and, for broadcasts, `audience` in a folder.
    ///
    /// - Parameters:
    ///   - keyFolder: the folder.
    ///   - topic: the app's bundle id.
    ///   - device: the phone, for its lock state.
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
            keys = .available(try Opener(keys: opening, topic: topic))
        } catch {
            keys = .unavailable(reason: (error as? any CodedError)?.reason ?? "the keys cannot be read")
        }
    }

    /// Whether an object has an envelope.
    static func isSealed(_ object: JSONObject) -> Bool { object[envelopeName]?.stringValue != nil }

    /// Opens the content of an object.
    ///
    /// - Parameters:
    ///   - object: the state or the attributes.
    ///   - purpose: the kind of the object.
    ///   - mustBeSealed: whether an object without an envelope is refused, with none of its members.
    /// - Returns: the content as the widget reads it.
    func content(of object: JSONObject, purpose: Purpose, mustBeSealed: Bool = false) -> ActivityContent {
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
                return .opened(try opener.open(envelope: envelope, purpose: purpose).content)
            } catch {
                return .closed(code: error.code.rawValue, reason: error.reason, visible: visible)
            }
        }
    }
}
