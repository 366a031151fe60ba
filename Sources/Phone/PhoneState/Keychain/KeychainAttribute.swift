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
        switch itemClass {
        case .genericPassword: accepts(inGenericPassword: value)
        case .internetPassword: accepts(inInternetPassword: value)
        case .key: accepts(inKey: value)
        }
    }

    private func accepts(inGenericPassword value: KeychainValue) -> Bool {
        switch (self, value) {
        case (.service, .text), (.service, .data), (.generic, .data): true
        default: accepts(inPassword: value)
        }
    }

    private func accepts(inInternetPassword value: KeychainValue) -> Bool {
        switch (self, value) {
        case (.securityDomain, .text), (.server, .text), (.path, .text), (.port, .number): true
        case (.protocol, .text), (.authenticationType, .text): true
        default: accepts(inPassword: value)
        }
    }

    private func accepts(inPassword value: KeychainValue) -> Bool {
        switch (self, value) {
        case (.account, .text), (.account, .data), (.label, .text), (.description, .text), (.comment, .text): true
        case (.creator, .number), (.type, .number), (.isInvisible, .flag), (.isNegative, .flag): true
        case (.creationDate, .date), (.modificationDate, .date): true
        default: false
        }
    }

    private func accepts(inKey value: KeychainValue) -> Bool {
        switch (self, value) {
        case (.keyClass, .text), (.type, .text), (.label, .text): true
        case (.applicationLabel, .text), (.applicationLabel, .data): true
        case (.applicationTag, .text), (.applicationTag, .data): true
        case (.keySizeInBits, .number), (.effectiveKeySize, .number), (.creator, .number): true
        case (.isPermanent, .flag), (.canEncrypt, .flag), (.canDecrypt, .flag), (.canDerive, .flag): true
        case (.canSign, .flag), (.canVerify, .flag), (.canWrap, .flag), (.canUnwrap, .flag): true
        case (.creationDate, .date), (.modificationDate, .date): true
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
