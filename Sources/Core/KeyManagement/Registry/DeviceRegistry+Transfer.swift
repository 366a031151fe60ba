public import Platform

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
            try Self.checkID(id)
            var registration = Keyring.forPublicKeys(name: id, role: .device)
            try registration.pin(key, at: now)
            page.append(try KeyringChange(registration, from: nil))
            if page.count == 1000 { count += try await store.add(&page) }
        }
        return try await count + store.add(&page)
    }

    /// Copies all registrations into another store, a thousand at once, and returns how many are new there.
    ///
    /// An id that is registered there stays as it is.
    ///
    /// - Throws: The errors of the stores; then a part is copied, and the call can be repeated.
    @discardableResult
    public func export(to other: any KeyStore) async throws -> Int {
        var count = 0
        var last: String?
        while true {
            let names = try await store.names(after: last, limit: 1000)
            guard let end = names.last else { return count }
            // A store whose names are no UTF-8 would give the same page again and again.
            let isNext = last.map { $0.utf8.lexicographicallyPrecedes(end.utf8) } ?? true
            try check(isNext, .malformed, "the store does not list its names in the order of their bytes")
            var page: [KeyringChange] = []
            for name in names {
                guard let stored = try await store.load(name) else { continue }
                let keyring = try stored.keyring(named: name)
                guard keyring.isRegistration else { continue }
                page.append(try KeyringChange(keyring, named: name, from: nil))
            }
            count += try await other.add(&page)
            last = end
        }
    }
}

extension KeyStore {
    /// Keeps new keyrings, and returns how many were not there yet.
    fileprivate func add(_ page: inout [KeyringChange]) async throws -> Int {
        defer { page = [] }
        return try await save(page).count { $0 }
    }
}
