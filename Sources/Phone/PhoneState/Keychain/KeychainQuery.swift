import Foundation

/// A call of one of the four functions of the keychain, with dictionaries by the values of Apple's constants.
package enum KeychainRequest: Sendable, Codable {
    case add([String: KeychainValue])
    case copy([String: KeychainValue])
    case update([String: KeychainValue], to: [String: KeychainValue])
    case delete([String: KeychainValue])
}

/// The result of a call: a status, and the items as far as the query asks for them.
package struct KeychainReply: Sendable, Codable {
    package var status: KeychainStatus
    package var items: [[String: KeychainValue]] = []
    /// Whether the caller gets an array.
    package var isList = false
}

/// The result codes that the keychain of a phone returns, with Apple's numbers.
package enum KeychainStatus: Int32, Error, Sendable, Codable {
    case success = 0
    case parameter = -50
    case noMemory = -108
    case duplicateItem = -25299
    case itemNotFound = -25300
    case interactionNotAllowed = -25308
    case missingEntitlement = -34018
}

/// The dictionary of a call, checked.
struct KeychainQuery {
    var attributes: [KeychainAttribute: KeychainValue] = [:]
    var accessGroup: String?
    var accessibility: KeychainItem.Accessibility?
    /// Nil for `kSecAttrSynchronizableAny`.
    var isSynchronizable: Bool? = false
    var value: Data?
    var returnsData = false
    var returnsAttributes = false
    /// The value of `kSecMatchLimit`; nil if the query has none.
    var limit: Int?
    let itemClass: KeychainItem.ItemClass
    var hasSynchronizable = false

    /// Checks the dictionary of a query or of a new item; throws `parameter` for a key or a value that Apple's pages do not list
    /// for its class.
    init(_ members: [String: KeychainValue]) throws(KeychainStatus) {
        guard let itemClass = members["class"]?.text.flatMap({ KeychainItem.ItemClass(rawValue: $0) }) else {
            throw .parameter
        }
        try self.init(members.filter { !$0.key.utf8.elementsEqual("class".utf8) }, changing: itemClass)
    }

    /// Checks the changes of items of a class.
    init(_ members: [String: KeychainValue], changing itemClass: KeychainItem.ItemClass) throws(KeychainStatus) {
        self.itemClass = itemClass
        for (name, value) in members { try take(name, value) }
    }

    private mutating func take(_ name: String, _ value: KeychainValue) throws(KeychainStatus) {
        switch (name, value) {
        case ("agrp", .text(let group)): accessGroup = group
        case ("pdmn", .text(let name)):
            guard let found = KeychainItem.Accessibility(rawValue: name) else { throw .parameter }
            accessibility = found
        case ("sync", .flag(let flag)): (isSynchronizable, hasSynchronizable) = (flag, true)
        case ("sync", .text("syna")): (isSynchronizable, hasSynchronizable) = (nil, true)
        case ("v_Data", .data(let data)): self.value = data
        case ("r_Data", .flag(let flag)): returnsData = flag
        case ("r_Attributes", .flag(let flag)): returnsAttributes = flag
        case ("m_Limit", .text("m_LimitOne")): limit = 1
        case ("m_Limit", .text("m_LimitAll")): limit = .max
        case ("m_Limit", .number(let number)) where number > 0: limit = Int(clamping: number)
        // A phone has only the keychain that this key asks for.
        case ("nleg", .flag): break
        default:
            guard let attribute = KeychainAttribute(rawValue: name), attribute.accepts(value, in: itemClass)
            else { throw .parameter }
            attributes[attribute] = value
        }
    }

    /// Whether an item has the attributes of the query; a value in the query is not compared.
    func matches(_ item: KeychainItem) -> Bool {
        itemClass == item.itemClass && attributes.allSatisfy { item.attributes[$0.key] == $0.value }
            && (accessibility == nil || item.accessibility == accessibility)
            && (isSynchronizable == nil || item.isSynchronizable == isSynchronizable)
            && accessGroup.map { KeychainValue.text($0) == .text(item.accessGroup) } != false
    }

    /// An item as the caller gets it; nil if the query asks for nothing.
    func result(_ item: KeychainItem) -> [String: KeychainValue]? {
        guard returnsData || returnsAttributes else { return nil }
        var members: [String: KeychainValue] = [:]
        if returnsAttributes {
            for (attribute, value) in item.attributes { members[attribute.rawValue] = value }
            members["class"] = .text(itemClass.rawValue)
            members["agrp"] = .text(item.accessGroup)
            members["pdmn"] = .text(item.accessibility.rawValue)
            members["sync"] = .flag(item.isSynchronizable)
        }
        if returnsData { members["v_Data"] = .data(item.value) }
        return members
    }
}
