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

/// Mistakes with the keychain that apps shipped: each is made, shows the placeholder, and is mended.
@Suite("Known mistakes: the keychain")
struct KeychainMistakeTests {
    static let team = "A1B2C3D4E5"
    static let group = "A1B2C3D4E5.com.example.bank.keys"
    static let appGroup = "group.com.example.bank"
    static let app: Entitlements = .init(
        bundle: "com.example.bank", keychainGroups: ["com.example.bank.keys"], applicationGroups: [appGroup])
    static let service: Entitlements = .init(
        bundle: "com.example.bank.service", keychainGroups: ["com.example.bank.keys"])

    let phone = Phone(entitlements: Self.app)
    let bank: Keyring
    let device: Keyring

    init() throws {
        bank = try .generate(name: "bank", role: .provider)
        device = try .generate(name: "phone", role: .device)
    }

    /// The app's part: keeps its keyrings.
    private func enrol(in store: KeychainKeyStore, on phone: Phone) throws {
        try phone.perform {
            try store.add(device)
            try store.pin(bank.publicHalf())
        }
    }

    /// The extension's part, with the entitlements of its target.
    private func deliver(
        from store: KeychainKeyStore, on phone: Phone, to key: DevicePublicKey? = nil
    ) async throws -> Delivery {
        let sealer = try Sealer(from: bank, topic: "com.example.bank")
        let push = try sealer.seal(
            Payload(alert: Alert(title: "Payment received")), to: key ?? device.recipient.key,
            placeholder: Placeholder(title: "New activity"))
        let delivery = await ExtensionHost(phone: phone) { Service(store) }.deliver(try Payload(parsing: push.body))
        #expect(delivery.content.title == (delivery.outcome == .opened ? "Payment received" : "New activity"))
        return delivery
    }

    private func expectNoKeys(_ delivery: Delivery, _ reason: String) {
        #expect(delivery.outcome == .placeholder && delivery.reason?.code == .keysUnavailable)
        #expect(delivery.reason?.explanation.contains(reason) == true, "\(delivery.reason?.explanation ?? "")")
    }

    private final class Service: SealedNotificationService {
        private let store: KeychainKeyStore

        init(_ store: KeychainKeyStore) { self.store = store }

        override var topic: String { "com.example.bank" }

        override func keys() throws -> OpeningKeys {
            try OpeningKeys(device: store.keyring("phone"), provider: store.publicKeyring("bank"))
        }
    }

    @Test("keys with the default accessibility cannot be read while the phone is locked")
    func defaultAccessibility() async throws {
        let store = KeychainKeyStore(accessGroup: Self.group)
        try enrol(in: store, on: phone)
        let all = [kSecClass: kSecClassGenericPassword, kSecAttrAccessGroup: Self.group] as CFDictionary
        // As an app keeps them that names no accessibility.
        let lax = [kSecAttrAccessible: kSecAttrAccessibleWhenUnlocked] as CFDictionary
        phone.perform { #expect(SecItemUpdate(all, lax) == errSecSuccess) }
        let extensionPhone = phone.with(Self.service)
        #expect(try await deliver(from: store, on: extensionPhone).outcome == .opened)
        phone.lock()
        expectNoKeys(try await deliver(from: store, on: extensionPhone), "was not unlocked")
        // Mended: as the store keeps them, after the next unlock.
        phone.unlock()
        try phone.perform { try store.change("phone") { _ in } }
        try phone.perform { try store.change("bank") { _ in } }
        phone.lock()
        #expect(try await deliver(from: store, on: extensionPhone).outcome == .opened)
    }

    @Test("an app group is no keychain access group of an extension that is not in it")
    func appGroup() async throws {
        let store = KeychainKeyStore(accessGroup: Self.appGroup)
        try enrol(in: store, on: phone)
        expectNoKeys(
            try await deliver(from: store, on: phone.with(Self.service)),
            "no entitlement for the keychain access group group.com.example.bank")
        // With the team's prefix it is no group of any target.
        let prefixed = KeychainKeyStore(accessGroup: "\(Self.team).\(Self.appGroup)")
        let error = #expect(throws: KeyError.self) { try enrol(in: prefixed, on: phone) }
        #expect(error?.code == .missingEntitlement)
        // Mended.
        let mended = KeychainKeyStore(accessGroup: Self.group)
        try enrol(in: mended, on: phone)
        #expect(try await deliver(from: mended, on: phone.with(Self.service)).outcome == .opened)
    }

    @Test("without a group the app's keys are in its own, which the extension cannot read")
    func noGroup() async throws {
        let store = KeychainKeyStore()
        let app = phone.with(Entitlements(bundle: "com.example.bank"))
        let service = phone.with(Entitlements(bundle: "com.example.bank.service"))
        try enrol(in: store, on: app)
        expectNoKeys(try await deliver(from: store, on: service), "there is no keyring phone")
        // Mended: one group for both targets, which a new item is in.
        try app.perform { try store.remove("phone") }
        try app.perform { try store.remove("bank") }
        try enrol(in: store, on: phone)
        #expect(try await deliver(from: store, on: phone.with(Self.service)).outcome == .opened)
    }

    @Test("a group without the team's prefix is refused")
    func noPrefix() async throws {
        let error = #expect(throws: KeyError.self) {
            try enrol(in: KeychainKeyStore(accessGroup: "com.example.bank.keys"), on: phone)
        }
        #expect(error?.code == .missingEntitlement)
        #expect(error?.reason.contains("with the team's prefix") == true)
    }

    @Test("after a transfer to another team the old keys are out of reach, and a new enrolment mends it")
    func teamTransfer() async throws {
        try enrol(in: KeychainKeyStore(accessGroup: Self.group), on: phone)
        let (app, service) = (
            phone.transferred(toTeam: "NEWTEAM123"), phone.with(Self.service).transferred(toTeam: "NEWTEAM123")
        )
        // The group as it was.
        expectNoKeys(try await deliver(from: KeychainKeyStore(accessGroup: Self.group), on: service), "no entitlement")
        let store = KeychainKeyStore(accessGroup: "NEWTEAM123.com.example.bank.keys")
        expectNoKeys(try await deliver(from: store, on: service), "there is no keyring phone")
        // Mended: the app makes a new key and enrols.
        let key = try app.perform {
            try store.pin(bank.publicHalf())
            return try store.loadOrMake("phone", role: .device).recipient.key
        }
        #expect(try await deliver(from: store, on: service, to: key).outcome == .opened)
    }

    @Test("a restored phone has no keys, and a new enrolment mends it")
    func restore() async throws {
        let store = KeychainKeyStore(accessGroup: Self.group)
        try enrol(in: store, on: phone)
        let restored = try phone.restored()
        #expect(restored.keychain.isEmpty)
        expectNoKeys(try await deliver(from: store, on: restored.with(Self.service)), "there is no keyring phone")
        let key = try restored.perform {
            try store.pin(bank.publicHalf())
            return try store.loadOrMake("phone", role: .device).recipient.key
        }
        #expect(try key != device.recipient.key)
        #expect(try await deliver(from: store, on: restored.with(Self.service), to: key).outcome == .opened)
        // The old phone still opens.
        #expect(try await deliver(from: store, on: phone.with(Self.service)).outcome == .opened)
    }

    @Test("before the first unlock no key is read or made, and after it the keys are there")
    func beforeFirstUnlock() async throws {
        let store = KeychainKeyStore(accessGroup: Self.group)
        try enrol(in: store, on: phone)
        phone.restart()
        expectNoKeys(try await deliver(from: store, on: phone.with(Self.service)), "was not unlocked since it started")
        let error = #expect(throws: KeyError.self) { try phone.perform { try store.loadOrMake("new", role: .device) } }
        #expect(error?.code == .beforeFirstUnlock)
        // The mistake of an app that takes "cannot be read" for "is not there".
        #expect(throws: KeyError.self) { try phone.perform { try store.loadOrMake("phone", role: .device) } }
        phone.unlock()
        phone.lock()
        #expect(try await deliver(from: store, on: phone.with(Self.service)).outcome == .opened)
        #expect(phone.keychain.count == 2)
    }

    @Test("a stage runs on the phone of its extension")
    func stage() async throws {
        let store = KeychainKeyStore(accessGroup: Self.group)
        try enrol(in: store, on: phone)
        final class Staged: SealedNotificationService {
            override var topic: String { "com.example.bank" }
            override func keys() throws -> OpeningKeys {
                let store = KeychainKeyStore(accessGroup: KeychainMistakeTests.group)
                return try OpeningKeys(device: store.keyring("phone"), provider: store.publicKeyring("bank"))
            }
            override var stages: [NotificationStage] {
                [
                    NotificationStage("names") { content, _ in
                        content.subtitle = try KeychainKeyStore(accessGroup: KeychainMistakeTests.group).names()
                            .map(\.string).joined(separator: " ")
                        return content
                    }
                ]
            }
        }
        let sealer = try Sealer(from: bank, topic: "com.example.bank")
        let push = try sealer.seal(
            Payload(alert: Alert(title: "a")), to: device.recipient.key, placeholder: Placeholder(title: "b"))
        let delivery = await ExtensionHost(phone: phone.with(Self.service)) { Staged() }
            .deliver(try Payload(parsing: push.body))
        #expect(delivery.content.subtitle == "bank phone")
    }
}
