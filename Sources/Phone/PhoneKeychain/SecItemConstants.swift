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
/// A description of the kind of item.
public var kSecAttrDescription: CFString { "desc" }
/// A comment.
public var kSecAttrComment: CFString { "icmt" }
/// The creator's code, a number.
public var kSecAttrCreator: CFString { "crtr" }
/// The type's code, a number.
public var kSecAttrType: CFString { "type" }
/// The label that the user sees.
public var kSecAttrLabel: CFString { "labl" }
/// Whether the item is hidden.
public var kSecAttrIsInvisible: CFString { "invi" }
/// Whether there is a valid password.
public var kSecAttrIsNegative: CFString { "nega" }
/// The account; part of the primary key.
public var kSecAttrAccount: CFString { "acct" }
/// The service; part of the primary key.
public var kSecAttrService: CFString { "svce" }
/// Data of the app's own; not part of the primary key.
public var kSecAttrGeneric: CFString { "gena" }
/// The secret.
public var kSecValueData: CFString { "v_Data" }

// MARK: - Attributes of Internet passwords

/// The security domain; part of the primary key.
public var kSecAttrSecurityDomain: CFString { "sdmn" }
/// The server; part of the primary key.
public var kSecAttrServer: CFString { "srvr" }
/// The protocol; part of the primary key.
public var kSecAttrProtocol: CFString { "ptcl" }
/// The type of authentication; part of the primary key.
public var kSecAttrAuthenticationType: CFString { "atyp" }
/// The port, a number; part of the primary key.
public var kSecAttrPort: CFString { "port" }
/// The path; part of the primary key.
public var kSecAttrPath: CFString { "path" }
/// HTTP.
public var kSecAttrProtocolHTTP: CFString { "http" }
/// HTTP over TLS.
public var kSecAttrProtocolHTTPS: CFString { "htps" }
/// The default type of authentication.
public var kSecAttrAuthenticationTypeDefault: CFString { "dflt" }

// MARK: - Attributes of keys

/// The class of a key: public, private or symmetric; part of the primary key.
public var kSecAttrKeyClass: CFString { "kcls" }
/// A public key.
public var kSecAttrKeyClassPublic: CFString { "0" }
/// A private key.
public var kSecAttrKeyClassPrivate: CFString { "1" }
/// A symmetric key.
public var kSecAttrKeyClassSymmetric: CFString { "2" }
/// The label by which an app finds a key, for instance the hash of a public key; part of the primary key.
public var kSecAttrApplicationLabel: CFString { "klbl" }
/// The app's own tag of a key; part of the primary key.
public var kSecAttrApplicationTag: CFString { "atag" }
/// The algorithm of a key; part of the primary key.
public var kSecAttrKeyType: CFString { "type" }
/// RSA.
public var kSecAttrKeyTypeRSA: CFString { "42" }
/// Elliptic curve.
public var kSecAttrKeyTypeEC: CFString { "73" }
/// Elliptic curve, by a NIST prime.
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" }
/// The number of bits of a key, a number; part of the primary key.
public var kSecAttrKeySizeInBits: CFString { "bsiz" }
/// The effective number of bits of a key, a number; part of the primary key.
public var kSecAttrEffectiveKeySize: CFString { "esiz" }
/// Whether a key is kept in the keychain; one that is added is.
public var kSecAttrIsPermanent: CFString { "perm" }
/// Whether a key may encrypt.
public var kSecAttrCanEncrypt: CFString { "encr" }
/// Whether a key may decrypt.
public var kSecAttrCanDecrypt: CFString { "decr" }
/// Whether a key may derive another.
public var kSecAttrCanDerive: CFString { "drve" }
/// Whether a key may sign.
public var kSecAttrCanSign: CFString { "sign" }
/// Whether a key may verify.
public var kSecAttrCanVerify: CFString { "vrfy" }
/// Whether a key may wrap another.
public var kSecAttrCanWrap: CFString { "wrap" }
/// Whether a key may unwrap another.
public var kSecAttrCanUnwrap: CFString { "unwp" }

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
