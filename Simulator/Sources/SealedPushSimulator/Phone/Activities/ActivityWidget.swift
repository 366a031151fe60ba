import KeyManagement
import PhoneState
import PushOpener
import PushPayload

/// The widget of a phone's app: it opens the sealed objects of a Live Activity with the phone's keys.
///
/// It draws an activity repeatedly, so it has no replay store (on-the-device.md §2.4).
struct ActivityWidget: Sendable {
    /// The name of the member with the envelope.
    private static let envelopeName = "sealed"

    /// The folder with the keyrings `phone`, `provider` and `audience`, the shared key of broadcasts.
    let keyFolder: String
    /// The app's bundle id.
    let topic: String
    /// The phone, for its lock state.
    let device: PhoneState.Phone

    /// Opens the content of an object; `purpose` tells whether it is the state or the attributes.
    func content(of object: JSONObject, purpose: Purpose) -> ActivityContent {
        guard let envelope = object[Self.envelopeName]?.stringValue else { return .plain(object) }
        var visible = object
        visible[Self.envelopeName] = nil
        // A phone's keychain cannot be read before; the files here can.
        guard device.lockState != .beforeFirstUnlock else {
            return .closed(
                code: "keysUnavailable", reason: "the phone was not unlocked since it started", visible: visible)
        }
        do {
            let keys = KeyDirectory(keyFolder)
            let opener = try Opener(
                keys: OpeningKeys(
                    device: keys.keyring("phone"), provider: keys.publicKeyring("provider"),
                    shared: keys.keyring("audience")),
                topic: topic)
            return .opened(try opener.open(envelope: envelope, purpose: purpose).content)
        } catch let refusal as Refusal {
            return .closed(code: refusal.code.rawValue, reason: refusal.reason, visible: visible)
        } catch {
            let reason = (error as? any CodedError)?.reason ?? "the keys cannot be read"
            return .closed(code: "keysUnavailable", reason: reason, visible: visible)
        }
    }
}
