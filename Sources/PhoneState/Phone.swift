import Foundation

/// The state of one phone, as the code of an app or extension on Linux sees it: its lock state and its keychain.
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

    /// Creates an unlocked phone with an empty keychain.
    ///
    /// - Parameter entitlements: those of the code that runs on it, see ``with(_:)``.
    public convenience init(entitlements: Entitlements = Entitlements()) {
        self.init(PhoneMemory(), entitlements)
    }

    /// Creates a phone whose state is in another process, which the closure asks.
    package init(connection: @escaping @Sendable (PhoneRequest) -> PhoneReply) {
        entitlements = Entitlements()
        service = { request, _ in connection(request) }
    }

    private init(_ memory: PhoneMemory, _ entitlements: Entitlements) {
        self.entitlements = entitlements
        service = { memory.answer($0, to: $1) }
    }

    private init(_ phone: Phone, _ entitlements: Entitlements) {
        self.entitlements = entitlements
        service = phone.service
    }

    /// Returns the same phone for code with other entitlements, such as an extension that lacks a group of its app.
    public func with(_ entitlements: Entitlements) -> Phone { Phone(self, entitlements) }

    /// Answers a request by the entitlements of this phone's code.
    package func answer(_ request: PhoneRequest) -> PhoneReply { service(request, entitlements) }

    // MARK: - Lock state

    /// The lock state; a new phone is unlocked.
    public var lockState: LockState {
        guard case .lockState(let state) = answer(.lockState) else { return .beforeFirstUnlock }
        return state
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
        guard case .items(let items) = answer(.items) else { return [] }
        return items
    }

    /// Returns a new, unlocked phone that was restored from an encrypted backup of this one: without the items whose
    /// accessibility ends in `ThisDeviceOnly`, and with the files of the app groups in ``entitlements``.
    ///
    /// - Throws: the error of a file that cannot be copied.
    public func restored() throws -> Phone {
        let items = keychain.filter { !$0.accessibility.isThisDeviceOnly }
        let phone = Phone(PhoneMemory(items), entitlements)
        for group in entitlements.applicationGroups {
            guard let old = container(ofApplicationGroup: group), let new = phone.container(ofApplicationGroup: group)
            else { continue }
            for file in try FileManager.default.contentsOfDirectory(at: old, includingPropertiesForKeys: nil) {
                try FileManager.default.copyItem(at: file, to: new.appending(path: file.lastPathComponent))
            }
        }
        return phone
    }

    /// Returns the same phone after the app was transferred to another team.
    ///
    /// The prefix of the app's identifier and of its keychain access groups is the new team. Items in the groups of the
    /// old team stay in the keychain, and the app cannot read them.
    public func transferred(toTeam team: String) -> Phone { with(entitlements.transferred(toTeam: team)) }
}
