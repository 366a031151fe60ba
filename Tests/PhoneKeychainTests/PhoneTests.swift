import Foundation
import PhoneKeychain
import PhoneState
import Testing

@Suite("The state of a phone")
struct PhoneTests {
    @Test("each phone has a keychain of its own, and code without one runs on the phone of its process")
    func current() async throws {
        let (one, other) = (Phone(), Phone())
        #expect(Phone.current === Phone.shared)
        one.perform { #expect(SecItemTests.add("a", "one") == errSecSuccess) }
        #expect(other.perform { SecItemTests.read("a") } == "-25300")
        let found = await one.perform {
            await Task.yield()
            async let child = SecItemTests.read("a")
            let task = Task { SecItemTests.read("a") }
            return await [child, task.value]
        }
        #expect(found == ["one", "one"])
        #expect(Phone.current === Phone.shared)
    }

    @Test("code on a dispatch queue runs on the phone that a test sets for the process")
    func sharedPhone() async {
        let phone = Phone()
        let before = Phone.shared
        let current = await withCheckedContinuation { (done: CheckedContinuation<Phone, Never>) in
            Phone.shared = phone
            Phone().perform { DispatchQueue(label: "handlers").async { done.resume(returning: Phone.current) } }
        }
        Phone.shared = before
        #expect(current === phone)
    }

    @Test("an encoded item has no value, and code may not unlock its phone")
    func secrecy() throws {
        let phone = Phone()
        phone.perform { #expect(SecItemTests.add("a", "correct horse") == errSecSuccess) }
        let value = Data("correct horse".utf8).base64EncodedString()
        #expect(try !String(decoding: JSONEncoder().encode(phone.keychain), as: UTF8.self).contains(value))
        #expect(PhoneRequest.lockState.isOfCode && PhoneRequest.container(applicationGroup: "group.a").isOfCode)
        for request in [PhoneRequest.items, .lock, .unlock, .restart, .containers] { #expect(!request.isOfCode) }
    }

    @Test("a keychain is bounded in items and in bytes")
    func bounds() {
        let phone = Phone()
        phone.perform {
            let large = String(repeating: "a", count: (4 << 20) + 1)
            #expect(SecItemTests.add("large", large) == errSecAllocate)
            // Attributes count, too.
            #expect(SecItemTests.add("large", String(large.dropLast())) == errSecAllocate)
            #expect(SecItemTests.add("large", String(large.dropLast(100_000))) == errSecSuccess)
            #expect(SecItemTests.add("small", String(repeating: "a", count: 100_000)) == errSecAllocate)
            let change = [kSecValueData as String: Data(large.utf8)] as CFDictionary
            #expect(SecItemUpdate(SecItemTests.query("large"), change) == errSecAllocate)
            for number in 1..<1000 { #expect(SecItemTests.add("\(number)") == errSecSuccess) }
            #expect(SecItemTests.add("1000") == errSecAllocate)
        }
        #expect(phone.keychain.count == 1000)
    }

    @Test("a restored phone lacks the items of this device only, and is unlocked")
    func restored() throws {
        let phone = Phone()
        let classes = [
            kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleAfterFirstUnlock,
            kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly,
        ]
        phone.perform {
            for name in classes {
                #expect(SecItemTests.add(name as String, "value", [kSecAttrAccessible: name]) == errSecSuccess)
            }
        }
        phone.lock()
        let restored = try phone.restored()
        #expect(restored.lockState == .unlocked)
        #expect(restored.keychain.compactMap(\.account) == ["ak", "ck"])
        restored.perform { #expect(SecItemTests.read("ck") == "value") }
        #expect(phone.keychain.count == classes.count)
    }

    @Test("after a transfer to another team the items of the old groups are there and cannot be reached")
    func transferred() {
        let phone = Phone(entitlements: Entitlements(team: "OLD", bundle: "app", keychainGroups: ["com.example.keys"]))
        phone.perform { #expect(SecItemTests.add("a") == errSecSuccess) }
        let transferred = phone.transferred(toTeam: "NEW")
        #expect(transferred.entitlements.accessGroups == ["NEW.com.example.keys", "NEW.app"])
        transferred.perform {
            #expect(SecItemTests.read("a") == "-25300")
            #expect(SecItemTests.read("a", [kSecAttrAccessGroup: "OLD.com.example.keys"]) == "-34018")
            #expect(SecItemTests.add("a") == errSecSuccess)
        }
        #expect(phone.keychain.map(\.accessGroup) == ["OLD.com.example.keys", "NEW.com.example.keys"])
    }

    @Test("a target's entitlements file is read as Xcode signs it")
    func entitlementsFile() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).entitlements")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>
            <key>aps-environment</key><string>development</string>
            <key>keychain-access-groups</key><array><string>$(AppIdentifierPrefix)com.example.bank.keys</string></array>
            <key>com.apple.security.application-groups</key><array><string>group.com.example.bank</string></array>
            <key>com.apple.developer.usernotifications.communication</key><true/>
            </dict></plist>
            """.utf8
        ).write(to: file)
        let found = try Entitlements(contentsOf: file, team: "TEAM123456", bundle: "com.example.bank")
        #expect(
            found.accessGroups == [
                "TEAM123456.com.example.bank.keys", "TEAM123456.com.example.bank", "group.com.example.bank",
            ])
        #expect(found.showsCommunication)
        #expect(!found.filtersNotifications)
    }

    @Test("no description of a phone or of its items has a value")
    func secrets() throws {
        let phone = Phone()
        let secret = "a5c3e1-secret"
        phone.perform { #expect(SecItemTests.add("a", secret) == errSecSuccess) }
        var texts = ["\(phone.keychain)", String(reflecting: phone.keychain), "\(phone)", String(reflecting: phone)]
        dump(phone.keychain, to: &texts[0])
        dump(phone, to: &texts[1])
        let base64 = Data(secret.utf8).base64EncodedString()
        for text in texts { #expect(!text.contains(secret) && !text.contains(base64) && !text.contains("13 bytes")) }
    }

    // swift-format-ignore: NeverForceUnwrap
    /// The ways in which apps write the same query; the test is that this compiles.
    @Test("the spellings that apps use compile")
    func spellings() {
        Phone().perform {
            let first: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrAccount: "a", kSecValueData: Data([1]),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
            ]
            #expect(SecItemAdd(first as CFDictionary, nil) == noErr)
            let second: [NSString: Any] = [kSecClass: kSecClassGenericPassword, kSecReturnData: kCFBooleanTrue as Any]
            var object: AnyObject?
            let status = withUnsafeMutablePointer(to: &object) {
                SecItemCopyMatching(second as CFDictionary, UnsafeMutablePointer($0))
            }
            #expect(status == errSecSuccess && object as? Data == Data([1]))
            let third = NSMutableDictionary()
            third[kSecClass as String] = kSecClassGenericPassword
            third[kSecReturnAttributes as String] = kCFBooleanTrue!
            var result: CFTypeRef?
            #expect(SecItemCopyMatching(third as CFDictionary, &result) == errSecSuccess)
            #expect((result as? NSDictionary)?[kSecAttrAccount] as? String == "a")
            #expect((result as! [String: Any])[kSecAttrAccount as String] as? String == "a")
            SecItemDelete(third)
        }
    }
}

private let noErr: OSStatus = 0
