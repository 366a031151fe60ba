@_exported public import AppStrings
package import Dispatch
import Foundation

/// The state of one phone, as the code of an app or extension on Linux sees it: its lock state, keychain and notifications.
///
/// Code runs on a phone with ``perform(_:)``; other code runs on ``shared``. A test that must not see the state of others
/// makes a phone of its own:
///
///     let phone = Phone()
///     try phone.perform { try app.enrol() }  // writes to this phone's keychain
///     let host = ExtensionHost(phone: phone) { NotificationService() }
///
/// A phone is a reference: ``with(_:)`` and the hosts share its state. The state is in memory and ends with the process.
/// The values of the keychain are not in guarded memory, so keep no real secrets in it.
public final class Phone: Sendable {
    /// The lock state of a phone, which decides what its keychain can decrypt.
    public enum LockState: String, Sendable, Codable, CaseIterable {
        /// The user unlocked the phone and uses it.
        case unlocked
        /// The phone is locked, and was unlocked since it started.
        case locked
        /// The phone was started and not unlocked yet.
        case beforeFirstUnlock
    }

    /// The entitlements of the code that runs on this phone.
    ///
    /// In a process that a host started, the host applies those of its phone, whatever is here.
    public let entitlements: Entitlements

    /// Answers requests: the state in this process, or a connection to the process that has it.
    private let service: @Sendable (PhoneRequest, Entitlements) -> PhoneReply

    /// The state; nil if it is in another process.
    let memory: PhoneMemory?

    /// Calls the completion handlers of a notification center, one after the other.
    package let callbackQueue: DispatchQueue

    /// Creates an unlocked phone with an empty keychain, for code with the entitlements.
    public convenience init(entitlements: Entitlements = Entitlements()) {
        self.init(entitlements, PhoneMemory(NotificationState()))
    }

    /// Creates an unlocked phone with an empty keychain whose time passes by a clock: with a host's `ManualClock`,
    /// pending notifications are due as the test advances the clock.
    public convenience init(entitlements: Entitlements = Entitlements(), clock: some Clock<Duration>) {
        let (date, start) = (Date(), clock.now)
        self.init(
            entitlements, PhoneMemory(NotificationState { date + start.duration(to: clock.now) / .seconds(1) }))
    }

    /// Creates a phone whose state is in another process, which the closure asks.
    package convenience init(connection: @escaping @Sendable (PhoneRequest) -> PhoneReply) {
        self.init(Entitlements(), nil) { request, _ in connection(request) }
    }

    private convenience init(_ entitlements: Entitlements, _ memory: PhoneMemory) {
        self.init(entitlements, memory) { memory.answer($0, to: $1) }
    }

    private init(
        _ entitlements: Entitlements, _ memory: PhoneMemory?,
        callbackQueue: DispatchQueue = DispatchQueue(label: "UNUserNotificationCenter.call-out"),
        service: @escaping @Sendable (PhoneRequest, Entitlements) -> PhoneReply
    ) {
        self.entitlements = entitlements
        self.memory = memory
        self.callbackQueue = callbackQueue
        self.service = service
    }

    /// Returns the same phone for code with other entitlements, such as an extension that lacks a group of its app.
    public func with(_ entitlements: Entitlements) -> Phone {
        Phone(entitlements, memory, callbackQueue: callbackQueue, service: service)
    }

    /// Returns the same phone for code whose removals of delivered notifications take effect after a time.
    package func with(removalDelay: Duration) -> Phone {
        Phone(entitlements, memory, callbackQueue: callbackQueue) { [service] request, entitlements in
            guard case .notifications(.removeDelivered(let identifiers)) = request else {
                return service(request, entitlements)
            }
            return service(.notifications(.removeLate(identifiers, after: removalDelay / .seconds(1))), entitlements)
        }
    }

    /// Answers a request by the entitlements of this phone's code.
    package func answer(_ request: PhoneRequest) -> PhoneReply { service(request, entitlements) }

    // MARK: - Lock state

    /// The lock state; a new phone is unlocked.
    public var lockState: LockState {
        if case .lockState(let state) = answer(.lockState) { state } else { .beforeFirstUnlock }
    }

    /// Locks the phone, as after its side button is pressed.
    public func lock() { _ = answer(.lock) }

    /// Unlocks the phone.
    public func unlock() { _ = answer(.unlock) }

    /// Restarts the phone; it is then before its first unlock.
    public func restart() { _ = answer(.restart) }

    // MARK: - Keychain

    /// The items of the keychain without their values, those of every access group, for a test to inspect.
    public var keychain: [KeychainItem] {
        if case .items(let items) = answer(.items) { items } else { [] }
    }

    // MARK: - Strings

    /// The strings of the app in which localization keys are looked up; none at first, and in a process that a host started.
    public var strings: Localization {
        get { memory?.strings ?? .none }
        set { memory?.strings = newValue }
    }

    /// Returns the text of a localization key, or the key without one.
    package func text(ofKey key: String, arguments: [String]) -> String {
        if case .text(let text?) = answer(.text(key: key, arguments)) { text } else { key }
    }

    // MARK: - Other phones

    /// Returns a new, unlocked phone that was restored from an encrypted backup of this one: with the files of its
    /// containers, the user's permission, and without the items whose accessibility ends in `ThisDeviceOnly` unless it is the
    /// same device, where the keychain comes back as it was.
    ///
    /// It has no notifications, categories and interactions: Apple does not document that a backup has them. Its time is
    /// the system's.
    ///
    /// - Throws: the error of a file that cannot be copied.
    public func restored(sameDevice: Bool = false) throws -> Phone {
        let items = keychain.filter { sameDevice || !$0.accessibility.isThisDeviceOnly }
        guard case .container(let files?) = answer(.containers) else { throw CocoaError(.xpcConnectionInterrupted) }
        let notifications = NotificationState(authorization: notificationAuthorization)
        let phone = Phone(entitlements, try PhoneMemory(notifications, items, files: URL(filePath: files)))
        phone.strings = strings
        return phone
    }

    /// Returns the same phone after the app was transferred to another team.
    ///
    /// The prefix of the app's identifier and of its keychain access groups is the new team. Items in the groups of the
    /// old team stay in the keychain, and the app cannot read them. Containers and notifications are those of its bundle id.
    public func transferred(toTeam team: String) -> Phone { with(entitlements.transferred(toTeam: team)) }
}
