import ExtensionHost
import Foundation
import KeyManagement
import Keychain
import PhoneKeychain
import PhoneState
import PushOpener
import PushSealer
import Synchronization
import Testing
import UserNotifications

@testable import BankPhone

/// The app, its extension and its widget on a phone, against a server of the same requests as `Examples/Provider`.
@Suite("The app on an iPhone")
final class BankTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "bank-\(UUID().uuidString)").path
    private let requests = Mutex<[AppServer.Request]>([])
    private let losesConfirmation = Mutex(false)
    private let server: AppServer
    private let phone: Phone
    private let defaults: UserDefaults

    /// A phone that stays, with the store of the extension, which is one for the process; a busy disk makes it in its own time.
    private static let firstPhone = Result {
        let phone = Phone(
            entitlements: try entitlements(
                "NotificationService/NotificationService", bundle: "com.example.bank.NotificationService"))
        let store = try #require(phone.perform { NotificationService().replayStore })
        let start = Date(timeIntervalSince1970: 0)
        while (try? store.remember([], request: nil, until: start, issuedAt: start, now: start)) == nil {}
        return phone
    }

    init() throws {
        _ = try Self.firstPhone.get()
        server = try AppServer(folder: folder, topic: "com.example.bank")
        phone = Phone(entitlements: try Self.entitlements("App/Bank", bundle: "com.example.bank"))
        // In place of the app's standard ones, which are the test's own in its process.
        defaults = try #require(phone.perform { UserDefaults(suiteName: "standard") })
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The entitlements of a target, from its file as it stands in Xcode.
    private static func entitlements(_ target: String, bundle: String) throws -> Entitlements {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Examples/iPhone/\(target).entitlements")
        return try Entitlements(contentsOf: file, team: "ABCDE12345", bundle: bundle)
    }

    /// Starts the app, which returns the name of its installation.
    private func startApp(
        on phone: Phone, token: [UInt8] = [0x0a, 0xbc], at now: Date = Date()
    ) async throws -> String {
        let enrolment = Enrolment(
            post: { [self] request, installation, message in
                let request = try #require(AppServer.Request(rawValue: request.rawValue))
                requests.withLock { $0.append(request) }
                let response = try await server.receive(request, message, from: installation)
                if request == .answer, losesConfirmation.withLock({ $0 }) { throw CancellationError() }
                return response
            }, defaults: defaults)
        return try await phone.perform { try await enrolment.update(token: Data(token), at: now) }
    }

    /// Seals a push to an installation and returns what its phone shows.
    private func deliver(_ body: String, to installation: String, on phone: Phone) async throws -> Delivery {
        try await deliver(
            Payload(alert: Alert(title: "Payment received", body: body)), to: installation, on: phone)
    }

    private func deliver(_ payload: Payload, to installation: String, on phone: Phone) async throws -> Delivery {
        let push = try await server.seal(payload, to: installation)
        let entitlements = try Self.entitlements(
            "NotificationService/NotificationService", bundle: "com.example.bank.NotificationService")
        let host = ExtensionHost(phone: phone.with(entitlements)) { NotificationService() }
        return await host.deliver(try Payload(parsing: push.body))
    }

    /// The device token in the record that the server keeps of a device.
    private func token(of installation: String) throws -> String? {
        let record = try Data(contentsOf: URL(filePath: folder + "/registrations/\(installation).json"))
        return try JSONValue(parsing: Array(record)).objectValue?["token"]?.stringValue
    }

    @Test("a sealed push is shown on a locked phone, after the app has enrolled")
    func payment() async throws {
        let installation = try await startApp(on: phone)
        phone.lock()
        let delivery = try await deliver("€ 240 from Jane", to: installation, on: phone)
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.content.body == "€ 240 from Jane")
        #expect(try token(of: installation) == "0abc")
    }

    @Test("a picture of the app's host is attached, and the thumbnail if that fails or the host is another")
    func picture() async throws {
        let installation = try await startApp(on: phone)
        let photo: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("photo".utf8)
        let thumbnail: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        for (host, isServed) in [("media.example.com", true), ("media.example.com", false), ("example.com", true)] {
            let url = "https://\(host)/\(UUID().uuidString)"
            var sealer = try AttachmentSealer()
            let start = try sealer.update(photo)
            let (end, attachment) = try sealer.finish(url: url, type: "public.jpeg", thumbnail: thumbnail)
            if isServed { PictureHost.blobs.withLock { $0[url] = start + end } }
            defer { PictureHost.blobs.withLock { $0[url] = nil } }
            var payload = Payload(alert: Alert(title: "Payment received", body: "€ 240 from Jane"))
            payload.attachments = [attachment]
            let delivery = try await deliver(payload, to: installation, on: phone)
            #expect(delivery.content.body == "€ 240 from Jane")
            let shown = try delivery.content.attachments.map { try Array(Data(contentsOf: $0.url)) }
            #expect(shown == [isServed && host == "media.example.com" ? photo : thumbnail])
        }
    }

    @Test("before the first unlock the generic alert is shown, and afterwards the payment")
    func beforeFirstUnlock() async throws {
        let installation = try await startApp(on: phone)
        phone.restart()
        let delivery = try await deliver("€ 240 from Jane", to: installation, on: phone)
        #expect(delivery.content.title == "New activity")
        #expect(delivery.reason?.explanation == "the device was not unlocked since it started")
        phone.unlock()
        #expect(try await deliver("€ 240 from Jane", to: installation, on: phone).outcome == .opened)
    }

    @Test("a push that is sent again is not shown again")
    func replay() async throws {
        let installation = try await startApp(on: phone)
        let payload = Payload(alert: Alert(title: "Payment received", body: "€ 240"))
        let push = try Payload(parsing: await server.seal(payload, to: installation).body)
        let entitlements = try Self.entitlements(
            "NotificationService/NotificationService", bundle: "com.example.bank.NotificationService")
        let host = ExtensionHost(phone: phone.with(entitlements)) { NotificationService() }
        #expect(await host.deliver(push, identifier: "first").outcome == .opened)
        #expect(await host.deliver(push, identifier: "first").outcome == .opened)
        let again = await host.deliver(push, identifier: "second")
        #expect(again.content.title == "New activity" && again.reason?.code.description == "replayed")
    }

    @Test("a phone that is restored from its own backup has its keys, and opens")
    func restoredSamePhone() async throws {
        let installation = try await startApp(on: phone)
        let same = try phone.restored(sameDevice: true)
        #expect(try await deliver("€ 240", to: installation, on: same).outcome == .opened)
    }

    @Test("a second start of the app asks the server for its keys only")
    func unchanged() async throws {
        let installation = try await startApp(on: phone)
        // The second request tells the server that the set is pinned.
        #expect(requests.withLock { $0 } == [.keys, .keys, .offer, .answer, .device])
        #expect(try await startApp(on: phone) == installation)
        #expect(requests.withLock { Array($0.dropFirst(5)) } == [.keys])
    }

    @Test("a key that is due gets a successor when the app starts, and still opens pushes that were sealed to it")
    func renewal() async throws {
        let installation = try await startApp(on: phone)
        let former = try phone.perform { try Bank.keys.keyring("phone").primary.thumbprint }
        let early = try await server.seal(Payload(alert: Alert(title: "Early")), to: installation)
        #expect(try await startApp(on: phone, at: Date(timeIntervalSinceNow: 31 * 86_400)) == installation)
        let late = try await server.seal(Payload(alert: Alert(title: "Late")), to: installation)
        let opened = try phone.perform {
            let opener = try Opener(keys: Bank.openingKeys(), topic: Bank.topic)
            return try [early, late].map { try opener.open($0.body).envelope }
        }
        #expect(opened.map { $0.recipient == former } == [true, false])
        #expect(opened.allSatisfy { $0.suite == .hpkeAuthPSK })
    }

    @Test("an answer whose confirmation was lost is sent again at the next start, and its pushes are shown until then")
    func lostConfirmation() async throws {
        losesConfirmation.withLock { $0 = true }
        await #expect(throws: CancellationError.self) { try await startApp(on: phone) }
        let key = try phone.perform { try Bank.keys.keyring("phone").awaitedAnswer?.key }
        losesConfirmation.withLock { $0 = false }
        _ = try await startApp(on: phone)
        #expect(try phone.perform { try Bank.keys.keyring("phone").primary.thumbprint } == key)
        #expect(requests.withLock { $0.filter { $0 == .offer }.count } == 1)
    }

    @Test("an app that lost its keys is a new installation")
    func lostKeys() async throws {
        let former = try await startApp(on: phone)
        try phone.perform { try Bank.keys.remove("phone") }
        #expect(try await deliver("lost", to: former, on: phone).content.title == "New activity")
        let installation = try await startApp(on: phone)
        #expect(installation != former)
        #expect(try await deliver("found", to: installation, on: phone).outcome == .opened)
    }

    @Test("a phone restored from a backup is a new installation, and the old phone keeps its own")
    func restored() async throws {
        let former = try await startApp(on: phone)
        let restored = try phone.restored()
        let installation = try await startApp(on: restored)
        #expect(installation != former)
        #expect(try await deliver("new", to: installation, on: restored).outcome == .opened)
        #expect(try await deliver("old", to: former, on: phone).outcome == .opened)
    }

    @Test("the server rotates: pushes open before and after the app has pinned the new key")
    func serverRotation() async throws {
        let installation = try await startApp(on: phone)
        try KeyDirectory(folder + "/keys").change("provider") { _ = try $0.rotate(grace: .days(7)) }
        #expect(try await deliver("early", to: installation, on: phone).outcome == .opened)
        _ = try await startApp(on: phone)
        #expect(try await deliver("late", to: installation, on: phone).outcome == .opened)
    }

    @Test("hostile pushes cause one report about a subject per hour")
    func reportsAreBounded() async throws {
        let installation = try await startApp(on: phone)
        let start = Date()
        for (minutes, reports) in [(0.0, 1), (10, 1), (59, 1), (61, 2)] {
            // An envelope names the provider's key in the clear; the device has not pinned this one.
            var payload = try Payload(
                parsing: await server.seal(Payload(alert: Alert(title: "Hi")), to: installation).body)
            var envelope = Array(try #require(payload["sealed"]?.stringValue))
            envelope[9] = envelope[9] == "A" ? "B" : "A"
            payload["sealed"] = .string(String(envelope))
            let host = ExtensionHost(phone: phone) { NotificationService() }
            #expect(await host.deliver(payload).content.title == "New activity")
            #expect(try await startApp(on: phone, at: start.addingTimeInterval(60 * minutes)) == installation)
            #expect(requests.withLock { $0.filter { $0 == .report }.count } == reports)
        }
    }

    @Test("a damaged keyring is made or pinned again", arguments: ["phone", "provider"], ["", "{}", "{\"keys\":[]}"])
    func damagedKeyring(name: String, text: String) async throws {
        let former = try await startApp(on: phone)
        phone.perform {
            let query = [kSecClass: kSecClassGenericPassword, kSecAttrAccount: name as NSString] as CFDictionary
            #expect(SecItemUpdate(query, [kSecValueData: Data(text.utf8) as NSData] as CFDictionary) == errSecSuccess)
        }
        let installation = try await startApp(on: phone)
        #expect((installation == former) == (name == "provider"))
        #expect(try await deliver("new", to: installation, on: phone).outcome == .opened)
    }

    @Test("an older set of the server changes nothing that is pinned, and the server still gets the new device token")
    func olderSet() async throws {
        let installation = try await startApp(on: phone)
        let file = URL(filePath: folder + "/keys/provider.jwks")
        let former = try Data(contentsOf: file)
        try KeyDirectory(folder + "/keys").change("provider") { _ = try $0.rotate() }
        _ = try await startApp(on: phone)
        try former.write(to: file)
        #expect(try await startApp(on: phone, token: [0x0d]) == installation)
        #expect(try token(of: installation) == "0d")
        #expect(try phone.perform { try Bank.keys.publicKeyring("provider").keys.count } == 2)
        #expect(try await deliver("new", to: installation, on: phone).outcome == .opened)
    }

    @Test("a widget opens the states of its activity while the phone is locked, and no older one")
    func widget() async throws {
        let installation = try await startApp(on: phone)
        phone.lock()
        let (activity, other) = (ActivityID(), ActivityID())
        let widget = phone.with(try Self.entitlements("Widget/Widget", bundle: "com.example.bank.Widget"))
        func sealed(_ stops: Int, in activity: ActivityID?, sequence: UInt64) async throws -> String {
            var update = Payload.liveActivityUpdate(
                contentState: ["courier": "Ana", "stopsLeft": .number(JSONNumber(stops))], timestamp: 1)
            if let activity { update.name(activity: activity) }
            let push = try await server.seal(update, to: installation, options: SealOptions(sequence: sequence))
            return try #require(Payload(parsing: push.body).aps.contentState?["sealed"]?.stringValue)
        }
        func stops(_ envelope: String) throws -> Int {
            try widget.perform { try DeliveryState.open(envelope, of: activity.description) }.stopsLeft
        }
        let (first, second) = (
            try await sealed(3, in: activity, sequence: 1), try await sealed(2, in: activity, sequence: 2)
        )
        #expect(try stops(first) == 3 && stops(second) == 2)
        // Drawn again, and an older state that an intermediary sends again.
        #expect(try stops(second) == 2)
        #expect(throws: DeliveryState.Outdated.self) { try stops(first) }
        for strange in [try await sealed(1, in: other, sequence: 3), try await sealed(1, in: nil, sequence: 4)] {
            #expect(#expect(throws: Refusal.self) { try stops(strange) }?.code == .badMessage)
        }
    }

    @Test("a target without the keychain group cannot open, and says why")
    func missingCapability() async throws {
        _ = try await startApp(on: phone)
        let widget = phone.with(Entitlements(team: "ABCDE12345", bundle: "com.example.bank.Widget"))
        let error = #expect(throws: KeyError.self) { try widget.perform { _ = try Bank.openingKeys() } }
        #expect(error?.code == .missingEntitlement)
    }
}
