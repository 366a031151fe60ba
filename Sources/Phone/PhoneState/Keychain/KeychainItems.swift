import Foundation

/// The items of a keychain, and the rules by which code reads and changes them.
///
/// It has at most 1,000 items and 4 MiB of values and attributes, other than a phone's, so that an extension cannot fill its host's memory.
struct KeychainItems {
    private static let maximumCount = 1000
    private static let maximumByteCount = 4 << 20

    private(set) var items: [KeychainItem]

    init(_ items: [KeychainItem] = []) { self.items = items }

    mutating func answer(
        _ request: KeychainRequest, _ entitlements: Entitlements, while state: Phone.LockState
    ) -> KeychainReply {
        do throws(KeychainStatus) {
            switch request {
            case .add(let attributes): return try add(KeychainQuery(attributes), entitlements, state)
            case .copy(let query): return try copy(KeychainQuery(query), entitlements, state)
            case .update(let query, let changes):
                let query = try KeychainQuery(query)
                let changes = try KeychainQuery(changes, changing: query.itemClass)
                try update(query, to: changes, entitlements, state)
            case .delete(let query): try delete(KeychainQuery(query), entitlements, state)
            }
            return KeychainReply(status: .success)
        } catch {
            return KeychainReply(status: error)
        }
    }

    private mutating func add(
        _ query: KeychainQuery, _ entitlements: Entitlements, _ state: Phone.LockState
    ) throws(KeychainStatus) -> KeychainReply {
        guard query.limit == nil, let isSynchronizable = query.isSynchronizable else {
            throw .parameter
        }
        guard let group = query.accessGroup ?? entitlements.accessGroups.first else { throw .missingEntitlement }
        try Self.require(group, entitlements)
        let now = Date()
        var item = KeychainItem(
            itemClass: query.itemClass, accessGroup: group, accessibility: query.accessibility ?? .whenUnlocked,
            isSynchronizable: isSynchronizable,
            attributes: query.attributes, value: query.value ?? Data())
        item.attributes[.creationDate] = item.attributes[.creationDate] ?? .date(now)
        item.attributes[.modificationDate] = item.attributes[.modificationDate] ?? .date(now)
        try Self.requireUse(of: item, state)
        guard !items.contains(where: { $0.primaryKey == item.primaryKey }) else { throw .duplicateItem }
        try Self.requireRoom(for: items + [item])
        items.append(item)
        return KeychainReply(status: .success, items: [query.result(item)].compactMap { $0 })
    }

    private func copy(
        _ query: KeychainQuery, _ entitlements: Entitlements, _ state: Phone.LockState
    ) throws(KeychainStatus) -> KeychainReply {
        let limit = query.limit ?? 1
        let found = try indices(query, entitlements, state, limit: limit).map { items[$0] }
        return KeychainReply(status: .success, items: found.compactMap(query.result), isList: limit > 1)
    }

    private mutating func update(
        _ query: KeychainQuery, to changes: KeychainQuery, _ entitlements: Entitlements, _ state: Phone.LockState
    ) throws(KeychainStatus) {
        guard !query.returnsData, !query.returnsAttributes, query.limit == nil || query.limit == .max,
            !changes.returnsData, !changes.returnsAttributes, changes.limit == nil
        else { throw .parameter }
        if let group = changes.accessGroup { try Self.require(group, entitlements) }
        var changed = items
        let found = try indices(query, entitlements, state)
        for index in found {
            var item = changed[index]
            item.attributes.merge(changes.attributes) { $1 }
            item.attributes[.modificationDate] = changes.attributes[.modificationDate] ?? .date(Date())
            item.accessGroup = changes.accessGroup ?? item.accessGroup
            item.accessibility = changes.accessibility ?? item.accessibility
            if changes.hasSynchronizable {
                guard let isSynchronizable = changes.isSynchronizable else { throw .parameter }
                item.isSynchronizable = isSynchronizable
            }
            item.value = changes.value ?? item.value
            try Self.requireUse(of: item, state)
            changed[index] = item
        }
        guard Set(changed.map(\.primaryKey)).count == changed.count else { throw .duplicateItem }
        try Self.requireRoom(for: changed)
        items = changed
    }

    private mutating func delete(
        _ query: KeychainQuery, _ entitlements: Entitlements, _ state: Phone.LockState
    ) throws(KeychainStatus) {
        guard query.limit == nil || query.limit == .max else { throw .parameter }
        let found = Set(try indices(query, entitlements, state))
        items = items.indices.filter { !found.contains($0) }.map { items[$0] }
    }

    /// The items that match a query, of the groups that the caller may use; throws if there is none or one cannot be used.
    private func indices(
        _ query: KeychainQuery, _ entitlements: Entitlements, _ state: Phone.LockState, limit: Int = .max
    ) throws(KeychainStatus) -> [Int] {
        if let group = query.accessGroup { try Self.require(group, entitlements) }
        let found = items.indices.filter {
            query.matches(items[$0]) && Self.mayUse(items[$0].accessGroup, entitlements)
        }.prefix(limit)
        guard !found.isEmpty else { throw .itemNotFound }
        for index in found { try Self.requireUse(of: items[index], state) }
        return Array(found)
    }

    private static func mayUse(_ group: String, _ entitlements: Entitlements) -> Bool {
        entitlements.accessGroups.contains { $0.utf8.elementsEqual(group.utf8) }
    }

    private static func require(_ group: String, _ entitlements: Entitlements) throws(KeychainStatus) {
        guard mayUse(group, entitlements) else { throw .missingEntitlement }
    }

    private static func requireRoom(for items: [KeychainItem]) throws(KeychainStatus) {
        let byteCount = items.reduce(0) { $0 + $1.byteCount }
        guard items.count <= maximumCount, byteCount <= maximumByteCount else { throw .noMemory }
    }

    /// Checks that an item can be decrypted, and that it is not synchronized although it must stay on the device.
    private static func requireUse(of item: KeychainItem, _ state: Phone.LockState) throws(KeychainStatus) {
        guard !item.isSynchronizable || !item.accessibility.isThisDeviceOnly else { throw .parameter }
        guard item.accessibility.allowsUse(while: state) else { throw .interactionNotAllowed }
    }
}
