public import Foundation

// Computed, since `NSString` is not `Sendable`; Apple's are constants. The values are those of Apple's constants.

// MARK: - The classes of items

/// The key of an item's class.
public var kSecClass: CFString { "class" }
/// A generic password.
public var kSecClassGenericPassword: CFString { "genp" }
/// An Internet password.
public var kSecClassInternetPassword: CFString { "inet" }
/// A key, as data: references (`SecKey`) are not available on Linux.
public var kSecClassKey: CFString { "keys" }

// MARK: - Attributes

/// The condition under which the item can be decrypted; `WhenUnlocked` by default.
public var kSecAttrAccessible: CFString { "pdmn" }
/// The access group, with the team's prefix; the first of the code's groups by default.
public var kSecAttrAccessGroup: CFString { "agrp" }
/// Whether the item is synchronized to other devices; part of the primary key.
public var kSecAttrSynchronizable: CFString { "sync" }
/// A value for a search: synchronized or not.
public var kSecAttrSynchronizableAny: CFString { "syna" }
/// The date of creation.
public var kSecAttrCreationDate: CFString { "cdat" }
/// The date of the last change.
public var kSecAttrModificationDate: CFString { "mdat" }
/// The type's code, a number.
public var kSecAttrType: CFString { "type" }
/// The label that the user sees.
public var kSecAttrLabel: CFString { "labl" }
/// The account; part of the primary key.
public var kSecAttrAccount: CFString { "acct" }
/// The service; part of the primary key.
public var kSecAttrService: CFString { "svce" }
/// Data of the app's own; not part of the primary key.
public var kSecAttrGeneric: CFString { "gena" }
/// The secret.
public var kSecValueData: CFString { "v_Data" }

// MARK: - Attributes of keys

/// The class of a key: public, private or symmetric; part of the primary key.
public var kSecAttrKeyClass: CFString { "kcls" }
/// A public key.
public var kSecAttrKeyClassPublic: CFString { "0" }
/// A private key.
public var kSecAttrKeyClassPrivate: CFString { "1" }
/// The label by which an app finds a key, for instance the hash of a public key; part of the primary key.
public var kSecAttrApplicationLabel: CFString { "klbl" }
/// The app's own tag of a key; part of the primary key.
public var kSecAttrApplicationTag: CFString { "atag" }
/// The algorithm of a key; part of the primary key.
public var kSecAttrKeyType: CFString { "type" }
/// Elliptic curve, by a NIST prime.
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" }
/// The number of bits of a key, a number; part of the primary key.
public var kSecAttrKeySizeInBits: CFString { "bsiz" }

// MARK: - Values of `kSecAttrAccessible`

/// While the device is unlocked.
public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" }
/// After the first unlock since the device started.
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" }
/// While the device is unlocked; not in a backup for another device.
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" }
/// After the first unlock; not in a backup for another device.
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
/// While the device is unlocked and has a passcode; not in a backup.
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { "akpu" }

// MARK: - Search and results

/// The number of items to return; one by default.
public var kSecMatchLimit: CFString { "m_Limit" }
/// One item.
public var kSecMatchLimitOne: CFString { "m_LimitOne" }
/// Every item, as an array.
public var kSecMatchLimitAll: CFString { "m_LimitAll" }
/// Whether the secret is returned.
public var kSecReturnData: CFString { "r_Data" }
/// Whether the attributes are returned.
public var kSecReturnAttributes: CFString { "r_Attributes" }
/// Whether macOS uses the keychain of iOS; without effect on a phone.
public var kSecUseDataProtectionKeychain: CFString { "nleg" }
