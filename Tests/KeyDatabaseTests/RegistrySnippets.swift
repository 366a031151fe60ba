import Foundation
import KeyDatabase
import PushOpener
import PushSealer
import RoundTrip
import Testing

/// The registry's code of Documentation/keys.md, compiled and run as it is printed there; `KeySnippets` compares the two.
@Suite("The examples of a registry run")
struct RegistrySnippets {
    @Test("a provider registers a device, seals to it, and forgets it")
    func registry() async throws {
        let folder = try Folder()
        let databasePath = folder.path()
        let bank = try Keyring.generate(name: "bank", role: .provider)
        var phone = Keyring.forPublicKeys(name: "phone", role: .device)
        let offer = try phone.offer()
        let sealer = try Sealer(from: bank, topic: "com.example.bank")
        let payload = Payload(alert: Alert(title: "Payment received"))
        let report = phone.report(on: offer.key.id, at: Date())
        func answer(_ challenge: KeyChallenge) throws -> KeyAnswer {
            try phone.answer(
                challenge, from: bank.publicHalf(),
                context: EnrolmentContext(topic: "com.example.bank", audience: "device-7"),
                at: Date())
        }
        func print(_ text: String) { Issue.record("a current key has a report") }

        let store = try SQLiteKeyStore(path: databasePath)
        let context = EnrolmentContext(topic: "com.example.bank")
        let registry = try DeviceRegistry(store, provider: bank, context: context)

        let challenge = try await registry.challenge(offer, for: "device-7")  // for the device, which answers it
        let answer = try answer(challenge)
        let confirmation = try await registry.confirm(answer, for: "device-7")  // for the device; the key is in use
        let push = try await sealer.seal(payload, to: registry.recipient(for: "device-7"))

        switch try await registry.receive(report, for: "device-7") {
        case .update, .reRegister: print("ask the device for an offer; until it is confirmed, nothing changes")
        case .wait, .ignore: break
        }
        try await registry.forget("device-7")  // when its user has left

        let keys = try OpeningKeys(device: phone, provider: bank.publicHalf())
        #expect(try Opener(keys: keys, topic: "com.example.bank").open(push.body).payload == payload)
        #expect(try await registry.registrations().isEmpty)
        try phone.finish(confirmation)
    }
}

/// Registrations in a table `keyring (name bytea PRIMARY KEY, text bytea, version bigint, key bytea UNIQUE)`.
actor TableKeyStore: KeyStore {
    private struct NotUnique: Error {}
    private var rows: [UTF8Text: (text: KeyringText, version: Int, key: DevicePublicKey?)] = [:]
    private var lastVersion = 0  // a sequence of the database

    // SELECT name FROM keyring WHERE name > $1 ORDER BY name LIMIT $2
    func names(after name: UTF8Text?, limit: Int) -> [UTF8Text] {
        Array(rows.keys.filter { $0 > name ?? "" }.sorted().prefix(limit))
    }

    // SELECT text, version FROM keyring WHERE name = $1
    func load(_ name: UTF8Text) -> StoredKeyring? {
        rows[name].map { StoredKeyring(text: $0.text, version: String($0.version)) }
    }

    // INSERT … ON CONFLICT DO NOTHING, or UPDATE … WHERE name = $1 AND version = $2; true if a row was written
    func save(_ change: KeyringChange) throws -> Bool {
        guard rows[change.name].map({ String($0.version) }) == change.version else { return false }
        let others = rows.filter { $0.key != change.name }.values
        let isUsed = change.publicKey != nil && others.contains { $0.key == change.publicKey }
        guard !isUsed else { throw NotUnique() }  // the error of the database
        lastVersion += 1
        rows[change.name] = (change.text, lastVersion, change.publicKey)
        return true
    }

    // DELETE FROM keyring WHERE name = $1 AND version = $2; true if a row was deleted
    func remove(_ name: UTF8Text, version: String) -> Bool {
        guard let row = rows[name], String(row.version) == version else { return false }
        rows[name] = nil
        return true
    }
}

@Test("our store keeps the contract")
func contract() async {
    for violation in await KeyStoreContract(make: { TableKeyStore() }).run() { Issue.record("\(violation)") }
}
