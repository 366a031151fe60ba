public import Platform
public import StrictJSON

/// A provider's registrations: the key of each device by the app's own id, enrolled, sealed to, and forgotten.
///
/// A registration is a keyring of the device's public keys and their chains in a ``KeyStore``; several processes may use one store. An id names an
/// installation of the app. It has 1 to 255 bytes of UTF-8 without control characters; a ``KeyDirectory`` takes only the names that
/// it has for keyrings. Two ids are the same if their bytes are.
public struct DeviceRegistry: Sendable {
    let store: any KeyStore
    private let provider: KeyringFollower<Keyring>
    private let context: EnrolmentContext
    private let lifetime: Int

    /// Makes a registry over a store, with the provider's keyring, whose primary key authenticates challenges, and the topic and the
    /// audience that pushes are sealed for; `lifetime` is the longest life of a push, 1 to 30 days.
    ///
    /// A keyring that was read from a ``KeyDirectory`` or another ``KeyStore`` is followed, as a `Sealer` follows it: after a rotation
    /// the new key authenticates challenges.
    ///
    /// - Throws: ``KeyError`` with `wrongRole` or `wrongHalf`, and `malformed` for another lifetime.
    public init(
        _ store: any KeyStore, provider: Keyring, context: EnrolmentContext = EnrolmentContext(), lifetime: Int = 7,
        refresh: RefreshPolicy = RefreshPolicy()
    ) throws(KeyError) {
        try Chain.check(lifetime)
        self.provider = try KeyringFollower(provider, policy: refresh) { keyring throws(KeyError) in
            try keyring.require(.provider)
            try check(keyring.isSecret, .wrongHalf, "keyring \(keyring.name) holds only the public half")
            return keyring
        }
        (self.store, self.context, self.lifetime) = (store, context, lifetime)
    }

    /// Challenges a device to agree on a chain for the key that it offers, and registers the device if it is new.
    ///
    /// A key that is enrolled already stays in use until the new one is confirmed. The audience is the context's or, if that has none,
    /// the id: an answer for another registration is worth nothing. The answer must arrive within 10 minutes.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `wrongState` for a key that is registered already, `cannotOpen` for a worthless offer,
    ///   `providerUnavailable`, and the errors of the store.
    public func challenge(
        _ offer: KeyOffer, for id: UTF8Text, audience: String? = nil, at now: Date = Date()
    ) async throws -> KeyChallenge {
        try Self.checkID(id)
        let context = EnrolmentContext(
            topic: context.topic.string, audience: audience ?? (context.audience ?? id).string)
        let key = try currentKey(pinnedVersion: offer.pinnedVersion, at: now)
        // A registration that cannot be read is replaced.
        if try await registration(of: id)?.state == .damaged { try await forget(id) }
        return try await store.change(named: id, orMake: .forPublicKeys(name: id, role: .device)) { registration in
            try registration.challenge(offer, from: key, context: context, lifetime: lifetime, at: now)
        }
    }

    /// Verifies a device's answer, brings its key into use, and returns the confirmation for the device; a key that was in use retires.
    ///
    /// - Throws: ``KeyError`` with `notFound` for an id without a registration, `noChallenge`, `tooLate`, `wrongAnswer` or
    ///   `wrongState`, and the errors of the store; then nothing changes.
    @discardableResult
    public func confirm(_ answer: KeyAnswer, for id: UTF8Text, at now: Date = Date()) async throws -> KeyConfirmation {
        try Self.checkID(id)
        return try await store.change(named: id) { try $0.confirm(answer, at: now) }
    }

    /// The recipient of a push: the device's key with its chain, and the version of the provider's published set that it has pinned.
    ///
    /// - Throws: ``KeyError`` with `notFound`, or `noActiveKey` for a device that has not answered its challenge or whose keys
    ///   were revoked, and the errors of the store.
    public func recipient(for id: UTF8Text) async throws -> Recipient {
        try Self.checkID(id)
        guard let registration = try await store.load(id)?.keyring(named: id) else {
            throw KeyError(.notFound, "no device is registered by this id")
        }
        return try registration.recipient
    }

    /// Takes in a device's report and returns the action for the provider.
    ///
    /// A report on the device's key changes nothing by itself. After `reRegister` and `update`, ask the device for a new offer; its
    /// registration stays in use until the new key is confirmed. A device without a registration is to be enrolled: `reRegister`.
    /// From a report on the provider's key the registration keeps which set the device has pinned, for ``recipient(for:)``.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `providerUnavailable`, and the errors of the store.
    @discardableResult
    public func receive(_ report: KeyReport, for id: UTF8Text, at now: Date = Date()) async throws -> KeyReport.Action {
        try Self.checkID(id)
        guard report.subject == .sender else {
            return try await store.found(id)?.keyring?.action(on: report) ?? .reRegister
        }
        try await take(report.pinnedVersion, of: id)
        var keyring = try currentProvider()
        // The device may have met a new key before this process has.
        if keyring.action(on: report) == .ignore { keyring = try currentProvider(readsNow: true) }
        return keyring.action(on: report)
    }

    /// Keeps the version of the set that a device says to have pinned, if it is registered.
    func take(_ pinnedVersion: Int?, of id: UTF8Text) async throws {
        try Self.checkID(id)
        guard let registration = try await store.found(id)?.keyring, registration.isRegistration,
            registration.pinnedVersion != pinnedVersion
        else { return }
        try await store.change(named: id) { $0.pinnedVersion = pinnedVersion }
    }

    /// Removes a device's registration, and returns whether there was one: when its user has left.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, `wrongRole` or `wrongHalf` for a keyring of the store that is no registration,
    ///   and the errors of the store.
    @discardableResult
    public func forget(_ id: UTF8Text) async throws -> Bool {
        try Self.checkID(id)
        while let found = try await store.found(id) {
            try Task.checkCancellation()
            try found.keyring?.requireRegistration()
            // A store that does not give the text, such as a folder, may have a damaged keyring of one's own there.
            guard let version = found.version else {
                throw KeyError(.malformed, "what is stored under this id cannot be read; remove it from the store")
            }
            if try await store.remove(id, version: version) { return true }
        }
        return false
    }

    /// The registration of a device, or nil where there is none; other keyrings of the store are none.
    ///
    /// - Throws: ``KeyError`` with `invalidName`, and the errors of the store.
    public func registration(of id: UTF8Text) async throws -> Registration? {
        try Self.checkID(id)
        guard let found = try await store.found(id) else { return nil }
        guard let keyring = found.keyring else { return Registration(damaged: id) }
        return keyring.isRegistration ? Registration(id, keyring) : nil
    }

    /// A page of registrations in the order of the ids' UTF-8 bytes: those after an id, or the first ones.
    ///
    /// It has as many as there are, `limit` at most: an empty one is behind the last registration.
    ///
    /// - Throws: The errors of the store.
    public func registrations(after id: UTF8Text? = nil, limit: Int = 1000) async throws -> [Registration] {
        var page: [Registration] = []
        var last = id
        while page.count < limit {
            let names = try await store.nextNames(after: last, limit: limit - page.count)
            guard let end = names.last else { break }
            for name in names where (try? Self.checkID(name)) != nil {
                // Another process may have removed it in the meantime.
                if let registration = try await registration(of: name) { page.append(registration) }
            }
            last = end
        }
        return page
    }

    /// The provider's keyring; with `readsNow`, as it is in its folder now.
    func currentProvider(readsNow: Bool = false) throws(KeyError) -> Keyring {
        do throws(KeyError) {
            return try provider.current(readsNow: readsNow)
        } catch {
            throw KeyError(.providerUnavailable, error.reason)
        }
    }

    /// The key that authenticates a challenge to a device that has pinned a set.
    private func currentKey(pinnedVersion: Int?, at now: Date) throws(KeyError) -> ProviderKey {
        let keyring = try currentProvider()
        do throws(KeyError) {
            return try SigningKeys(keyring).key(pinnedVersion: pinnedVersion, at: now)
        } catch {
            throw KeyError(.providerUnavailable, "keyring \(keyring.name) has no active key with its secret")
        }
    }

    /// Refuses ids that are no names, or that could forge a line of a log.
    static func checkID(_ id: UTF8Text) throws(KeyError) {
        try check(
            (1...255).contains(id.string.utf8.count), .invalidName,
            "an id has 1 to 255 bytes, not \(id.string.utf8.count)")
        let separators: Set<Unicode.GeneralCategory> = [.control, .lineSeparator, .paragraphSeparator]
        let endsLine = id.string.unicodeScalars.contains { separators.contains($0.properties.generalCategory) }
        try check(!endsLine, .invalidName, "an id has no control characters or line separators")
    }
}

extension Keyring {
    var isRegistration: Bool { role == .device && !isSecret }

    /// Refuses a keyring of one's own in the same store.
    fileprivate func requireRegistration() throws(KeyError) {
        try require(.device)
        try check(!isSecret, .wrongHalf, "keyring \(name) holds the secrets of its own keys and is no registration")
    }

    /// The key that pushes to the device are sealed to.
    var deviceKey: DevicePublicKey {
        get throws(KeyError) {
            try require(.device)
            guard let key = try primary.devicePublicKey else {
                throw KeyError(.wrongRole, "keyring \(name) holds no device keys")
            }
            return key
        }
    }

    /// The recipient of pushes to the device of this registration.
    ///
    /// - Throws: ``KeyError`` with `noActiveKey` or `wrongRole`.
    package var recipient: Recipient {
        get throws(KeyError) { Recipient(try deviceKey, pinnedVersion: pinnedVersion) }
    }
}
