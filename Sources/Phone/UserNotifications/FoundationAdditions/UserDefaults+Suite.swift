public import Foundation
import PhoneState

/// The initializer for the defaults of an app group, which takes precedence over Foundation's for a `String`.
///
/// Foundation's has an optional parameter, so an optional string still selects it: unwrap the name before.
public protocol SuiteInitializable {}

extension UserDefaults: SuiteInitializable {}

extension SuiteInitializable where Self: UserDefaults {
    /// Creates the defaults of a suite on the current phone, which persist in a file.
    ///
    /// With the name of an app group of the code's entitlements, all members of the group share them: the file is
    /// `Library/Preferences/NAME.plist` in the group's folder. With another name, or without the entitlement, they
    /// belong to the code alone, as on a phone: an extension does not see what its app wrote.
    ///
    /// Nil for the code's own bundle id, for the global domain, and for a name with a slash.
    public init?(suiteName: String) {
        guard let defaults = SuiteDefaults(suite: suiteName, phone: .current) as? Self else { return nil }
        self = defaults
    }
}

/// The defaults of a suite of a phone.
///
/// They are those of the phone on which the calling code runs, and outside of any of the phone where they were made, so that an
/// object in a global constant serves several phones.
final class SuiteDefaults: UserDefaults {
    private let name: String
    private let phone: Phone

    init?(suite: String, phone: Phone) {
        guard !suite.utf8.elementsEqual(UserDefaults.globalDomain.utf8),
            phone.bundleIdentifier.map({ $0.utf8.elementsEqual(suite.utf8) }) != true,
            PreferencesFile(suite: suite, on: phone) != nil
        else { return nil }
        name = suite
        self.phone = phone
        // A domain without values: Foundation's own part has the registered defaults and those of the command line.
        super.init(suiteName: "com.example.sealedpush.none" as String?)
    }

    private var file: PreferencesFile? { PreferencesFile(suite: name, on: Phone.performing ?? phone) }

    override func object(forKey defaultName: String) -> Any? {
        file?.values[defaultName] ?? super.object(forKey: defaultName)
    }

    /// Sets a value, or removes it if it is nil; stops the program for a value that no property list has, as a phone does.
    override func set(_ value: Any?, forKey defaultName: String) {
        if let url = value as? URL { return set(url, forKey: defaultName) }
        let value = value.map { $0 as AnyObject }
        precondition(
            value.map { PropertyListSerialization.propertyList($0, isValidFor: .binary) } ?? true,
            "expected a property list for a default")
        // A file that cannot be read or written keeps its values, as on a phone whose disk is full.
        try? file?.change { $0[defaultName] = value }
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }

    override func removeObject(forKey defaultName: String) { set(nil as Any?, forKey: defaultName) }

    /// Sets a URL: the path of a file, or an archive of another URL.
    override func set(_ url: URL?, forKey defaultName: String) {
        guard let url, !url.isFileURL else { return set(url?.path as Any?, forKey: defaultName) }
        let archive = try? NSKeyedArchiver.archivedData(withRootObject: url as NSURL, requiringSecureCoding: true)
        set(archive as Any?, forKey: defaultName)
    }

    override func url(forKey defaultName: String) -> URL? {
        guard let archive = data(forKey: defaultName) else { return super.url(forKey: defaultName) }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: archive) as URL?
    }

    override func dictionaryRepresentation() -> [String: Any] {
        super.dictionaryRepresentation().merging(file?.values ?? [:]) { $1 }
    }

    /// Returns the values in the file for the suite's own name; other domains are Foundation's.
    override func persistentDomain(forName domainName: String) -> [String: Any]? {
        isOwn(domainName) ? file?.values : super.persistentDomain(forName: domainName)
    }

    /// Replaces all values; stops the program for a value that no property list has.
    override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        guard isOwn(domainName) else { return super.setPersistentDomain(domain, forName: domainName) }
        precondition(
            PropertyListSerialization.propertyList(domain, isValidFor: .binary),
            "expected a property list for a domain of defaults")
        try? file?.change { $0 = domain }
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }

    override func removePersistentDomain(forName domainName: String) {
        guard isOwn(domainName) else { return super.removePersistentDomain(forName: domainName) }
        setPersistentDomain([:], forName: domainName)
    }

    private func isOwn(_ domain: String) -> Bool { domain.utf8.elementsEqual(name.utf8) }

    override func synchronize() -> Bool { file != nil }
}

// On a phone these two are functions of key-value coding, which Linux does not have.

extension UserDefaults {
    /// Sets a value, as `set(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// Returns a value, as `object(forKey:)`.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
