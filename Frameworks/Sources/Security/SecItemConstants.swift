public import Foundation
public import UserNotifications

// Names for code of extensions beyond those that the root package uses, with the values of Apple's constants.

/// A description of the kind of item.
public var kSecAttrDescription: CFString { "desc" }
/// A comment.
public var kSecAttrComment: CFString { "icmt" }
/// HTTP.
public var kSecAttrProtocolHTTP: CFString { "http" }
/// A symmetric key.
public var kSecAttrKeyClassSymmetric: CFString { "2" }
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
/// Whether the item is hidden.
public var kSecAttrIsInvisible: CFString { "invi" }
/// Whether there is a valid password.
public var kSecAttrIsNegative: CFString { "nega" }
/// The default type of authentication.
public var kSecAttrAuthenticationTypeDefault: CFString { "dflt" }
/// The effective number of bits of a key, a number; part of the primary key.
public var kSecAttrEffectiveKeySize: CFString { "esiz" }
/// Whether a key is kept in the keychain; one that is added is.
public var kSecAttrIsPermanent: CFString { "perm" }
/// The creator's code, a number.
public var kSecAttrCreator: CFString { "crtr" }
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
/// HTTP over TLS.
public var kSecAttrProtocolHTTPS: CFString { "htps" }
/// RSA.
public var kSecAttrKeyTypeRSA: CFString { "42" }
/// Elliptic curve.
public var kSecAttrKeyTypeEC: CFString { "73" }
