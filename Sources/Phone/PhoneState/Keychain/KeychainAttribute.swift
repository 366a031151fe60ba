/// The attributes of an item that have no meaning for the keychain itself, by the values of Apple's constants.
package enum KeychainAttribute: String, Sendable, Codable, CodingKeyRepresentable {
    case account = "acct"
    case service = "svce"
    case generic = "gena"
    case label = "labl"
    case description = "desc"
    case comment = "icmt"
    case creator = "crtr"
    /// The type of a password or of a key.
    case type = "type"
    case isInvisible = "invi"
    case isNegative = "nega"
    case creationDate = "cdat"
    case modificationDate = "mdat"

    // Of Internet passwords.
    case securityDomain = "sdmn"
    case server = "srvr"
    case `protocol` = "ptcl"
    case authenticationType = "atyp"
    case port = "port"
    case path = "path"

    // Of keys.
    case keyClass = "kcls"
    case applicationLabel = "klbl"
    case applicationTag = "atag"
    case keySizeInBits = "bsiz"
    case effectiveKeySize = "esiz"
    case isPermanent = "perm"
    case canEncrypt = "encr"
    case canDecrypt = "decr"
    case canDerive = "drve"
    case canSign = "sign"
    case canVerify = "vrfy"
    case canWrap = "wrap"
    case canUnwrap = "unwp"

    /// Whether Apple's page of a class lists a value's type for the attribute; account, service and application tag are
    /// also used with other types.
    func accepts(_ value: KeychainValue, in itemClass: KeychainItem.ItemClass) -> Bool {
        switch (itemClass, self, value) {
        case (_, .label, .text), (_, .creator, .number), (_, .creationDate, .date), (_, .modificationDate, .date): true
        case (.key, .keyClass, .text), (.key, .type, .text), (.key, .isPermanent, .flag): true
        case (.key, .applicationLabel, .text), (.key, .applicationLabel, .data): true
        case (.key, .applicationTag, .text), (.key, .applicationTag, .data): true
        case (.key, .keySizeInBits, .number), (.key, .effectiveKeySize, .number): true
        case (.key, .canEncrypt, .flag), (.key, .canDecrypt, .flag), (.key, .canDerive, .flag): true
        case (.key, .canSign, .flag), (.key, .canVerify, .flag), (.key, .canWrap, .flag), (.key, .canUnwrap, .flag):
            true
        case (.key, _, _): false
        case (_, .account, .text), (_, .account, .data), (_, .description, .text), (_, .comment, .text): true
        case (_, .type, .number), (_, .isInvisible, .flag), (_, .isNegative, .flag): true
        case (.genericPassword, .service, .text), (.genericPassword, .service, .data): true
        case (.genericPassword, .generic, .data): true
        case (.internetPassword, .securityDomain, .text), (.internetPassword, .server, .text): true
        case (.internetPassword, .protocol, .text), (.internetPassword, .authenticationType, .text): true
        case (.internetPassword, .path, .text), (.internetPassword, .port, .number): true
        default: false
        }
    }
}

extension KeychainItem.ItemClass {
    /// The attributes that are part of the primary key, beside access group and synchronization (Apple, "errSecDuplicateItem").
    var primaryKey: [KeychainAttribute] {
        switch self {
        case .genericPassword: [.account, .service]
        case .internetPassword:
            [.account, .securityDomain, .server, .protocol, .authenticationType, .port, .path]
        case .key: [.keyClass, .type, .applicationLabel, .applicationTag, .keySizeInBits, .effectiveKeySize]
        }
    }
}
