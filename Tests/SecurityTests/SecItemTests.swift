import Foundation
import PhoneState
import Security
import Testing

/// The functions as apps call them, on a phone of each test.
@Suite("keychain: the SecItem functions")
struct SecItemTests {
    static let team = Entitlements(
        team: "TEAM123456", bundle: "com.example.bank", keychainGroups: ["com.example.shared"],
        applicationGroups: ["group.com.example.bank"])

    let phone = Phone(entitlements: Self.team)

    static func query(_ account: String, _ more: [CFString: Any] = [:]) -> CFDictionary {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "tests",
            kSecAttrAccount as String: account,
        ]
        return query.merging(more.map { ($0.key as String, $0.value) }) { $1 } as CFDictionary
    }

    static func read(_ account: String, _ more: [CFString: Any] = [:]) -> (OSStatus, Data?) {
        var item: CFTypeRef?
        let status = SecItemCopyMatching(
            query(account, [kSecReturnData: kCFBooleanTrue!, kSecMatchLimit: kSecMatchLimitOne].merging(more) { $1 }),
            &item)
        return (status, item as? Data)
    }

    @Test("an item is added, found, changed and removed")
    func life() {
        phone.perform {
            #expect(Self.read("a") == (errSecItemNotFound, nil))
            #expect(SecItemAdd(Self.query("a", [kSecValueData: Data("one".utf8)]), nil) == errSecSuccess)
            #expect(Self.read("a") == (errSecSuccess, Data("one".utf8)))
            let change = [kSecValueData as String: Data("two".utf8)] as CFDictionary
            #expect(SecItemUpdate(Self.query("a"), change) == errSecSuccess)
            #expect(Self.read("a") == (errSecSuccess, Data("two".utf8)))
            #expect(SecItemDelete(Self.query("a")) == errSecSuccess)
            #expect(SecItemDelete(Self.query("a")) == errSecItemNotFound)
            #expect(SecItemUpdate(Self.query("a"), change) == errSecItemNotFound)
        }
        #expect(phone.keychain.isEmpty)
    }
}
