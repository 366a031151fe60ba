public import Foundation

/// The entitlements of an app or extension: the state of a phone that it shares with others, and the capabilities of its
/// notifications.
public struct Entitlements: Sendable, Hashable, Codable {
    /// The team's prefix and the bundle id, `A1B2C3D4E5.com.example.bank`; Xcode adds it when it signs.
    public var applicationIdentifier: String

    /// The groups of the capability Keychain Sharing, with the team's prefix (`keychain-access-groups`).
    public var keychainAccessGroups: [String]

    /// The groups of the capability App Groups, `group.com.example.bank` (`com.apple.security.application-groups`).
    public var applicationGroups: [String]

    /// Whether `UNNotificationContent.updating(from:)` shows the sender and the picture
    /// (`com.apple.developer.usernotifications.communication`).
    ///
    /// Apple, "Implementing communication notifications": enable the capability before. It is the app's, not its extension's, and is
    /// in the app's `.entitlements` file. The content is shown either way.
    public var showsCommunication = false

    /// Whether the extension can suppress a notification by handing back empty content
    /// (`com.apple.developer.usernotifications.filtering` of the extension, which Apple grants on request).
    public var filtersNotifications = false

    /// Creates entitlements; the keychain groups are as Xcode's capability lists them, without the team's prefix.
    public init(
        team: String = "A1B2C3D4E5", bundle: String = "com.example.app", keychainGroups: [String] = [],
        applicationGroups: [String] = [], showsCommunication: Bool = false, filtersNotifications: Bool = false
    ) {
        applicationIdentifier = "\(team).\(bundle)"
        keychainAccessGroups = keychainGroups.map { "\(team).\($0)" }
        self.applicationGroups = applicationGroups
        self.showsCommunication = showsCommunication
        self.filtersNotifications = filtersNotifications
    }

    /// Reads a target's `.entitlements` file, and sets the team for `$(AppIdentifierPrefix)` in it, as Xcode does.
    ///
    /// - Throws: Foundation's error for a file that is missing or no property list.
    public init(contentsOf file: URL, team: String = "A1B2C3D4E5", bundle: String) throws {
        let file = try PropertyListDecoder().decode(File.self, from: Data(contentsOf: file))
        self.init(
            team: team, bundle: bundle, applicationGroups: file.applicationGroups ?? [],
            showsCommunication: file.showsCommunication ?? false,
            filtersNotifications: file.filtersNotifications ?? false)
        keychainAccessGroups = (file.keychainAccessGroups ?? []).map {
            $0.replacingOccurrences(of: "$(AppIdentifierPrefix)", with: "\(team).")
                .replacingOccurrences(of: "$(CFBundleIdentifier)", with: bundle)
        }
    }

    private struct File: Decodable {
        enum CodingKeys: String, CodingKey {
            case keychainAccessGroups = "keychain-access-groups"
            case applicationGroups = "com.apple.security.application-groups"
            case showsCommunication = "com.apple.developer.usernotifications.communication"
            case filtersNotifications = "com.apple.developer.usernotifications.filtering"
        }

        let keychainAccessGroups: [String]?
        let applicationGroups: [String]?
        let showsCommunication: Bool?
        let filtersNotifications: Bool?
    }

    /// The access groups of the keychain that the code may use; a new item is in the first one unless it names another
    /// (Apple, "Sharing access to keychain items among a collection of apps").
    public var accessGroups: [String] { keychainAccessGroups + [applicationIdentifier] + applicationGroups }

    /// The bundle id, without the team's prefix.
    package var bundleIdentifier: String {
        String(Substring(applicationIdentifier.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst()))
    }

    /// The entitlements with the prefix of another team.
    func transferred(toTeam team: String) -> Entitlements {
        func moved(_ group: String) -> String {
            let name = group.utf8.drop { $0 != UInt8(ascii: ".") }
            return team + String(Substring(name))
        }
        var new = self
        new.applicationIdentifier = moved(applicationIdentifier)
        new.keychainAccessGroups = keychainAccessGroups.map(moved)
        return new
    }
}
