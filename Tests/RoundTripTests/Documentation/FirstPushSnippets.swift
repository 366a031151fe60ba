import Foundation
import Keychain
import PhoneState
import PushOpener
import PushSealer
import TestSupport
import Testing

// The code of the guide "Sending your first sealed push", compiled and run as it is printed there.

/// The server's side of sealed pushes.
struct BankPushes {
    private let sealer: Sealer
    private let registry: DeviceRegistry

    /// Loads the server's key, or makes it when the server starts first.
    init(folder: String) throws {
        let topic = "com.example.bank"
        let provider = try KeyDirectory("\(folder)/keys").loadOrMake("provider", role: .provider)
        sealer = try Sealer(from: provider, topic: topic)
        registry = try DeviceRegistry(
            KeyDirectory("\(folder)/registrations"), provider: provider,
            context: EnrolmentContext(topic: topic))
    }

    /// The server's published keys, for the app to pin; the registry keeps which version the device has.
    func publicKeys(_ request: KeysRequest, for device: UTF8Text) async throws -> [UInt8] {
        try await registry.respond(to: .keys(request), from: device)
    }

    /// Enrolment: the responses to a device's offer and to its answer.
    func challenge(_ offer: KeyOffer, from device: UTF8Text) async throws -> KeyChallenge {
        try await registry.challenge(offer, for: device)
    }

    func confirm(_ answer: KeyAnswer, from device: UTF8Text) async throws -> KeyConfirmation {
        try await registry.confirm(answer, for: device)
    }

    func push(_ payload: Payload, to device: UTF8Text) async throws -> SealedPush {
        try await sealer.seal(
            payload, to: registry.recipient(for: device),
            placeholder: Placeholder(title: "New activity"))
    }
}

/// The app's keys in the keychain, in a group that the app, the extension and the widget have in common.
nonisolated let bankKeys = KeychainKeyStore(accessGroup: "A1B2C3D4E5.com.example.bank.keys")

/// Enrols a new key of the phone with the server; the connection authenticates the server, whose keys are pinned.
func enrol(_ device: UTF8Text, with server: BankPushes) async throws {
    let request = KeysRequest(pinned: try? bankKeys.publicKeyring("bank"))
    let published = try await Keyring(publicJWKSet: server.publicKeys(request, for: device), name: "bank")
    let bank = try bankKeys.pin(published)
    let challenge = try await server.challenge(bankKeys.offer("phone", pinned: bank), from: device)
    let context = EnrolmentContext(topic: "com.example.bank", audience: device.string)
    let answer = try bankKeys.change("phone") { try $0.answer(challenge, from: bank, context: context) }
    let confirmation = try await server.confirm(answer, from: device)
    try bankKeys.change("phone") { try $0.finish(confirmation) }
}

@Suite("The examples of the guide to the first push run")
struct FirstPushSnippets {
    @Test("a phone enrols, and opens the server's push")
    func firstPush() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let server = try BankPushes(folder: folder)
        let entitlements = Entitlements(team: "A1B2C3D4E5", keychainGroups: ["com.example.bank.keys"])
        let phone = Phone(entitlements: entitlements)
        try await phone.perform { try await enrol("device-7", with: server) }

        let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
        let push = try await server.push(payload, to: "device-7")

        #expect(!String(decoding: push.body, as: UTF8.self).contains("from Jane"))
        let opened = try phone.perform {
            let keys = try OpeningKeys(device: bankKeys.keyring("phone"), provider: bankKeys.publicKeyring("bank"))
            return try Opener(keys: keys, topic: "com.example.bank").open(push.body).payload
        }
        #expect(opened == payload)
        await #expect(throws: KeyError.self) { try await server.push(payload, to: "device-8") }
    }

    /// The `main.swift`, which `Scripts/check-readme` builds with the `Package.swift`.
    func main() async throws {
        let server = try BankPushes(folder: "../SealedPush/Simulator/simulator/provider")
        let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
        let push = try await server.push(payload, to: "jane")
        print(String(decoding: push.body, as: UTF8.self))
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        let page = try DocumentExamples(of: "SealedPush.docc/FirstSealedPush.md")
        #expect(page.examples.count == 3)
        #expect(page.uncompiledLines == [])
    }
}
