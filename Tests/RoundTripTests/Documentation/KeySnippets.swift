import Foundation
import KeyDatabase
import PushOpener
import PushSealer
import RoundTrip
import Testing

/// The code of Documentation/keys.md, compiled and run as it is printed there.
@Suite("The examples of keys.md run")
struct KeySnippets {
    let keyFolder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    @Test("a device rotates its key, and pins a provider")
    func states() throws {
        defer { try? FileManager.default.removeItem(atPath: keyFolder) }
        let bank = try Keyring.generate(name: "bank", role: .provider).publicHalf()
        let stolen = try bank.primary.thumbprint

        let directory = KeyDirectory(keyFolder)
        let now = WallClock.system.now
        try directory.generate("phone", role: .device)
        try directory.change("phone") { try $0.prepare(at: now) }  // announces the next key
        try directory.change("phone") { try $0.rotate(grace: .days(7), at: now) }  // makes it the primary key
        try directory.change("phone") { try $0.eraseEndedSecrets(at: now) }
        for warning in try directory.keyring("phone").warnings(at: now) { print(warning) }

        var providers = Keyring.forPublicKeys(name: "providers", role: .provider)  // on the device
        try providers.pin(bank, at: now)  // again after each rotation of the bank
        try directory.add(providers)
        try directory.change("providers") { try $0.revoke(stolen, at: now) }

        let states = try directory.keyring("phone").keys.map(\.state.name)
        #expect(states == ["retiring", "active"])
        #expect(try directory.keyring("providers").keys.map(\.state) == [.revoked])
    }

    @Test("a device reports a key that it never had")
    func reports() throws {
        let provider = try Keyring.generate(name: "bank", role: .provider)
        let phone = try Keyring.generate(name: "phone", role: .device)
        let other = try Keyring.generate(name: "other", role: .device)
        var registration = Keyring.forPublicKeys(name: "jane", role: .device)
        let now = WallClock.system.now
        try registration.pin(other.offer().key, at: now)
        let openingKeys = try OpeningKeys(device: phone, provider: provider.publicHalf())
        let sealer = try Sealer(from: provider, topic: "com.example.bank")
        let opener = try Opener(keys: openingKeys, topic: "com.example.bank")
        let payload = Payload(alert: Alert(title: "Payment received"))
        let push = try opener.open(sealer.seal(payload, to: phone.offer().key).body)
        var printed: [KeyReport.Action] = []
        func print(_ action: KeyReport.Action) { printed.append(action) }

        let wrong = try sealer.seal(payload, to: other.offer().key).body
        do throws(Refusal) {
            _ = try opener.open(wrong)
        } catch {
            let refusal = error

            let report = openingKeys.report(on: refusal, at: now)  // for a push that was refused
            let reports = openingKeys.reports(on: push, at: now)  // for a push that opened
            if let report { print(registration.action(on: report)) }  // on the provider

            #expect(reports.isEmpty)
        }
        #expect(printed == [.reRegister])
    }

    @Test("a provider registers a device, seals to it, and forgets it")
    func registry() async throws {
        defer { try? FileManager.default.removeItem(atPath: keyFolder) }
        try FileManager.default.createDirectory(atPath: keyFolder, withIntermediateDirectories: false)
        let databasePath = keyFolder + "/devices.sqlite"
        let bank = try Keyring.generate(name: "bank", role: .provider)
        let phone = try Keyring.generate(name: "phone", role: .device)
        let offer = try phone.offer()
        let sealer = try Sealer(from: bank, topic: "com.example.bank")
        let payload = Payload(alert: Alert(title: "Payment received"))
        let report = phone.report(on: offer.key.id, at: WallClock.system.now)
        func answer(_ challenge: KeyChallenge) throws -> KeyAnswer {
            try phone.answer(
                challenge, from: bank.publicHalf(), context: EnrolmentContext(topic: "com.example.bank"),
                at: WallClock.system.now)
        }
        func print(_ text: String) { Issue.record("a current key has a report") }

        let store = try SQLiteKeyStore(path: databasePath)
        let context = EnrolmentContext(topic: "com.example.bank")
        let registry = try DeviceRegistry(store, provider: bank, context: context)

        let challenge = try await registry.challenge(offer, for: "device-7")  // for the device, which answers it
        let answer = try answer(challenge)
        try await registry.confirm(answer, for: "device-7")  // the key is in use, and the one before retires
        let push = try await sealer.seal(payload, to: registry.key(for: "device-7"))

        switch try await registry.receive(report, for: "device-7") {
        case .update, .reRegister: print("ask the device for an offer; until it is confirmed, nothing changes")
        case .wait, .ignore: break
        }
        try await registry.forget("device-7")  // after status 410

        let keys = try OpeningKeys(device: phone, provider: bank.publicHalf())
        #expect(try Opener(keys: keys, topic: "com.example.bank").open(push.body).payload == payload)
        #expect(try await registry.registrations().isEmpty)
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        func lines(_ file: URL) throws -> [String] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let source = try lines(URL(filePath: #filePath))
        let page = try lines(TestNames.root.appending(path: "Documentation/keys.md"))
        let examples = page.split { $0.hasPrefix("```") }.filter { example in
            example.startIndex > 0 && page[example.startIndex - 1] == "```swift"
        }
        #expect(examples.count == 4)
        for line in examples.joined() where !line.isEmpty { #expect(source.contains(line), "not compiled: \(line)") }
    }
}

/// Registrations in a table `keyring (name bytea PRIMARY KEY, text bytea, version bigint)`.
actor TableKeyStore: KeyStore {
    private var rows: [[UInt8]: (text: KeyringText, version: Int)] = [:]
    private var lastVersion = 0  // a sequence of the database

    // SELECT name FROM keyring WHERE name > $1 ORDER BY name LIMIT $2
    func names(after name: String?, limit: Int) -> [String] {
        let start = Array((name ?? "").utf8)
        let names = rows.keys.filter { start.lexicographicallyPrecedes($0) }.sorted { $0.lexicographicallyPrecedes($1) }
        return names.prefix(limit).map { String(decoding: $0, as: UTF8.self) }
    }

    // SELECT text, version FROM keyring WHERE name = $1
    func load(_ name: String) -> StoredKeyring? {
        rows[Array(name.utf8)].map { StoredKeyring(text: $0.text, version: String($0.version)) }
    }

    // INSERT … ON CONFLICT DO NOTHING, or UPDATE … WHERE name = $1 AND version = $2; true if a row was written
    func save(_ change: KeyringChange) -> Bool {
        let name = Array(change.name.utf8)
        guard rows[name].map({ String($0.version) }) == change.version else { return false }
        lastVersion += 1
        rows[name] = (change.text, lastVersion)
        return true
    }

    // DELETE FROM keyring WHERE name = $1 AND version = $2; true if a row was deleted
    func remove(_ name: String, version: String) -> Bool {
        let name = Array(name.utf8)
        guard let row = rows[name], String(row.version) == version else { return false }
        rows[name] = nil
        return true
    }
}

@Test("our store keeps the contract")
func contract() async {
    for violation in await KeyStoreContract(make: { TableKeyStore() }).run() { Issue.record("\(violation)") }
}
