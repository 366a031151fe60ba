import Foundation
import Synchronization

/// A request to the state of a phone, from the code on it; encodable, since that code may be in another process.
package enum PhoneRequest: Sendable, Codable {
    case lockState
    case lock
    case unlock
    case restart
    case items
    case keychain(KeychainRequest)
    case container(applicationGroup: String)
}

extension PhoneRequest {
    /// Whether code on a phone may make it; the others are those of a test, or of the user.
    package var isOfCode: Bool {
        switch self {
        case .lockState, .keychain, .container: true
        case .lock, .unlock, .restart, .items: false
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
    /// The process with the phone's state does not answer.
    case unavailable
}

/// The state of a phone in this process.
final class PhoneMemory: Sendable {
    private struct State {
        var lockState = Phone.LockState.unlocked
        var keychain = KeychainItems()
    }

    private let state: Mutex<State>
    private let containers = Containers()

    init(_ items: [KeychainItem] = []) { state = Mutex(State(keychain: KeychainItems(items))) }

    /// Answers a request of code with some entitlements; all of it or nothing takes effect.
    func answer(_ request: PhoneRequest, to entitlements: Entitlements) -> PhoneReply {
        state.withLock { state in
            switch request {
            case .lockState: return .lockState(state.lockState)
            case .lock: if state.lockState == .unlocked { state.lockState = .locked }
            case .unlock: state.lockState = .unlocked
            case .restart: state.lockState = .beforeFirstUnlock
            case .items: return .items(state.keychain.items)
            case .keychain(let request):
                return .keychain(state.keychain.answer(request, entitlements, while: state.lockState))
            case .container(let group):
                return .container(containers.folder(ofApplicationGroup: group, entitlements)?.path)
            }
            return .done
        }
    }
}
