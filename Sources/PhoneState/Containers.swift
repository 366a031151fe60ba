public import Foundation

/// The folders that app groups share: in a temporary folder that ends with the phone; that of `Phone.shared` stays.
final class Containers: Sendable {
    private let root = FileManager.default.temporaryDirectory.appending(path: "phone-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: root) }

    /// The folder of a group, which is made when it is first asked for; nil without the entitlement.
    func folder(ofApplicationGroup group: String, _ entitlements: Entitlements) -> URL? {
        guard entitlements.applicationGroups.contains(where: { $0.utf8.elementsEqual(group.utf8) }),
            group.hasPrefix("group."), !group.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        let folder = root.appending(path: group, directoryHint: .isDirectory)
        guard
            (try? FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])) != nil
        else { return nil }
        return folder
    }
}

extension Phone {
    /// The folder that the members of an app group share; nil for a group that is not among the entitlements.
    ///
    /// `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)` of the module UserNotifications returns it.
    public func container(ofApplicationGroup group: String) -> URL? {
        guard case .container(let path?) = answer(.container(applicationGroup: group)) else { return nil }
        return URL(filePath: path, directoryHint: .isDirectory)
    }
}
