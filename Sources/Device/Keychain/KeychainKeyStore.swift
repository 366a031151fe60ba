import Foundation
// `import Keychain` also provides the steps of a store, which are those of `SynchronousKeyStore`.
@_exported public import KeyManagement

#if canImport(PhoneKeychain)
import PhoneKeychain
#else
import Security
#endif

/// Keyrings in the keychain, for an app and its extensions: each a generic password of one access group.
///
/// The items can be read after the first unlock since the device started, also while it is locked, and stay on the device: a
/// restored device makes new keys and enrols again. Any number of processes may use one store. A change is kept only if no
/// other was faster.
///
/// The plain functions block for a call of the keychain and are for an extension, a widget or a thread other than the main
/// one. Those of `KeyStore` (`named:`) are for other code. A keyring that the plain functions return does not follow later
/// changes: load it for each push, as `SealedNotificationService` does.
///
/// The text of a keyring with its secrets is copied between guarded memory and the `Data` that the keychain takes and
/// returns. These copies are released at once, and neither wiped nor guarded.
public struct KeychainKeyStore: SynchronousKeyStore {
    /// The access group with the team's prefix, `A1B2C3D4E5.com.example.bank.keys`; nil for the default group.
    public let accessGroup: String?

    /// The service of the items (`kSecAttrService`).
    public let service: String

    /// Creates a store; nothing is read yet.
    ///
    /// - Parameters:
    ///   - accessGroup: a group of the capability Keychain Sharing, with the team's prefix, that the app and its extensions
    ///     have in common. Nil means the first group of the calling target for a new keyring and all of its groups for a
    ///     search; it is for an app without an extension, or with one group.
    ///   - service: separates the keyrings from other items of the group.
    public init(accessGroup: String? = nil, service: String = "com.sealedpush.keyrings") {
        self.accessGroup = accessGroup
        self.service = service
    }

    // MARK: - Items

    /// Returns the text of a keyring and its version; nil if there is none of that name.
    ///
    /// - Throws: `KeyError` with `beforeFirstUnlock`, `missingEntitlement` or `inputOutput`, `invalidName`, `malformed`.
    public func stored(_ name: UTF8Text) throws(KeyError) -> StoredKeyring? {
        var query = try item(name)
        query[kSecReturnData] = true
        query[kSecReturnAttributes] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try requireSuccess(status)
        guard let found = result as? NSDictionary, let data = found[kSecValueData] as? Data,
            let version = found[kSecAttrGeneric] as? Data
        else { throw KeyError(.malformed, "the keychain item of keyring \(name) has no text or no version") }
        let text = try KeyringText(copying: ContiguousArray(data).span)
        // A change is kept by the version, so one that does not belong to the text could never be replaced.
        guard version == Data(text.version.utf8) else {
            throw KeyError(.malformed, "the keychain item of keyring \(name) has the version of another text")
        }
        return StoredKeyring(text: text, version: text.version)
    }

    /// Adds the item of a change, or replaces the one that has the version that the change was made from.
    ///
    /// - Throws: `KeyError` as ``stored(_:)`` does.
    public func keep(_ change: KeyringChange) throws(KeyError) -> Bool {
        if let key = change.registeredKey {
            for name in try names() where name != change.name {
                guard let other = try? stored(name)?.keyring, !other.isSecret, let used = try? other.primary else {
                    continue
                }
                if used.devicePublicKey == key { throw KeyError(usedKey: key) }
            }
        }
        let values: [CFString: Any] = [
            kSecValueData: change.text.withBytes { text in Data(text.indices.map { text[$0] }) },
            kSecAttrGeneric: Data(change.text.version.utf8),
            kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let query = try item(change.name, version: change.version)
        guard change.version != nil else {
            let status = SecItemAdd(query.merging(values) { $1 } as CFDictionary, nil)
            return try isKept(status, unless: errSecDuplicateItem)
        }
        return try isKept(SecItemUpdate(query as CFDictionary, values as CFDictionary), unless: errSecItemNotFound)
    }

    /// Removes the item of a keyring if it has a version, or with nil whatever it has.
    ///
    /// - Throws: `KeyError` as ``stored(_:)`` does.
    public func delete(_ name: UTF8Text, version: String?) throws(KeyError) -> Bool {
        try isKept(SecItemDelete(item(name, version: version) as CFDictionary), unless: errSecItemNotFound)
    }

    /// The names of all keyrings in the order of their UTF-8 bytes.
    ///
    /// - Throws: `KeyError` with `beforeFirstUnlock`, `missingEntitlement` or `inputOutput`.
    public func names() throws(KeyError) -> [UTF8Text] {
        var query = items
        query[kSecReturnAttributes] = true
        query[kSecMatchLimit] = kSecMatchLimitAll
        var result: CFTypeRef?
        let status = unsafe SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return [] }
        try requireSuccess(status)
        guard let found = result as? [NSDictionary] else {
            throw KeyError(.malformed, "the keychain returned no list of items")
        }
        // An item of another program, or the same name in another group, is no further keyring.
        return Set(found.compactMap { ($0[kSecAttrAccount] as? String).map { UTF8Text($0) } }.filter(Self.isName))
            .sorted()
    }

    /// A query for all items of the store.
    private var items: [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service,
            // On a Mac, the keychain that has access groups; on a phone there is no other.
            kSecUseDataProtectionKeychain: true,
        ]
        query[kSecAttrAccessGroup] = accessGroup
        return query
    }

    /// A query for the item of a keyring; with a version, only while the item has it.
    private func item(_ name: UTF8Text, version: String? = nil) throws(KeyError) -> [CFString: Any] {
        guard Self.isName(name) else {
            throw KeyError(.invalidName, "expected 1 to 64 of A-Z a-z 0-9 . _ - as the name of a keyring")
        }
        var query = items
        query[kSecAttrAccount] = name.string
        query[kSecAttrGeneric] = version.map { Data($0.utf8) }
        return query
    }

    /// Whether a text is 1 to 64 characters of ASCII: how the keychain compares other texts is not documented.
    private static func isName(_ text: UTF8Text) -> Bool {
        let isASCII = text.string.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isASCII && (1...64).contains(text.string.utf8.count)
    }

    // MARK: - Result codes

    /// Returns false for the code by which the keychain says that another change was faster.
    private func isKept(_ status: OSStatus, unless refusal: OSStatus) throws(KeyError) -> Bool {
        guard status != refusal else { return false }
        try requireSuccess(status)
        return true
    }

    private func requireSuccess(_ status: OSStatus) throws(KeyError) {
        switch status {
        case errSecSuccess: return
        case errSecInteractionNotAllowed:
            throw KeyError(.beforeFirstUnlock, "the device was not unlocked since it started")
        case errSecMissingEntitlement:
            let group = accessGroup.map { "the keychain access group \($0)" } ?? "the keychain"
            throw KeyError(
                .missingEntitlement,
                "this target has no entitlement for \(group); add the group to the capability Keychain Sharing of the app "
                    + "and of each extension, and name it with the team's prefix")
        default: throw KeyError(.inputOutput, "the keychain failed with OSStatus \(status)")
        }
    }
}
