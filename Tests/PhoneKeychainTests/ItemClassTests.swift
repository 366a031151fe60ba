import Foundation
import PhoneKeychain
import PhoneState
import Testing

/// Keys as data and Internet passwords, beside generic passwords.
@Suite("The classes of keychain items")
struct ItemClassTests {
    let phone = Phone(entitlements: SecItemTests.entitlements)

    private static func key(_ tag: String, _ more: [CFString: Any] = [:]) -> CFDictionary {
        let key: [CFString: Any] = [kSecClass: kSecClassKey, kSecAttrApplicationTag: Data(tag.utf8)]
        return key.merging(more) { $1 } as CFDictionary
    }

    private static func read(_ query: CFDictionary) -> String {
        var item: CFTypeRef?
        let asking = (query as? [CFString: Any] ?? [:]).merging([kSecReturnData: true]) { $1 }
        let status = SecItemCopyMatching(asking as CFDictionary, &item)
        return status == errSecSuccess ? (item as? Data).map { "\(Array($0))" } ?? "-" : "\(status)"
    }

    @Test("the data of a key is added, found, changed and removed, by the key's attributes")
    func keys() throws {
        try phone.perform {
            let given: [CFString: Any] = [
                kSecValueData: Data([1]), kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom,
                kSecAttrKeyClass: kSecAttrKeyClassPrivate, kSecAttrKeySizeInBits: 256, "sign": true,
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
                kSecAttrAccessGroup: "TEAM123456.com.example.other", "perm": true,
            ]
            #expect(SecItemAdd(Self.key("push", given), nil) == errSecSuccess)
            #expect(Self.read(Self.key("push")) == "[1]")
            #expect(Self.read(Self.key("push", [kSecAttrKeyClass: kSecAttrKeyClassPublic])) == "-25300")
            #expect(Self.read(Self.key("other")) == "-25300")
            var found: CFTypeRef?
            #expect(SecItemCopyMatching(Self.key("push", [kSecReturnAttributes: true]), &found) == errSecSuccess)
            let item = try #require(found as? [String: Any])
            #expect(item[kSecClass as String] as? String == "keys")
            #expect(item[kSecAttrApplicationTag as String] as? Data == Data("push".utf8))
            #expect(item[kSecAttrKeyType as String] as? String == "73")
            #expect(item[kSecAttrKeySizeInBits as String] as? Int == 256)
            #expect(item["sign"] as? Bool == true)
            #expect(SecItemUpdate(Self.key("push"), [kSecValueData: Data([2])] as CFDictionary) == errSecSuccess)
            #expect(Self.read(Self.key("push")) == "[2]")
            // A search among passwords does not find a key.
            #expect(SecItemDelete([kSecClass: kSecClassGenericPassword] as CFDictionary) == errSecItemNotFound)
            phone.lock()
            #expect(Self.read(Self.key("push")) == "[2]")
            phone.restart()
            #expect(Self.read(Self.key("push")) == "-25308")
            phone.unlock()
            #expect(SecItemDelete(Self.key("push")) == errSecSuccess)
        }
        #expect(phone.keychain.isEmpty)
    }

    @Test("two keys differ in class, type, label, tag or size, whatever else they have")
    func primaryKeyOfKeys() {
        phone.perform {
            #expect(SecItemAdd(Self.key("a"), nil) == errSecSuccess)
            let same: [[CFString: Any]] = [
                [:], [kSecAttrLabel: "label"], [kSecValueData: Data([1])], ["sign": true],
            ]
            for more in same { #expect(SecItemAdd(Self.key("a", more), nil) == errSecDuplicateItem, "\(more.keys)") }
            let other: [[CFString: Any]] = [
                [kSecAttrKeyClass: kSecAttrKeyClassPublic], [kSecAttrKeyType: "42"],
                [kSecAttrApplicationLabel: Data([1])], [kSecAttrApplicationTag: Data("b".utf8)],
                [kSecAttrKeySizeInBits: 256], ["esiz": 256],
                [kSecAttrAccessGroup: "TEAM123456.com.example.other"], [kSecAttrSynchronizable: true],
            ]
            for more in other { #expect(SecItemAdd(Self.key("a", more), nil) == errSecSuccess, "\(more.keys)") }
        }
        #expect(phone.keychain.count == 9)
        #expect(phone.keychain.allSatisfy { $0.itemClass == .key })
    }

    @Test("an Internet password has a server, and differs in it, its protocol, port or path")
    func internetPasswords() {
        func password(_ more: [CFString: Any] = [:]) -> CFDictionary {
            let password: [CFString: Any] = [
                kSecClass: kSecClassInternetPassword, "srvr": "example.com", kSecAttrAccount: "jane",
            ]
            return password.merging(more) { $1 } as CFDictionary
        }
        phone.perform {
            #expect(SecItemAdd(password([kSecValueData: Data([1])]), nil) == errSecSuccess)
            #expect(SecItemAdd(password([kSecAttrLabel: "label"]), nil) == errSecDuplicateItem)
            let other: [[CFString: Any]] = [
                ["srvr": "example.org"], ["ptcl": "htps"], ["port": 8443],
                ["path": "/push"], ["sdmn": "a"], [kSecAttrAccount: "john"],
                ["atyp": "dflt"],
            ]
            for more in other { #expect(SecItemAdd(password(more), nil) == errSecSuccess, "\(more.keys)") }
            #expect(Self.read(password()) == "[1]")
            // A generic password of the same account is another item.
            #expect(SecItemTests.add("jane") == errSecSuccess)
        }
        #expect(phone.keychain.count == 9)
    }

    @Test("an attribute of another class is refused, and so are the classes of references")
    func otherClasses() {
        phone.perform {
            let refused: [[CFString: Any]] = [
                [kSecAttrService: "a"], ["srvr": "a"], [kSecAttrKeySizeInBits: "256"], ["sign": 1.5],
                [kSecClass: "cert"], [kSecClass: "idnt"], ["v_Ref" as CFString: Data()],
            ]
            for more in refused { #expect(SecItemAdd(Self.key("a", more), nil) == errSecParam, "\(more.keys)") }
            #expect(SecItemTests.add("a", "", [kSecAttrApplicationTag: Data()]) == errSecParam)
            #expect(SecItemAdd(Self.key("a"), nil) == errSecSuccess)
            #expect(SecItemUpdate(Self.key("a"), [kSecAttrService: "a"] as CFDictionary) == errSecParam)
        }
    }

    @Test("attributes count for the size of a keychain")
    func attributeSize() {
        phone.perform {
            let large = String(repeating: "a", count: 4 << 20)
            #expect(SecItemAdd(Self.key("a", [kSecAttrLabel: large]), nil) == errSecAllocate)
        }
    }
}
