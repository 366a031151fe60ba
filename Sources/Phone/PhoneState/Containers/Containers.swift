public import Foundation

/// The folders of a phone's code, in a temporary folder that ends with the phone; that of `Phone.shared` stays.
final class Containers: Sendable {
    /// Precedes the bundle id in the name of a data container; no app group begins with it.
    static let dataPrefix = "data."

    let root = FileManager.default.temporaryDirectory.appending(path: "phone-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: root) }

    /// The folder that the members of a group share; nil without the entitlement.
    func folder(ofApplicationGroup group: String, _ entitlements: Entitlements) -> URL? {
        guard entitlements.applicationGroups.contains(where: { $0.utf8.elementsEqual(group.utf8) }),
            group.hasPrefix("group."), !group.utf8.contains(UInt8(ascii: "/"))
        else { return nil }
        return folder(group)
    }

    /// The folder of the code itself, by its bundle id; an app keeps it when it is transferred to another team.
    func dataFolder(_ entitlements: Entitlements) -> URL? {
        let bundle = entitlements.bundleIdentifier
        guard !bundle.isEmpty, !bundle.utf8.contains(UInt8(ascii: "/")) else { return nil }
        return folder(Self.dataPrefix + bundle)
    }

    /// A folder, which is made when it is first asked for.
    private func folder(_ name: String) -> URL? {
        let folder = root.appending(path: name, directoryHint: .isDirectory)
        guard
            (try? FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])) != nil
        else { return nil }
        return folder
    }

    /// Copies every folder of another phone.
    func copy(from other: URL) throws {
        guard FileManager.default.fileExists(atPath: other.path) else { return }
        try FileManager.default.copyItem(at: other, to: root)
    }
}

extension Phone {
    /// The folder that the members of an app group share; nil for a group that is not among the entitlements.
    ///
    /// `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)` of the module UserNotifications returns it.
    public func container(ofApplicationGroup group: String) -> URL? {
        url(.container(applicationGroup: group))
    }

    /// The folder that this phone's code has for itself, its data container; an app's and its extension's are two.
    ///
    /// An extension in a process of its own has it as its home folder, `NSHomeDirectory()`.
    public var dataContainer: URL? { url(.dataContainer) }

    /// The bundle id of this phone's code, by the host's entitlements.
    package var bundleIdentifier: String? {
        (dataContainer?.lastPathComponent.utf8.dropFirst(Containers.dataPrefix.utf8.count)).map {
            String(Substring($0))
        }
    }

    private func url(_ request: PhoneRequest) -> URL? {
        guard case .container(let path?) = answer(request) else { return nil }
        return URL(filePath: path, directoryHint: .isDirectory)
    }
}
