public import Foundation
import PhoneState

extension FileManager {
    /// The folder of an app group on the current phone, or nil without the entitlement `com.apple.security.application-groups`.
    ///
    /// On a phone it comes with Foundation.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        Phone.current.container(ofApplicationGroup: groupIdentifier)
    }
}
