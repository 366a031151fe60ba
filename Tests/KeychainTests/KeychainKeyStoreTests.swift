import Foundation
import KeyManagement
import Keychain
import PhoneKeychain
import PhoneState
import RoundTrip
import Testing

@Suite("Keyrings in the keychain")
struct KeychainKeyStoreTests {
    static let group = "A1B2C3D4E5.com.example.bank.keys"
    static let entitlements = Entitlements(keychainGroups: ["com.example.bank.keys"])

    let phone = Phone(entitlements: Self.entitlements)
    let store = KeychainKeyStore(accessGroup: Self.group)

    @Test("the keychain keeps every law of a store")
    func contract() async {
        let phone = phone
        let contract = KeyStoreContract { KeychainKeyStore(accessGroup: Self.group, service: UUID().uuidString) }
        for violation in await phone.perform({ await contract.run() }) { Issue.record("\(violation)") }
    }

    @Test("one key under two registrations is refused, and the device's own keyring is none")
    func twoRegistrations() throws {
        let device = try Keyring.generate(name: "phone", role: .device)
        let key = try #require(device.primary.devicePublicKey)
        func registration(_ name: UTF8Text) throws -> Keyring {
            var registration = Keyring.forPublicKeys(name: name, role: .device)
            try registration.pin(key)
            return registration
        }
        try phone.perform {
            try store.add(device)
            try store.add(registration("jane"))
            #expect(throws: KeyError.self) { try store.add(registration("zoe")) }
            try store.change("jane") { try $0.retire($0.keys[0].thumbprint, grace: .days(1)) }
        }
        #expect(try phone.perform { try store.names() }.sorted() == ["jane", "phone"])
    }

    @Test("a keyring is one item, readable after the first unlock and on this device only")
    func item() throws {
        let key = try phone.perform { try store.generate("phone", role: .device) }
        let items = phone.keychain
        #expect(items.map(\.account) == ["phone"] && items.map(\.service) == ["com.sealedpush.keyrings"])
        #expect(items.map(\.accessGroup) == [Self.group])
        #expect(items.map(\.accessibility) == [.afterFirstUnlockThisDeviceOnly])
        #expect(items.map(\.isSynchronizable) == [false])
        // Any code of the group finds a JWK Set in the item.
        try phone.perform {
            var found: CFTypeRef?
            let query =
                [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "phone", kSecReturnData: true] as CFDictionary
            #expect(SecItemCopyMatching(query, &found) == errSecSuccess)
            let text = try #require(found as? Data)
            let keyring = try Keyring(KeyringText(copying: [UInt8](text).span), name: "phone")
            #expect(try keyring.primary.id == key.primary.id)
        }
    }

    @Test("the blocking functions have the names and the results of a folder's")
    func steps() throws {
        try phone.perform {
            let made = try store.loadOrMake("phone", role: .device)
            #expect(try store.loadOrMake("phone", role: .device).primary.id == made.primary.id)
            #expect(throws: KeyError.self) { try store.generate("phone", role: .device) }
            #expect(throws: KeyError.self) { try store.loadOrMake("phone", role: .provider) }
            var bank = try Keyring.generate(name: "bank", role: .provider, at: Date(timeIntervalSince1970: 1))
            try store.pin(bank.publicHalf())
            try bank.rotateIfDue()
            try store.pin(bank.publicHalf())
            #expect(try store.publicKeyring("bank").keys.count == 2)
            #expect(try !store.publicKeyring("phone").isSecret)
            #expect(try store.keyring("phone").isSecret)
            #expect(throws: KeyError.self) { try store.loadOrMake("bank", role: .provider) }
            #expect(try store.names() == ["bank", "phone"])
            #expect(try store.rotateIfDue("phone") == nil)
            let later = Date(timeIntervalSinceNow: 1000 * 86400)
            let next = try #require(try store.rotateIfDue("phone", at: later))
            #expect(try store.rotateIfDue("phone", at: later) == nil)
            #expect(try store.keyring("phone").primary.id == next.id)
            struct Abandoned: Error {}
            #expect(throws: Abandoned.self) { try store.change("phone") { _ in throw Abandoned() } }
            try store.remove("phone")
            #expect(throws: KeyError.self) { try store.keyring("phone") }
            #expect(throws: KeyError.self) { try store.remove("phone") }
        }
    }

    @Test("a keyring is written once when it is made or pinned, and then only if it changes")
    func writes() throws {
        func date(_ kind: CFString, of name: String) throws -> Date {
            var found: CFTypeRef?
            let query: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: name, kSecReturnAttributes: true,
            ]
            #expect(SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess)
            return try #require((found as? NSDictionary)?[kind] as? Date)
        }
        try phone.perform {
            try store.loadOrMake("phone", role: .device)
            try store.pin(Keyring.generate(name: "bank", role: .provider).publicHalf())
            #expect(try store.rotateIfDue("phone") == nil)
            for name in ["phone", "bank"] {
                let written = try date(kSecAttrModificationDate, of: name)
                #expect(try written == date(kSecAttrCreationDate, of: name))
            }
            try store.change("phone") { try $0.rotate() }
            #expect(try date(kSecAttrModificationDate, of: "phone") != date(kSecAttrCreationDate, of: "phone"))
        }
    }

    @Test("a store of all groups makes no second keyring of a name")
    func allGroups() throws {
        let phone = Phone(entitlements: Entitlements(keychainGroups: ["com.example.first", "com.example.bank.keys"]))
        try phone.perform {
            let made = try store.generate("phone", role: .device)
            #expect(try KeychainKeyStore().loadOrMake("phone", role: .device).primary.id == made.primary.id)
        }
        #expect(phone.keychain.map(\.accessGroup) == [Self.group])
    }

    @Test("a shared keyring is its own public half")
    func shared() throws {
        try phone.perform {
            let made = try store.generate("members", role: .shared)
            #expect(try store.publicKeyring("members").primary.id == made.primary.id)
        }
    }

    @Test("a keyring is removed once, whatever its version is")
    func removal() async throws {
        try await phone.perform {
            try store.loadOrMake("phone", role: .device)
            #expect(try await store.remove("phone"))
            #expect(try await !store.remove("phone"))
        }
    }

    @Test("before the first unlock there is an error instead of no names")
    func locked() throws {
        _ = try phone.perform { try store.loadOrMake("phone", role: .device) }
        phone.restart()
        phone.perform {
            let error = #expect(throws: KeyError.self) { try store.names() }
            #expect(error?.code == .beforeFirstUnlock)
        }
    }

    @Test("of changes of two processes none is lost")
    func twoProcesses() throws {
        try phone.perform {
            try store.generate("phone", role: .device)
            var calls = 0
            try store.change("phone") { keyring in
                calls += 1
                // Another process is faster, once.
                if calls == 1 { try store.change("phone") { try $0.rotate(grace: .days(1)) } }
                try keyring.rotate(grace: .days(1))
            }
            #expect(calls == 2)
            #expect(try store.keyring("phone").keys.count == 3)
        }
    }

    @Test(
        "a name is ASCII as a folder's",
        arguments: ["", "a/b", "caf\u{E9}", UTF8Text(String(repeating: "n", count: 65)), "a b"])
    func names(name: UTF8Text) {
        phone.perform {
            let error = #expect(throws: KeyError.self) { try store.generate(name, role: .device) }
            #expect(error?.code == .invalidName)
        }
    }

    @Test("a text that was changed without its version is an error, and other programs' items are no keyrings")
    func changedText() throws {
        try phone.perform {
            try store.loadOrMake("phone", role: .device)
            let item = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "phone" as NSString] as CFDictionary
            let other = try Keyring.generate(name: "phone", role: .device).text().withBytes { text in
                Data(text.indices.map { text[$0] })
            }
            #expect(SecItemUpdate(item, [kSecValueData: other as NSData] as CFDictionary) == errSecSuccess)
            let error = #expect(throws: KeyError.self) { try store.change("phone") { _ in } }
            #expect(error?.code == .malformed)
            let foreign: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: "com.sealedpush.keyrings",
                kSecAttrAccount: "a person@example.com", kSecAttrAccessGroup: Self.group,
            ]
            #expect(SecItemAdd(foreign as CFDictionary, nil) == errSecSuccess)
            #expect(try store.names() == ["phone"])
        }
    }

    @Test("an item of another program is an error, never replaced", arguments: [true, false])
    func foreign(hasVersion: Bool) throws {
        var item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: "com.sealedpush.keyrings", kSecAttrAccount: "phone",
            kSecAttrAccessGroup: Self.group, kSecValueData: Data("not a keyring".utf8),
        ]
        if hasVersion { item[kSecAttrGeneric] = Data("version".utf8) }
        phone.perform {
            #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
            let error = #expect(throws: KeyError.self) { try store.loadOrMake("phone", role: .device) }
            #expect(error?.code == .malformed)
        }
        #expect(phone.keychain.count == 1)
    }
}
