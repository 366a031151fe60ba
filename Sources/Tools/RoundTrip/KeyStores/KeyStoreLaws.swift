import KeyManagement
import Platform
import SealedEnvelope

/// The laws of a store.
extension KeyStoreCheck {
    func addedIsFound() async throws {
        let keyring = try registration("a")
        try await store.add(keyring)
        try await expect(holds(keyring), "what was added is not loaded")
        try await expectCode(.alreadyExists, "a second keyring of a name was added") {
            try await store.add(registration("a"))
        }
        try await expect(holds(keyring), "a refused keyring took the place of the one before")
    }

    func missingIsNil() async throws {
        let version = try registration("a").text().version
        try await expect(store.load("a") == nil, "a store that is empty has a keyring")
        try await expect(store.names(after: nil, limit: 9).isEmpty, "a store that is empty has names")
        try await expect(!store.remove("a", version: version), "a keyring was removed that was never there")
        let change = try KeyringChange(registration("a"), from: version)
        try await expect(!store.save(change), "a keyring was changed that was never there")
        try await expect(store.load("a") == nil, "a refused change was kept")
    }

    func textsAreKept() async throws {
        let key = try EnvelopeText.encode(DeviceKey().publicKey.rawRepresentation)
        let text =
            #"{"keys":[{"kty":"OKP","crv":"X25519","x":"\#(key)","other":"é\u0000 \\ 'x'; --","#
            + #""sealedpush":{"role":"device","state":"pending","created":1,"other":[1.0,null,"𝄞"]}}],"beside":"%_"}"#
        let odd = try Keyring(KeyringText(copying: ContiguousArray(text.utf8).span), name: "odd")
        var large = try registration("large")
        for _ in 0..<400 { try large.pin(DeviceKey().publicKey, at: Date(unixTime: 1)) }
        for keyring in [odd, large] {
            try await store.add(keyring)
            try await expect(holds(keyring), "the text of keyring \(keyring.name) is not what was kept")
        }
    }

    func staleChangeRefused() async throws {
        try await store.add(registration("a"))
        let old = try await loaded("a")
        let newer = try await changed("a")
        var stale = try Keyring(old.text, name: "a")
        try stale.pin(DeviceKey().publicKey, at: Date(unixTime: 3))
        try await expect(!store.save(KeyringChange(stale, from: old.version)), "a change from an old version was kept")
        try await expect(!store.save(KeyringChange(stale, from: nil)), "a new keyring took the place of one")
        try await expect(holds(newer), "a refused change was kept")
    }

    func versionsDiffer() async throws {
        var versions: [[UInt8]] = []
        func note() async throws {
            let version = try await loaded("a").version
            try await expect(version == loaded("a").version, "a keyring that was only read has a new version")
            versions.append(Array(version.utf8))
        }
        try await store.add(registration("a"))
        try await note()
        for _ in 0..<3 {
            _ = try await changed("a")
            try await note()
        }
        try await expect(store.remove("a", version: loaded("a").version), "the newest version was not removed")
        try await store.add(registration("a"))
        try await note()
        try expect(Set(versions).count == versions.count, "two texts have one version")
    }

    func namesInOrder() async throws {
        // UTF-8 orders the last two otherwise than UTF-16 does.
        let names: [UTF8Text] = ["9", "B", "Z", "_", "a", "a-1", "a.b", "ab", "\u{FF5E}", "\u{1D11E}"]
        var kept: [UTF8Text] = []
        for name in names.reversed() where try await added(name) != nil { kept.insert(name, at: 0) }
        try await expect(store.names(after: nil, limit: .max), kept, "all names")
        try await expect(store.names(after: nil, limit: 0), [], "no name")
        for start in [nil, "", "A", "a", "a,", "a-1", "ab", "\u{10FFFF}"] as [UTF8Text?] {
            let later = kept.filter { name in start.map { $0 < name } ?? true }
            for limit in [1, 3, 100] {
                try await expect(
                    store.names(after: start, limit: limit), Array(later.prefix(limit)),
                    "\(limit) names after \(start ?? "none")")
            }
        }
    }

    func namesAreBytes() async throws {
        let names: [UTF8Text] = [
            "name", "Name", "name.", "caf\u{E9}", "cafe\u{301}", "x'; --", "100%", "a/b", "../a",
            UTF8Text(String(repeating: "n", count: 255)),
        ]
        var keyrings: [Keyring] = []
        for name in names {
            do {
                if let keyring = try await added(name) { keyrings.append(keyring) }
            } catch let error as KeyError where error.code == .alreadyExists {
                throw problem("the name \(name) is taken for another one")
            }
        }
        for keyring in keyrings {
            try await expect(holds(keyring), "the keyring named \(keyring.name) is another one's")
        }
        try expect(keyrings.count > 1, "no name is accepted")
    }

    func removedIsGone() async throws {
        try await store.add(registration("a"))
        let other = try registration("b")
        try await store.add(other)
        let old = try await loaded("a")
        try await expect(store.remove("a", version: old.version), "the newest version was not removed")
        try await expect(store.load("a") == nil, "a removed keyring is loaded")
        try await expect(store.names(after: nil, limit: 9), ["b"], "the names after a removal")
        try await expect(!store.remove("a", version: old.version), "a keyring was removed twice")
        let revived = try KeyringChange(Keyring(old.text, name: "a"), from: old.version)
        try await expect(!store.save(revived), "a change brought a removed keyring back")
        let keyring = try registration("a")
        try await store.add(keyring)
        for keyring in [keyring, other] {
            try await expect(holds(keyring), "keyring \(keyring.name) is not what was kept after a removal")
        }
    }

    func staleRemovalRefused() async throws {
        try await store.add(registration("a"))
        let old = try await loaded("a")
        let newer = try await changed("a")
        try await expect(!store.remove("a", version: old.version), "a removal of an old version was made")
        try await expect(holds(newer), "a refused removal was made")
    }

    func concurrentAddsKeepOne() async throws {
        for round in 0..<5 {
            let keyrings = try (0..<8).map { _ in try registration("a\(round)") }
            let kept = try await withThrowingTaskGroup { group in
                for keyring in keyrings {
                    group.addTask { try await store.save(KeyringChange(keyring, from: nil)) ? keyring : nil }
                }
                return try await group.reduce(into: [Keyring]()) { kept, keyring in keyring.map { kept.append($0) } }
            }
            try expect(kept.count == 1, "\(kept.count) of 8 keyrings were added by one name at once")
            try await expect(holds(kept[0]), "another keyring is kept than the call says")
        }
    }

    func concurrentChangesAreKept() async throws {
        try await store.add(registration("a"))
        let keys = try (0..<32).map { _ in try DeviceKey().publicKey }
        try await withThrowingTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for key in keys[(task * 4)..<(task * 4 + 4)] {
                        try await store.change(named: "a") { try $0.pin(key, at: Date(unixTime: 2)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let found = Set(try await store.keyring(named: "a").keys.map(\.thumbprint))
        let lost = keys.filter { !found.contains($0.thumbprint) }.count
        try expect(lost == 0, "\(lost) of 32 changes are lost")
    }

    func batchIsAsSingle() async throws {
        try await expect(store.save([]).isEmpty, "no change has a result")
        try await store.add(registration("taken"))
        let old = try await loaded("taken")
        let newest = try await changed("taken")
        let added = try ["x", "y"].map { try registration($0) }
        let stale = try KeyringChange(Keyring(old.text, name: "taken"), from: old.version)
        let results = try await store.save([
            KeyringChange(added[0], from: nil), stale, KeyringChange(registration("taken"), from: nil),
            KeyringChange(added[1], from: nil),
        ])
        try expect(results == [true, false, false, true], "the results are \(results), expected two of four changes")
        for keyring in added + [newest] {
            try await expect(holds(keyring), "keyring \(keyring.name) is not what was kept")
        }
    }

    func keysAreOfOneName() async throws {
        let key = try DeviceKey().publicKey
        let keyrings = try (["a", "b", "c"] as [UTF8Text]).map { name in
            var keyring = Keyring.forPublicKeys(name: name, role: .device)
            try keyring.pin(key, state: name == "b" ? .pending : .active, at: Date(unixTime: 1))
            return keyring
        }
        // One that is not in use yet has no key.
        for keyring in keyrings.prefix(2) { try await store.add(keyring) }
        for attempt in 0..<2 {
            do {
                if attempt == 0 {
                    try await store.add(keyrings[2])
                } else {
                    try await store.change(named: "b") { try $0.activate(key.thumbprint, at: Date(unixTime: 2)) }
                }
            } catch {
                continue
            }
            throw problem("two keyrings have one device key in use")
        }
        try await expect(store.load("c") == nil, "a refused keyring was kept")
        try await expect(holds(keyrings[1]), "a refused change was kept")
        try await store.change(named: "a") { try $0.revoke(key.thumbprint, at: Date(unixTime: 3)) }
        try await store.change(named: "b") { try $0.activate(key.thumbprint, at: Date(unixTime: 4)) }
    }

    func secretsAreWholeOrRefused() async throws {
        let keyring = try Keyring.generate(name: "a", role: .device)
        do {
            try await store.add(keyring)
            try await expect(holds(keyring), "a keyring with secrets is not what was kept")
        } catch let error as KeyError where error.code == .unexpectedSecret {
            try await expect(store.load("a") == nil, "a refused keyring was kept")
        }
    }
}
