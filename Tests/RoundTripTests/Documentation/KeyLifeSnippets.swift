import Foundation
import KeyManagement
import Keychain
import PhoneState
import PushOpener
import PushSealer
import TestSupport
import Testing

/// The code of the guide to rotation, compiled and run as it is printed there.
@Suite("The examples of the guide to rotation run")
struct KeyLifeSnippets {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    private struct Vault {
        func secret(_: String) async throws -> [UInt8] { Array("correct horse".utf8) }
    }

    /// The messages go over HTTP as JSON.
    private func server<Message: Codable>(_ message: Message) throws -> Message {
        try JSONDecoder().decode(Message.self, from: JSONEncoder().encode(message))
    }

    @Test("a device and a server go through the life of their keys")
    func life() async throws {
        let entitlements = Entitlements(team: "A1B2C3D4E5", keychainGroups: ["com.example.bank.keys"])
        try await Phone(entitlements: entitlements).perform { try await lifeOnPhone() }
    }

    private func lifeOnPhone() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let serverFolder = "\(folder)/server"
        let payload = Payload(alert: Alert(title: "Payment received"))
        let serverKeys = KeyDirectory(serverFolder)
        let bank = try await serverKeys.loadOrMake(named: "bank", role: .provider)
        let sealer = try Sealer(from: bank, topic: "com.example.bank")

        let (store, published) = (MemoryKeyStore(), try bank.publicHalf())
        let context = EnrolmentContext(topic: "com.example.bank", audience: "account-4711")
        let registry = try DeviceRegistry(store, provider: bank, context: context)

        let keys = KeychainKeyStore(accessGroup: "A1B2C3D4E5.com.example.bank.keys")  // of the app and its extensions
        try keys.pin(published)  // the bank's public keyring, which came with the app or from the server

        let pinned = try keys.publicKeyring("bank")
        let offer = try server(keys.offer("phone", pinned: pinned))  // `server` encodes, sends and decodes
        let challenge = try await server(registry.challenge(offer, for: "device-7"))
        let answer = try server(keys.change("phone") { try $0.answer(challenge, from: pinned, context: context) })
        let confirmation = try await server(registry.confirm(answer, for: "device-7"))
        try keys.change("phone") { try $0.finish(confirmation) }

        let push = try await sealer.with(audience: "account-4711").seal(
            payload, to: registry.recipient(for: "device-7"))
        let opener = try Opener(
            keys: OpeningKeys(device: keys.keyring("phone"), provider: keys.publicKeyring("bank")),
            topic: "com.example.bank",
            audience: "account-4711")
        #expect(try opener.open(push.body).payload.aps.alert?.title == "Payment received")

        try await serverKeys.rotateIfDue(named: "bank")  // once a day
        let warnings = try keys.publicKeyring("phone").warnings()
        if warnings.contains(where: { $0.kind == .dueSoon || $0.kind == .overdue }) {
            // Enrol a new key.
        } else if try keys.keyring("phone").awaitedAnswer != nil {
            // Send it again; the server returns the confirmation.
        }

        try await serverKeys.change(named: "bank") { try $0.rotate() }
        // The device has not asked for the new set yet, so that its pushes are sealed by the former key.
        let next = try await sealer.with(audience: "account-4711").seal(
            payload, to: registry.recipient(for: "device-7"))
        #expect(try opener.open(next.body).payload.aps.alert?.title == "Payment received")

        try await registry.forget("device-7")
        try await keys.remove("phone")
        #expect(try await registry.registration(of: "device-7") == nil)
    }

    @Test(
        "a server takes the passphrase of its keyring from a file, a function or a vault",
        .enabled(if: Passphrase.isSupported, "this build has no passphrases"))
    func passphrases() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (serverFolder, vault, passphraseFile) = (folder, Vault(), "/run/credentials/bank")
        let passphrase = try Passphrase(copying: Array("correct horse".utf8).span)
        try KeyDirectory(folder).generate("bank", role: .provider)
        try KeyDirectory(folder).change("bank") {
            try $0.protect(with: passphrase, cost: PassphraseCost(passes: 1, memoryByteCount: 8192))
        }

        let fromFile = KeyDirectory(serverFolder, passphrase: .file(passphraseFile))
        let text = try await vault.secret("push/bank")
        let secret = try Passphrase(copying: text.span)
        let fromVault = KeyDirectory(serverFolder, passphrase: .closure { _ in secret })
        let bank = try await fromVault.keyring(named: "bank")

        try await fromVault.change(named: "bank") { try $0.protect(with: passphrase) }  // or removeProtection()

        #expect(bank.isProtected && bank.isSecret)
        #expect(throws: KeyError.self) { try fromFile.keyring("bank") }
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        let page = try DocumentExamples(of: "SealedPush.docc/RotatingKeys.md")
        #expect(page.examples.count == 4)
        #expect(page.uncompiledLines == [])
    }

    @Test("keys.md has every public type of KeyManagement and KeyDatabase")
    func types() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        let page = try String(contentsOf: root.appending(path: "Documentation/keys.md"), encoding: .utf8)
        let words = Set(page.matches(of: /[A-Za-z]+/).map { String($0.output) })
        let types = try ["Core/KeyManagement", "Provider/KeyDatabase"].flatMap { module in
            try Self.publicTypes(in: root.appending(path: "Sources/\(module)"))
        }
        #expect(types.count > 30)
        #expect(types.filter { !words.contains($0) } == [])
    }

    private static func publicTypes(in folder: URL) throws -> [String] {
        let declaration = /(?m)^public (?:final )?(?:class|struct|enum|protocol|typealias) ([A-Za-z]+)/
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        return try files.flatMap { file in
            try String(contentsOf: folder.appending(path: file), encoding: .utf8).matches(of: declaration)
                .map { String($0.output.1) }
        }
    }
}
