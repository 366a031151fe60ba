import ExtensionHost
import Foundation
import Keychain
import PhoneState
import PushOpener
import PushSealer
import SealedNotifications
import TestSupport
import Testing
import UserNotifications

// The code of Documentation/on-the-device.md and of the guide to the extension, compiled and run as it is printed there.

/// The app's keys in the keychain, in a group that the app, the extension and the widget have in common.
nonisolated let bankKeys = KeychainKeyStore(accessGroup: "A1B2C3D4E5.com.example.bank.keys")

nonisolated class BankNotificationService: SealedNotificationService {
    override var topic: String { "com.example.bank" }

    override func keys() throws -> OpeningKeys {
        try OpeningKeys(device: bankKeys.keyring("phone"), provider: bankKeys.publicKeyring("bank"))
    }
}

nonisolated final class SeveralBanksService: BankNotificationService {
    override var stages: [NotificationStage] {
        [
            NotificationStage("bank") { content, push in
                content.userInfo["sealedBy"] = push.envelope.sender?.description
                return content
            }
        ]
    }

    override func allowsChange(of notification: UNNotification, by push: OpenedPush) -> Bool {
        guard let sender = push.envelope.sender?.description else { return false }
        return notification.request.content.userInfo["sealedBy"] as? String == sender
    }
}

nonisolated func openedLater() async throws -> [OpenedPush] {
    let keys = try OpeningKeys(device: bankKeys.keyring("phone"), provider: bankKeys.publicKeyring("bank"))
    let opener = try Opener(keys: keys, topic: "com.example.bank")
    return await UNUserNotificationCenter.current().deliveredNotifications().compactMap { notification in
        guard let payload = try? Payload(userInfo: notification.request.content.userInfo) else { return nil }
        return try? opener.open(payload, request: notification.request.identifier)
    }
}

nonisolated final class ReportingService: SealedNotificationService {
    override var topic: String { "com.example.bank" }

    override func keys() throws -> OpeningKeys {
        try OpeningKeys(
            device: bankKeys.loadOrMake("phone", role: .device),  // a new key where it was lost
            provider: bankKeys.publicKeyring("bank")
        )
    }

    override func didHandOver(_ report: ServiceReport) {
        for keyReport in report.keyReports {
            let file = sharedFolder.appending(path: "report-\(keyReport.subject.rawValue)")
            try? Data(keyReport.serialized()).write(to: file, options: .atomic)
        }
    }
}

func sendReports(to server: BankServer) async throws {
    for subject in ["recipient", "sender"] {
        let file = sharedFolder.appending(path: "report-\(subject)")
        guard let message = try? Data(contentsOf: file) else { continue }
        try FileManager.default.removeItem(at: file)
        switch try await server.action(for: message) {
        case .update, .reRegister: try await server.enrol()  // offer, challenge, answer: keys.md, section 6
        case .wait: try await server.pinProviderKeys()  // the provider has a key that this device does not know
        case .ignore: break
        }
    }
}

/// The app's own client of its server; the server's answer is that of a registration in memory.
actor BankServer {
    let registry: DeviceRegistry
    private(set) var calls: [String] = []

    init(_ registry: DeviceRegistry) { self.registry = registry }

    func action(for message: Data) async throws -> KeyReport.Action {
        try await registry.receive(KeyReport(parsing: Array(message)), for: "jane")
    }

    func enrol() throws { calls.append("enrol") }
    func pinProviderKeys() throws { calls.append("pin") }
}

nonisolated struct DeliveryAttributes: ActivityAttributes {
    /// The object that ActivityKit decodes from the push.
    struct ContentState: Codable, Hashable {
        let sealed: String
    }
}

/// The state that the provider sealed.
nonisolated struct DeliveryState: Decodable {
    let courier: String
    let stopsLeft: Int
    let kilometers: Double
}

nonisolated func openedState(of context: ActivityViewContext<DeliveryAttributes>) throws -> DeliveryState {
    let keys = try OpeningKeys(device: bankKeys.keyring("phone"), provider: bankKeys.publicKeyring("bank"))
    let opener = try Opener(keys: keys, topic: "com.example.bank")
    return try opener.open(DeliveryState.self, from: context.state.sealed, purpose: .contentState)
}

/// ActivityKit's protocol, which Linux does not have.
protocol ActivityAttributes {
    associatedtype ContentState: Codable & Hashable
}

/// WidgetKit's value, which Linux does not have.
struct ActivityViewContext<Attributes: ActivityAttributes> {
    let state: Attributes.ContentState
}

/// The executable of an extension; it runs until the host ends it.
func bankExtension() {
    // An executable has this line only.

    ExtensionProcess.serve { BankNotificationService() }

}

/// Opens nothing and never calls the handler.
private final class HangingService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}
}

private let sharedFolder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

@Suite("The examples of on-the-device.md run", .serialized)
final class OnTheDeviceSnippets {
    let bank: Keyring
    let published: Keyring
    let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
    let push: SealedPush

    init() throws {
        try FileManager.default.createDirectory(at: sharedFolder, withIntermediateDirectories: true)
        bank = try Keyring.generate(name: "bank", role: .provider)
        published = try bank.publicHalf()
        push = try Sealer(from: bank, topic: "com.example.bank")
            .seal(payload, to: DeviceKey().publicKey, placeholder: Placeholder(title: "New activity"))
    }

    deinit {
        try? FileManager.default.removeItem(at: sharedFolder)
    }

    /// Seals as the provider does, whose registry has the key of the phone.
    func seal(_ payload: Payload, on phone: Phone) throws -> SealedPush {
        let key = try #require(try phone.perform { try bankKeys.publicKeyring("phone").primary.devicePublicKey })
        let placeholder = payload.aps.alert == nil ? .standard : Placeholder(title: "New activity")
        return try Sealer(from: bank, topic: "com.example.bank").seal(payload, to: key, placeholder: placeholder)
    }

    func enrolledPhone() throws -> Phone {
        let phone = Phone(entitlements: Entitlements(team: "A1B2C3D4E5", keychainGroups: ["com.example.bank.keys"]))
        try phone.perform {
            try bankKeys.loadOrMake("phone", role: .device)
            try bankKeys.pin(published)
        }
        phone.lock()
        return phone
    }

    @Test("a payment shows its sender")
    func payment() async throws {
        let phone = try enrolledPhone()
        let push = try seal(payload, on: phone)  // by the provider's code, to the device's key
        let host = ExtensionHost(phone: phone) { BankNotificationService() }
        let delivery = await host.deliver(try Payload(parsing: push.body))
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
    }

    @Test("a conversation that was read elsewhere leaves the phone")
    func readElsewhere() async throws {
        let phone = try enrolledPhone()
        let host = ExtensionHost(phone: phone) { BankNotificationService() }
        for text in ["Lunch?", "At noon"] {
            var message = Payload(alert: Alert(title: "Jane", body: text))
            message.aps.threadID = "jane"
            _ = await host.deliver(try Payload(parsing: seal(message, on: phone).body))
        }
        #expect(phone.deliveredNotifications.count == 2)

        var read = Payload(alert: Alert(title: "Messages from Jane were read"))
        read.aps.interruptionLevel = .passive
        read.commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        let delivery = await host.deliver(try Payload(parsing: seal(read, on: phone).body))
        #expect(delivery.commands?.removed == 2)
        #expect(phone.deliveredNotifications.map(\.request.content.title) == ["Messages from Jane were read"])
    }

    @Test("the app opens a push that arrived before the first unlock")
    func beforeFirstUnlock() async throws {
        let phone = try enrolledPhone()
        let push = try seal(payload, on: phone)
        let host = ExtensionHost(phone: phone) { BankNotificationService() }
        _ = await host.deliver(try Payload(parsing: push.body))
        phone.restart()
        #expect(await host.deliver(try Payload(parsing: push.body)).content.title == "New activity")
        await #expect(throws: KeyError.self) { try await phone.perform { try await openedLater() } }
        phone.unlock()
        let opened = try await phone.perform { try await openedLater() }
        #expect(opened.map(\.payload.aps.alert?.title) == ["Payment received"])
    }

    @Test("a device that lost its key reports it, and its app is told to enrol again")
    func lostKey() async throws {
        let phone = try enrolledPhone()
        let push = try seal(payload, on: phone)
        let registry = try DeviceRegistry(MemoryKeyStore(), provider: bank)
        let key = try #require(try phone.perform { try bankKeys.publicKeyring("phone").primary.devicePublicKey })
        try await registry.import([(id: "jane", key: key)])
        let server = BankServer(registry)
        let host = ExtensionHost(phone: phone) { ReportingService() }
        #expect(await host.deliver(try Payload(parsing: push.body)).outcome == .opened)
        try await sendReports(to: server)
        #expect(await server.calls == [])

        try phone.perform { try bankKeys.remove("phone") }
        #expect(await host.deliver(try Payload(parsing: push.body)).reason?.code.description == "unknownKey")
        try await sendReports(to: server)
        try await sendReports(to: server)
        #expect(await server.calls == ["enrol"])
    }

    @Test("an extension that hangs shows the placeholder")
    func hang() async throws {
        let clock = ManualClock()
        let host = ExtensionHost(clock: clock) { HangingService() }
        let run = host.start(try Payload(parsing: push.body))
        await run.reached(.returned)
        clock.advance(by: .seconds(30))
        await run.reached(.expiryReturned)
        clock.advance(by: host.policy.grace)
        let delivery = await run.delivery
        #expect(delivery.reason?.code == .noAnswer)
        #expect(delivery.content.title == "New activity")
    }

    @Test("an executable that is missing shows the placeholder")
    func process() async throws {
        // The executable of the page does not exist here.

        let host = ExtensionProcessHost(executable: ".build/debug/BankExtension")
        let delivery = await host.deliver(try Payload(parsing: push.body))

        #expect(delivery.reason?.code == .notStarted)
        #expect(delivery.content.title == "New activity")
    }

    @Test("a host with the strings of an app")
    func localized() async throws {
        // The page's bundle does not exist here, so no key is found.
        let phone = Phone()

        phone.strings = Localization(bundle: "Example.app", languages: ["pt-BR", "en"])
        let host = ExtensionHost(phone: phone) { BankNotificationService() }

        let alert = try Payload(parsing: Array(#"{"aps":{"alert":{"title-loc-key":"TITLE"}}}"#.utf8))
        #expect(await host.deliver(alert).content.title == "TITLE")
    }

    @Test("a widget opens a sealed state, and no other envelope")
    func widget() throws {
        let phone = try enrolledPhone()
        let activity = try seal(
            .liveActivityUpdate(
                contentState: ["courier": "Jane", "stopsLeft": 3, "kilometers": 2.75], timestamp: 1_793_448_000),
            on: phone)
        let aps = try Payload(parsing: activity.body).aps
        #expect(aps.members["timestamp"] == 1_793_448_000)
        let state = try JSONDecoder().decode(
            DeliveryAttributes.ContentState.self, from: Data(try #require(aps.contentState).serialized()))
        let opened = try phone.perform { try openedState(of: ActivityViewContext(state: state)) }
        #expect(opened.courier == "Jane")
        #expect(opened.stopsLeft == 3)
        #expect(opened.kilometers == 2.75)

        let alert = try #require(try Payload(parsing: seal(payload, on: phone).body)["sealed"]?.stringValue)
        #expect(throws: Refusal.self) {
            try phone.perform { try openedState(of: ActivityViewContext(state: .init(sealed: alert))) }
        }
    }

    @Test("every example is printed as it is compiled here")
    func printed() throws {
        let page = try DocumentExamples(of: "on-the-device.md")
        #expect(page.examples.count == 4)
        #expect(page.uncompiledLines == [])
        for paragraph in page.examples.flatMap({ $0.split(separator: "") })
        where !paragraph.contains("import PushOpener") {
            #expect(page.source.split(separator: "").contains { $0.elementsEqual(paragraph) })
        }
    }
}
