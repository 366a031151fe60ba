public import Platform
import StrictJSON

extension DeviceRegistry {
    /// Registers devices whose keys were proved elsewhere, a thousand at once; for a provider that moves to this registry.
    ///
    /// An id that is registered stays as it is. Returns the number of new registrations.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, and the errors of the store; then a part of the devices is registered, and the
    ///   call can be repeated.
    @discardableResult
    public func `import`(
        _ devices: some Sequence<(id: String, key: DevicePublicKey)>, at now: Date = Date()
    ) async throws -> Int {
        var count = 0
        var page: [KeyringChange] = []
        for (id, key) in devices {
            let id = UTF8Text(id)
            try Self.checkID(id)
            var registration = Keyring.forPublicKeys(name: id, role: .device)
            try registration.pin(key, at: now)
            page.append(try KeyringChange(registration, from: nil))
            if page.count == 1000 { count += try await store.add(&page) }
        }
        return try await count + store.add(&page)
    }
}

extension KeyStore {
    /// The keyring of a name and its version, or nil where there is none; without a keyring if what is there is damaged.
    func found(_ name: UTF8Text) async throws -> (keyring: Keyring?, version: String?)? {
        var version: String?
        do {
            guard let stored = try await load(name) else { return nil }
            version = stored.version
            return (try stored.keyring(named: name), version)
        } catch let error as KeyError where error.isDamage {
            return (nil, version)
        }
    }

    /// The next names, in the order of their bytes.
    ///
    /// - Throws: ``KeyError`` with `malformed` for a store that would give the same page again and again.
    func nextNames(after last: UTF8Text?, limit: Int) async throws -> [UTF8Text] {
        let names = try await names(after: last, limit: limit)
        let isNext = names.last.flatMap { end in last.map { $0 < end } } ?? true
        try check(isNext, .malformed, "the store does not list its names in the order of their bytes")
        return names
    }

    /// Keeps new keyrings, and returns how many were not there yet.
    fileprivate func add(_ page: inout [KeyringChange]) async throws -> Int {
        defer { page = [] }
        return try await save(page).count { $0 }
    }
}
