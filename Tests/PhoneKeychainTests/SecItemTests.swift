import Foundation
import PhoneKeychain
import PhoneState
import Testing

/// The functions as apps call them, on a phone of each test.
@Suite("The keychain's functions")
struct SecItemTests {
    static let entitlements = Entitlements(
        team: "TEAM123456", bundle: "com.example.bank", keychainGroups: ["com.example.shared", "com.example.other"],
        applicationGroups: ["group.com.example.bank"])

    let phone = Phone(entitlements: Self.entitlements)

    static func query(_ account: String, _ more: [CFString: Any] = [:]) -> CFDictionary {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "tests",
            kSecAttrAccount as String: account,
        ]
        return query.merging(more.map { ($0.key as String, $0.value) }) { $1 } as CFDictionary
    }

    static func add(_ account: String, _ value: String = "", _ more: [CFString: Any] = [:]) -> OSStatus {
        SecItemAdd(query(account, [kSecValueData: Data(value.utf8)].merging(more) { $1 }), nil)
    }

    /// The status, and the value as text.
    static func read(_ account: String, _ more: [CFString: Any] = [:]) -> String {
        var item: CFTypeRef?
        let search: [CFString: Any] = [kSecReturnData: kCFBooleanTrue as Any, kSecMatchLimit: kSecMatchLimitOne]
        let status = SecItemCopyMatching(query(account, search.merging(more) { $1 }), &item)
        return status == errSecSuccess
            ? (item as? Data).map { String(decoding: $0, as: UTF8.self) } ?? "-" : "\(status)"
    }

    @Test("an item is added, found, changed and removed")
    func life() {
        phone.perform {
            #expect(Self.read("a") == "-25300")
            #expect(Self.add("a", "one") == errSecSuccess)
            #expect(Self.read("a") == "one")
            let change = [kSecValueData as String: Data("two".utf8)] as CFDictionary
            #expect(SecItemUpdate(Self.query("a"), change) == errSecSuccess)
            #expect(Self.read("a") == "two")
            #expect(Self.read("b") == "-25300")
            #expect(SecItemDelete(Self.query("a")) == errSecSuccess)
            #expect(SecItemDelete(Self.query("a")) == errSecItemNotFound)
            #expect(SecItemUpdate(Self.query("a"), change) == errSecItemNotFound)
        }
        #expect(phone.keychain.isEmpty)
    }

    @Test("two items differ in account, service, access group or synchronization, whatever else they have")
    func primaryKey() {
        phone.perform {
            #expect(Self.add("a", "one") == errSecSuccess)
            let same: [[CFString: Any]] = [
                [:], [kSecAttrGeneric: Data([1])], [kSecAttrLabel: "label"],
                [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock], [kSecAttrSynchronizable: false],
                [kSecAttrAccessGroup: "TEAM123456.com.example.shared"],
            ]
            for more in same { #expect(Self.add("a", "two", more) == errSecDuplicateItem, "\(more.keys)") }
            #expect(Self.read("a") == "one")
            let other: [[CFString: Any]] = [
                [kSecAttrService: "other"], [kSecAttrSynchronizable: true],
                [kSecAttrAccessGroup: "TEAM123456.com.example.other"],
            ]
            for more in other { #expect(Self.add("a", "two", more) == errSecSuccess, "\(more.keys)") }
            #expect(Self.add("A") == errSecSuccess)
            // Canonically equivalent, other bytes.
            #expect(Self.add("caf\u{E9}") == errSecSuccess && Self.add("cafe\u{301}") == errSecSuccess)
            // A change must not make two items of one key.
            let rename = [kSecAttrAccount: "a"] as CFDictionary
            #expect(SecItemUpdate(Self.query("A"), rename) == errSecDuplicateItem)
        }
    }

    @Test("a new item is in the first keychain group, without one in the group of the application identifier")
    func defaultGroup() {
        phone.perform { #expect(Self.add("a") == errSecSuccess) }
        #expect(phone.keychain.map(\.accessGroup) == ["TEAM123456.com.example.shared"])
        let plain = Phone(entitlements: Entitlements(team: "T", bundle: "b", applicationGroups: ["group.b"]))
        plain.perform { #expect(Self.add("a") == errSecSuccess) }
        #expect(plain.keychain.map(\.accessGroup) == ["T.b"])
    }

    @Test("code reaches the items of its keychain groups, its application identifier and its app groups")
    func reachableGroups() {
        let groups = [
            "TEAM123456.com.example.shared", "TEAM123456.com.example.other", "TEAM123456.com.example.bank",
            "group.com.example.bank",
        ]
        phone.perform {
            for group in groups { #expect(Self.add(group, group, [kSecAttrAccessGroup: group]) == errSecSuccess) }
            for group in groups { #expect(Self.read(group) == group) }
        }
        let widget = phone.with(Entitlements(team: "TEAM123456", bundle: "w", keychainGroups: ["com.example.other"]))
        widget.perform {
            #expect(groups.map { Self.read($0) } == ["-25300", groups[1], "-25300", "-25300"])
            let all = [kSecClass: kSecClassGenericPassword] as CFDictionary
            #expect(SecItemDelete(all) == errSecSuccess)
        }
        #expect(phone.keychain.map(\.accessGroup) == [groups[0], groups[2], groups[3]])
    }

    @Test(
        "a group without entitlement is refused by every function, also one without its prefix",
        arguments: ["com.example.shared", "TEAM123456.com.example.bank.keys", "OTHER.com.example.shared", ""])
    func missingEntitlement(group: String) {
        phone.perform {
            #expect(Self.add("a") == errSecSuccess)
            let more: [CFString: Any] = [kSecAttrAccessGroup: group]
            #expect(Self.add("b", "", more) == errSecMissingEntitlement)
            #expect(Self.read("a", more) == "-34018")
            let change = [kSecValueData as String: Data()] as CFDictionary
            #expect(SecItemUpdate(Self.query("a", more), change) == errSecMissingEntitlement)
            #expect(SecItemUpdate(Self.query("a"), more as CFDictionary) == errSecMissingEntitlement)
            #expect(SecItemDelete(Self.query("a", more)) == errSecMissingEntitlement)
        }
        #expect(phone.keychain.count == 1)
    }

    @Test(
        "an item can be read in the lock states of its accessibility, by default only while the phone is unlocked",
        arguments: [
            ("", "one -25308 -25308"), ("ak", "one -25308 -25308"), ("aku", "one -25308 -25308"),
            ("akpu", "one -25308 -25308"), ("ck", "one one -25308"), ("cku", "one one -25308"),
        ])
    func accessibility(name: String, expected: String) {
        let constants = [
            "ak": kSecAttrAccessibleWhenUnlocked, "ck": kSecAttrAccessibleAfterFirstUnlock,
            "aku": kSecAttrAccessibleWhenUnlockedThisDeviceOnly,
            "cku": kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            "akpu": kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        ]
        phone.perform {
            #expect(Self.add("a", "one", constants[name].map { [kSecAttrAccessible: $0] } ?? [:]) == errSecSuccess)
            var found = [Self.read("a")]
            phone.lock()
            found.append(Self.read("a"))
            phone.restart()
            found.append(Self.read("a"))
            #expect(found.joined(separator: " ") == expected)
            // Nothing is written that could not be read.
            #expect(Self.add("b", "", constants[name].map { [kSecAttrAccessible: $0] } ?? [:]) == -25308)
            #expect(SecItemDelete(Self.query("a")) == errSecInteractionNotAllowed)
            phone.unlock()
            #expect(Self.read("a") == "one")
        }
    }

    @Test("locking a phone before its first unlock does not unlock it")
    func lockAfterRestart() {
        #expect(phone.lockState == .unlocked)
        phone.restart()
        phone.lock()
        #expect(phone.lockState == .beforeFirstUnlock)
        phone.unlock()
        phone.lock()
        #expect(phone.lockState == .locked)
    }

    @Test("a search returns one item, or an array if it asks for several")
    func limits() throws {
        try phone.perform {
            for name in ["a", "b", "c"] { #expect(Self.add(name, name) == errSecSuccess) }
            var found: CFTypeRef?
            func search(_ more: [CFString: Any]) -> OSStatus {
                found = nil
                let query = [kSecClass: kSecClassGenericPassword as Any].merging(more) { $1 }
                return SecItemCopyMatching(query as CFDictionary, &found)
            }
            #expect(search([:]) == errSecSuccess && found == nil)
            #expect(search([kSecReturnData: true]) == errSecSuccess && found is NSData)
            #expect(search([kSecReturnAttributes: true]) == errSecSuccess && found is NSDictionary)
            #expect(search([kSecReturnData: true, kSecMatchLimit: 1]) == errSecSuccess && found is NSData)
            #expect(search([kSecReturnData: true, kSecMatchLimit: 2]) == errSecSuccess)
            #expect((found as? [Data])?.count == 2)
            #expect(
                search([kSecReturnData: true, kSecReturnAttributes: true, kSecMatchLimit: kSecMatchLimitAll]) == 0)
            let items = try #require(found as? [[String: Any]])
            #expect(items.compactMap { $0[kSecAttrAccount as String] as? String }.sorted() == ["a", "b", "c"])
            let item = try #require(items.first)
            #expect(item[kSecAttrAccessGroup as String] as? String == "TEAM123456.com.example.shared")
            #expect(item[kSecAttrAccessible as String] as? String == kSecAttrAccessibleWhenUnlocked as String)
            #expect(item[kSecAttrSynchronizable as String] as? Bool == false)
            #expect(item[kSecAttrCreationDate as String] is Date)
            #expect(item[kSecValueData as String] as? Data == Data("a".utf8))
        }
    }

    @Test("a search finds synchronized items only if it asks for them, and none of them stays on one device")
    func synchronizable() {
        phone.perform {
            #expect(Self.add("a", "one", [kSecAttrSynchronizable: true]) == errSecSuccess)
            #expect(Self.read("a") == "-25300")
            #expect(Self.read("a", [kSecAttrSynchronizable: kSecAttrSynchronizableAny]) == "one")
            #expect(Self.read("a", [kSecAttrSynchronizable: kCFBooleanTrue as Any]) == "one")
            let only: [CFString: Any] = [
                kSecAttrSynchronizable: true, kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            #expect(Self.add("b", "", only) == errSecParam)
        }
    }

    @Test("a generic attribute in a query makes a change conditional")
    func conditional() {
        phone.perform {
            #expect(Self.add("a", "one", [kSecAttrGeneric: Data([1])]) == errSecSuccess)
            let change = [kSecValueData: Data("two".utf8), kSecAttrGeneric: Data([2])] as CFDictionary
            #expect(SecItemUpdate(Self.query("a", [kSecAttrGeneric: Data([9])]), change) == errSecItemNotFound)
            #expect(SecItemUpdate(Self.query("a", [kSecAttrGeneric: Data([1])]), change) == errSecSuccess)
            #expect(SecItemUpdate(Self.query("a", [kSecAttrGeneric: Data([1])]), change) == errSecItemNotFound)
            #expect(Self.read("a") == "two")
        }
    }

    @Test("an attribute has the value and the type that it was given")
    func attributeTypes() throws {
        try phone.perform {
            let date = Date(timeIntervalSinceReferenceDate: 0.25)
            let given: [CFString: Any] = [
                kSecAttrLabel: "label", kSecAttrGeneric: Data([1]), kSecAttrType: 1, "crtr": 0,
                "invi": true, "nega": false, kSecAttrCreationDate: date,
            ]
            #expect(Self.add("a", "", given) == errSecSuccess)
            var found: CFTypeRef?
            #expect(SecItemCopyMatching(Self.query("a", [kSecReturnAttributes: true]), &found) == errSecSuccess)
            let item = try #require(found as? NSDictionary)
            for (key, value) in given { #expect(item[key] as? NSObject == value as? NSObject, "\(key)") }
            #expect(SecItemDelete(Self.query("a", [kSecAttrType: 2])) == errSecItemNotFound)
            #expect(SecItemDelete(Self.query("a", [kSecAttrType: 1])) == errSecSuccess)
        }
    }

    @Test("dictionaries that Apple's pages do not allow are refused")
    func invalid() {
        phone.perform {
            #expect(Self.add("a") == errSecSuccess)
            let added: [[CFString: Any]] = [
                [kSecClass: "inet"], ["unknown": 1], [kSecMatchLimit: kSecMatchLimitOne],
                [kSecAttrAccessible: "never"], [kSecAttrGeneric: "text"], [kSecAttrLabel: Data()],
                [kSecAttrSynchronizable: kSecAttrSynchronizableAny], [kSecValueData: "text"],
            ]
            for more in added { #expect(Self.add("b", "", more) == errSecParam, "\(more.keys)") }
            #expect(SecItemAdd([kSecAttrAccount: "b"] as CFDictionary, nil) == errSecParam)
            let changes: [[CFString: Any]] = [
                [:], [kSecClass: kSecClassGenericPassword], [kSecReturnData: true], [kSecMatchLimit: 1],
            ]
            for change in changes {
                #expect(SecItemUpdate(Self.query("a"), change as CFDictionary) == errSecParam, "\(change.keys)")
            }
            let label = [kSecAttrLabel: "label"] as CFDictionary
            #expect(SecItemUpdate(Self.query("a", [kSecReturnData: true]), label) == errSecParam)
            #expect(SecItemDelete(Self.query("a", [kSecMatchLimit: kSecMatchLimitOne])) == errSecParam)
            // The dictionary of an addition also removes: a value is not compared, nor a result returned.
            let again: [CFString: Any] = [kSecValueData: Data([7]), kSecReturnData: true]
            #expect(SecItemDelete(Self.query("a", again)) == errSecSuccess)
        }
    }
}
