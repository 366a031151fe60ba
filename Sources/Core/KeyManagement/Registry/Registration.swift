public import Platform
import StrictJSON

/// The registration of a device at a provider, as a list shows it.
public struct Registration: Sendable {
    /// The standing of an enrolment.
    public enum State: String, Sendable {
        /// A key is in use, and pushes can be sealed to it.
        case enrolled
        /// The device has been challenged and has not answered; no key is in use.
        case challenged
        /// All keys were retired or revoked; enrol the device again.
        case ended
        /// What is stored under the id cannot be read; enrol the device again, or forget it.
        case damaged
    }

    /// The app's own id of the device.
    public let id: UTF8Text
    /// The standing of the enrolment.
    public let state: State
    /// The key in use without its chain, where there is one; a push is sealed to ``DeviceRegistry/recipient(for:)``.
    public let key: DevicePublicKey?
    /// Whether ML-KEM-768 protects the chain of the key in use, too; nil without a chain.
    public let isPostQuantum: Bool?
    /// When the key in use was offered, or the latest one without one in use, to the second.
    public let since: Date?
    /// When the latest challenge that waits for an answer ends, to the second; nil where none waits.
    public let answerDue: Date?

    init(_ id: UTF8Text, _ keyring: Keyring) {
        self.id = id
        let active = try? keyring.primary
        key = active?.publicHalf?.devicePublicKey
        isPostQuantum = active?.enrolment?.chain?.isPostQuantum
        state = key != nil ? .enrolled : keyring.keys.contains { $0.state == .pending } ? .challenged : .ended
        since = (active ?? keyring.keys.last)?.created
        answerDue = keyring.keys.filter { $0.state == .pending }.compactMap(\.enrolment?.expires).max()
    }

    /// A registration that cannot be read.
    init(damaged id: UTF8Text) {
        self.id = id
        (state, key, isPostQuantum, since, answerDue) = (.damaged, nil, nil, nil, nil)
    }
}
