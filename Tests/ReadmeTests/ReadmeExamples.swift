import ExtensionHost
import KeyManagement
import Keychain
import PhoneState
import PushOpener
import PushSealer
import SealedNotifications
import Testing
import UserNotifications

// The programs of the README, line by line.

/// The README's server on a folder with a provider's keys and registrations; its prints go to `print`.
func readmeServer(folder: String, print: (String) -> Void) async {
    do {
        let bank = try KeyDirectory("\(folder)/keys").keyring("provider")
        let registry = try DeviceRegistry(KeyDirectory("\(folder)/registrations"), provider: bank)
        let sealer = try Sealer(from: bank, topic: "com.example.bank")

        var payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
        payload.aps.sound = .default
        payload["account"] = "DE89 3704 0044 0532 0130 00"
        let push = try await sealer.seal(
            payload, to: registry.recipient(for: "jane"), placeholder: Placeholder(title: "New activity"))
        print(String(decoding: push.body, as: UTF8.self))
    } catch {
        print("error: \(error)")  // before the first run of the simulator: notFound
    }
}

/// The app's keys, in a keychain group of the app and its extension.
nonisolated let bankKeys = KeychainKeyStore(accessGroup: "A1B2C3D4E5.com.example.bank.keys")

nonisolated final class NotificationService: SealedNotificationService {
    override var topic: String { "com.example.bank" }

    override func keys() throws -> OpeningKeys {
        try OpeningKeys(device: bankKeys.keyring("phone"), provider: bankKeys.publicKeyring("bank"))
    }
}

@Test("a locked phone shows the payment")
func payment() async throws {
    // The app pins the bank's keys, and enrols the phone's.
    let bank = try Keyring.generate(name: "bank", role: .provider)
    let registry = try DeviceRegistry(MemoryKeyStore(), provider: bank)
    let phone = Phone(entitlements: Entitlements(team: "A1B2C3D4E5", keychainGroups: ["com.example.bank.keys"]))
    let offer = try phone.perform { try bankKeys.offer("phone", pinned: bankKeys.pin(bank.publicHalf())) }
    let challenge = try await registry.challenge(offer, for: "jane")
    let answer = try phone.perform {
        let (pinned, context) = (try bankKeys.publicKeyring("bank"), EnrolmentContext(audience: "jane"))
        return try bankKeys.change("phone") { try $0.answer(challenge, from: pinned, context: context) }
    }
    try await registry.confirm(answer, for: "jane")
    phone.lock()

    let sealer = try Sealer(from: bank, topic: "com.example.bank")
    let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
    let push = try await sealer.seal(payload, to: registry.recipient(for: "jane"))
    let host = ExtensionHost(phone: phone) { NotificationService() }
    let delivery = await host.deliver(try Payload(parsing: push.body))
    #expect(delivery.reason == nil)
    #expect(delivery.outcome == .opened)
    #expect(delivery.content.body == "€ 240 from Jane")
}
