import AppStrings
package import Foundation
import Synchronization

/// A request to the state of a phone, from the code on it; encodable, since that code may be in another process.
package enum PhoneRequest: Sendable, Codable {
    case lockState
    case lock
    case unlock
    case restart
    case items
    /// The folder of every container, for a copy.
    case containers
    case keychain(KeychainRequest)
    case container(applicationGroup: String)
    case dataContainer
    case notifications(NotificationCenterRequest)
    case interactions(InteractionRequest)
    case device(SystemServiceRequest)
    /// The text of a localization key with arguments.
    case text(key: String, [String])
}

extension PhoneRequest {
    /// Whether a process of code on a phone may make it; the others are those of a test, or of the user, and those with too
    /// many identifiers.
    package var isOfCode: Bool {
        switch self {
        case .lockState, .keychain, .container, .dataContainer, .text: true
        case .lock, .unlock, .restart, .items, .containers: false
        case .notifications(let request): request.isOfCode
        case .interactions(let request): request.isOfCode
        case .device(let request): request.isOfCode
        }
    }
}

/// The answer to a request.
package enum PhoneReply: Sendable, Codable {
    case done
    case lockState(Phone.LockState)
    case items([KeychainItem])
    case keychain(KeychainReply)
    /// The path of a container; nil without the entitlement.
    case container(String?)
    case notifications([NotificationRecord])
    case badge(Int)
    /// Encoded by the module UserNotifications; empty if no category was set.
    case categories(Data)
    case authorization(NotificationAuthorization)
    case date(Date)
    /// The user does not allow notifications.
    case notAllowed
    /// The trigger never fires.
    case noDate
    /// The request exceeds the phone's memory for notifications.
    case tooLarge
    case interactions([DonatedInteraction])
    case calls([Data])
    case darwinNotifications([String])
    /// The code lacks the entitlement to filter notifications.
    case missingFilteringEntitlement
    case text(String?)
    /// The process with the phone's state does not answer.
    case unavailable
}

/// The state of a phone in this process.
final class PhoneMemory: Sendable {
    private struct State {
        var lockState = Phone.LockState.unlocked
        var keychain = KeychainItems()
        var notifications: NotificationState
        var interactions: [DonatedInteraction] = []
        var observers: [@Sendable (NotificationChange) -> Void] = []
        var device = SystemServices()
        var strings = Localization.none
    }

    private let state: Mutex<State>
    private let containers = Containers()

    init(_ notifications: NotificationState) { state = Mutex(State(notifications: notifications)) }

    /// Copies the files of another phone.
    init(_ notifications: NotificationState, _ items: [KeychainItem], files: URL) throws {
        state = Mutex(State(keychain: KeychainItems(items), notifications: notifications))
        try containers.copy(from: files)
    }

    var strings: Localization {
        get { state.withLock { $0.strings } }
        set { state.withLock { $0.strings = newValue } }
    }

    /// Adds a closure that is called for each change of the notifications, while the state is locked.
    func observe(_ observer: @escaping @Sendable (NotificationChange) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    /// Answers a request of code with some entitlements; all of it or nothing takes effect.
    func answer(_ request: PhoneRequest, to entitlements: Entitlements) -> PhoneReply {
        state.withLock { state in
            switch request {
            case .lockState: return .lockState(state.lockState)
            case .lock: if state.lockState == .unlocked { state.lockState = .locked }
            case .unlock: state.lockState = .unlocked
            case .restart: state.lockState = .beforeFirstUnlock
            case .items: return .items(state.keychain.items)
            case .containers: return .container(containers.root.path)
            case .keychain(let request):
                return .keychain(state.keychain.answer(request, entitlements, while: state.lockState))
            case .container(let group):
                return .container(containers.folder(ofApplicationGroup: group, entitlements)?.path)
            case .dataContainer: return .container(containers.dataFolder(entitlements)?.path)
            case .notifications(let request):
                let reply = state.notifications.answer(request)
                for change in state.notifications.takeChanges() {
                    for observer in state.observers { observer(change) }
                }
                return reply
            case .interactions(let request):
                request.apply(to: &state.interactions)
                if case .list = request { return .interactions(state.interactions) }
            case .device(let request): return state.device.answer(request, to: entitlements)
            case .text(let key, let arguments):
                return .text(state.strings.text(nil, key: key, arguments: arguments))
            }
            return .done
        }
    }
}
