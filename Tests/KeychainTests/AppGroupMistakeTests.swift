import ExtensionHost
import Foundation
import KeyManagement
import Keychain
import PhoneKeychain
import PhoneState
import PushOpener
import PushPayload
import PushSealer
import Testing
import UserNotifications

/// Mistakes with app groups, defaults and lock states that apps shipped: each is made, is seen, and is mended.
@Suite("Known mistakes: the app group")
struct AppGroupMistakeTests {
    static let appGroup = "group.com.example.bank"
    static let app: Entitlements = .init(
        bundle: "com.example.bank", keychainGroups: ["com.example.bank.keys"], applicationGroups: [appGroup])
    static let service: Entitlements = .init(
        bundle: "com.example.bank.service", keychainGroups: ["com.example.bank.keys"], applicationGroups: [appGroup])

    let phone = Phone(entitlements: Self.app)

    private static let push = Payload(["aps": ["alert": ["title": "New activity"], "mutable-content": 1]])

    /// Runs code as the extension of a target does, and returns the body that it sets.
    private func deliver(
        on phone: Phone, identifier: String? = nil, _ body: @escaping @Sendable () -> String
    ) async -> String {
        final class Service: UNNotificationServiceExtension {
            let text: @Sendable () -> String

            init(_ text: @escaping @Sendable () -> String) { self.text = text }

            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                guard let content = request.content.mutableCopy() as? UNMutableNotificationContent else { return }
                content.body = text()
                contentHandler(content)
            }
        }
        return await ExtensionHost(phone: phone) { Service(body) }
            .deliver(Self.push, identifier: identifier).content.body
    }

    @Test(
        "a setting in the app's standard defaults, or in a suite without the entitlement, is missing in the extension")
    func settings() async {
        // The app writes where it always did: in a suite that is its own.
        phone.perform { UserDefaults(suiteName: "com.example.bank.settings")?.set("Jane", forKey: "name") }
        let read = { @Sendable (suite: String) in
            { @Sendable in UserDefaults(suiteName: suite)?.string(forKey: "name") ?? "missing" }
        }
        let service = phone.with(Self.service)
        #expect(await deliver(on: service, read("com.example.bank.settings")) == "missing")
        // In the group, and the extension's target lacks the capability.
        phone.perform { UserDefaults(suiteName: Self.appGroup)?.set("Jane", forKey: "name") }
        let lacking = phone.with(Entitlements(bundle: "com.example.bank.service"))
        #expect(await deliver(on: lacking, read(Self.appGroup)) == "missing")
        #expect(lacking.container(ofApplicationGroup: Self.appGroup) == nil)
        // Mended: the capability in both targets.
        #expect(await deliver(on: service, read(Self.appGroup)) == "Jane")
    }

    @Test("11: a key in the defaults of the app group is in clear, in every backup, and read before the first unlock")
    func keyInDefaults() async throws {
        let secret = Data("a key of thirty-two bytes, secret".utf8)
        phone.perform { UserDefaults(suiteName: Self.appGroup)?.set(secret, forKey: "key") }
        let folder = try #require(phone.container(ofApplicationGroup: Self.appGroup))
        func file(_ folder: URL) throws -> Data {
            try Data(contentsOf: folder.appending(path: "Library/Preferences/\(Self.appGroup).plist"))
        }
        #expect(try file(folder).range(of: secret) != nil)
        let restored = try phone.restored()
        #expect(try file(#require(restored.container(ofApplicationGroup: Self.appGroup))).range(of: secret) != nil)
        // The lock state does not protect it: the defaults give it before the first unlock, and the keychain does not.
        phone.restart()
        let read = { @Sendable in UserDefaults(suiteName: Self.appGroup)?.data(forKey: "key") == nil ? "no" : "yes" }
        // A member of the group that has no keychain group reads it, too.
        let widget = phone.with(Entitlements(bundle: "com.example.bank.widget", applicationGroups: [Self.appGroup]))
        #expect(await deliver(on: widget, read) == "yes")
        // Mended: in the keychain, for this device only, after the first unlock.
        phone.unlock()
        phone.perform { UserDefaults(suiteName: Self.appGroup)?.removeObject(forKey: "key") }
        let store = KeychainKeyStore(accessGroup: KeychainMistakeTests.group)
        let device = try Keyring.generate(name: "phone", role: .device)
        _ = try phone.perform { try store.add(device) }
        #expect(try file(folder).range(of: secret) == nil)
        let load = { @Sendable in (try? store.keyring("phone")) == nil ? "no" : "yes" }
        #expect(await deliver(on: phone.with(Self.service), load) == "yes")
        #expect(await deliver(on: widget, load) == "no")
        #expect(try phone.restored().keychain.isEmpty)
        phone.restart()
        #expect(await deliver(on: phone.with(Self.service), load) == "no")
    }

    @Test("a widget reads a key while the phone is locked only in the shared group, after the first unlock")
    func widget() throws {
        let device = try Keyring.generate(name: "phone", role: .device)
        let widget = phone.with(
            Entitlements(bundle: "com.example.bank.widget", keychainGroups: ["com.example.bank.keys"]))
        // The mistake: the default class, as in a wrapper that names none.
        let lax: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("widget".utf8), kSecValueData: Data([1]),
            kSecAttrAccessGroup: KeychainMistakeTests.group,
        ]
        let query: [CFString: Any] = [
            kSecClass: kSecClassKey, kSecAttrApplicationTag: Data("widget".utf8), kSecReturnData: true,
        ]
        phone.perform { #expect(SecItemAdd(lax as CFDictionary, nil) == errSecSuccess) }
        phone.lock()
        widget.perform {
            #expect(SecItemCopyMatching(query as CFDictionary, nil) == errSecInteractionNotAllowed)
        }
        // Another: in the app's own group.
        phone.unlock()
        let own = KeychainKeyStore(accessGroup: "A1B2C3D4E5.com.example.bank")
        _ = try phone.perform { try own.add(device) }
        _ = widget.perform { #expect(throws: KeyError.self) { try own.keyring("phone") } }
        // Mended.
        let store = KeychainKeyStore(accessGroup: KeychainMistakeTests.group)
        _ = try phone.perform { try store.add(device) }
        phone.lock()
        let read = try widget.perform { try store.keyring("phone").recipient.key }
        #expect(try read == device.recipient.key)
        phone.restart()
        _ = widget.perform { #expect(throws: KeyError.self) { try store.keyring("phone") } }
    }

    @Test("21: a badge counted up in the app group's defaults counts a push twice that the system delivers twice")
    func badge() async {
        let service = phone.with(Self.service)
        let count = { @Sendable in
            guard let defaults = UserDefaults(suiteName: Self.appGroup) else { return "no defaults" }
            defaults.set(defaults.integer(forKey: "badge") + 1, forKey: "badge")
            return "\(defaults.integer(forKey: "badge"))"
        }
        for expected in ["1", "2"] { #expect(await deliver(on: service, identifier: "one", count) == expected) }
        // Mended: the number is that of the notifications on the phone, and a second delivery replaces the first.
        let delivered = { @Sendable (identifier: String) in
            let counted = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var count = 0
            UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
                count = Set(notifications.map(\.request.identifier)).union([identifier]).count
                counted.signal()
            }
            counted.wait()
            return "\(count)"
        }
        for (identifier, expected) in [("one", "1"), ("one", "1"), ("two", "2"), ("two", "2")] {
            #expect(await deliver(on: service, identifier: identifier) { delivered(identifier) } == expected)
        }
    }

    @Test(
        "before the first unlock each push shows its placeholder, and one notice for all if the app gives it one identifier"
    )
    func manyBeforeFirstUnlock() async throws {
        let store = KeychainKeyStore(accessGroup: KeychainMistakeTests.group)
        let device = try Keyring.generate(name: "phone", role: .device)
        _ = try phone.perform { try store.add(device) }
        phone.restart()
        let open = { @Sendable in (try? store.keyring("phone")) == nil ? "cannot open" : "opened" }
        for number in 0..<3 { _ = await deliver(on: phone.with(Self.service), identifier: "\(number)", open) }
        #expect(phone.deliveredNotifications.map(\.request.content.body) == Array(repeating: "cannot open", count: 3))
        // Mended, with the entitlement to filter: a local notification with one identifier, and empty content.
        final class Service: UNNotificationServiceExtension {
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                let store = KeychainKeyStore(accessGroup: KeychainMistakeTests.group)
                if (try? store.keyring("phone")) != nil { return contentHandler(request.content) }
                let content = UNMutableNotificationContent()
                content.body = "Unlock your phone to see new messages"
                let center = UNUserNotificationCenter.current()
                center.add(UNNotificationRequest(identifier: "locked", content: content, trigger: nil))
                contentHandler(UNNotificationContent())
            }
        }
        phone.perform { UNUserNotificationCenter.current().removeAllDeliveredNotifications() }
        var filtering = Self.service
        filtering.filtersNotifications = true
        let host = ExtensionHost(phone: phone.with(filtering)) { Service() }
        for number in 0..<3 { _ = await host.deliver(Self.push, identifier: "\(number)") }
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["locked"])
        // After the first unlock, also while the phone is locked, the key is read and the push is shown.
        phone.unlock()
        phone.lock()
        _ = await host.deliver(Self.push, identifier: "later")
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["locked", "later"])
    }
}
