public import Foundation
import PhoneState

// Apple's functions for passwords and for keys as data, on the keychain of `Phone.current`.

/// Adds an item.
///
/// The result is an object as the query's `kSecReturnData` and `kSecReturnAttributes` ask for it.
@discardableResult
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let attributes = members(of: attributes) else { return errSecParam }
    return unsafe finish(.add(attributes), result)
}

/// Finds items, and returns their data or attributes.
@discardableResult
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let query = members(of: query) else { return errSecParam }
    return unsafe finish(.copy(query), result)
}

/// Changes the items that match a query.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    guard let query = members(of: query), let changes = members(of: attributesToUpdate), !changes.isEmpty else {
        return errSecParam
    }
    return finish(.update(query, to: changes), nil)
}

/// Removes the items that match a query.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    guard let query = members(of: query) else { return errSecParam }
    return finish(.delete(query), nil)
}

private func finish(_ request: KeychainRequest, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard case .keychain(let reply) = Phone.current.answer(.keychain(request)) else { return errSecNotAvailable }
    guard reply.status == .success else { return reply.status.rawValue }
    if let result = unsafe result {
        let objects = reply.items.map(object)
        unsafe result.pointee = reply.isList && !objects.isEmpty ? NSArray(array: objects) : objects.first
    }
    return errSecSuccess
}

/// The members of a dictionary; nil if a key or value has a type that no query has.
private func members(of dictionary: CFDictionary) -> [String: KeychainValue]? {
    var members: [String: KeychainValue] = [:]
    for (key, value) in dictionary {
        guard let name = key as? String, let value = KeychainValue(value) else { return nil }
        members[name] = value
    }
    return members
}

/// An item as an object: only its data, or a dictionary.
private func object(_ item: [String: KeychainValue]) -> AnyObject {
    if item.count == 1, let value = item["v_Data"] { return value.object }
    let dictionary = NSMutableDictionary()
    for (name, value) in item { dictionary[NSString(string: name)] = value.object }
    return dictionary.copy() as AnyObject
}

extension KeychainValue {
    fileprivate init?(_ object: Any) {
        switch object {
        case let text as String: self = .text(text)
        case let data as Data: self = .data(data)
        case let date as Date: self = .date(date)
        case let number as NSNumber: self = Self.isFlag(number) ? .flag(number.boolValue) : .number(number.int64Value)
        default: return nil
        }
    }

    /// Whether a number is one of the two objects for booleans.
    private static func isFlag(_ number: NSNumber) -> Bool {
        number === NSNumber(value: true) || number === NSNumber(value: false)
    }

    fileprivate var object: AnyObject {
        switch self {
        case .text(let text): NSString(string: text)
        case .data(let data): NSData(data: data)
        case .flag(let flag): NSNumber(value: flag)
        case .number(let number): NSNumber(value: number)
        case .date(let date): date as NSDate
        }
    }
}
