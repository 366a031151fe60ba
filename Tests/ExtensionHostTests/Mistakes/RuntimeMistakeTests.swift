import ExtensionHost
import Foundation
import KeyManagement
import PhoneKeychain
import PhoneState
import PushOpener
import PushPayload
import StrictJSON
import Synchronization
import Testing
import UserNotifications

/// Mistakes of extensions that shipped elsewhere; each test is named after one, with the number of the project's list.
///
/// The other half of the list is in RoundTripTests.
@Suite("Known mistakes: the extension")
struct RuntimeMistakeTests {
    /// A service that shows nothing that was not sealed.
    private final class Strict: BankService {
        override var requiresSealed: Bool { true }
    }

    @Test("9: falling through to a plain alert when the ciphertext is missing")
    func fallThrough() async throws {
        let bank = try Bank()
        let plain = Payload(["aps": ["alert": ["title": "Send money", "body": "to Mallory"], "mutable-content": 1]])
        let lax = await ExtensionHost { bank.service() }.deliver(plain)
        // It is shown as any push of the app is, and never called opened.
        #expect(lax.outcome == .unchanged && lax.reason?.code == .notSealed)
        let strict = await ExtensionHost { Strict(keys: bank.keys) }.deliver(plain)
        #expect(strict.outcome == .placeholder && strict.reason?.code == .notSealed)
        #expect(strict.content.title == "New notification" && strict.content.body == "")
    }

    @Test("12: plaintext or the envelope left in userInfo")
    func userInfo() async throws {
        let bank = try Bank()
        let opened = await ExtensionHost { bank.service() }.deliver(try bank.seal())
        #expect(opened.outcome == .opened)
        // What the provider meant, and nothing of what carried it.
        #expect(try Payload(userInfo: opened.content.userInfo).root == Bank.payment.root)
        let other = try Bank()
        let refused = await ExtensionHost { other.service() }.deliver(try bank.seal())
        let kept = String(decoding: JSONValue.object(refused.json).serialized(), as: UTF8.self)
        #expect(refused.outcome == .placeholder)
        for secret in ["Payment", "Jane", "DE89", "coins", "giro"] { #expect(!kept.contains(secret)) }
    }

    @Test("12: what was opened, or why it was not, in a log")
    func log() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            let bank = try Bank()
            _ = await ExtensionHost { bank.service() }.deliver(try bank.seal())
            _ = await ExtensionHost { bank.service() }.deliver(try Bank().seal())
        }
        let log = String(decoding: result.standardOutputContent + result.standardErrorContent, as: UTF8.self)
        for secret in ["Payment", "Jane", "DE89", "sealed", "New activity", "unknownKey"] {
            #expect(!log.contains(secret), "\(log)")
        }
    }

    @Test("13: errors on the lock screen, identifiers in the clear", arguments: RefusalTests.refusals.indices)
    func leakyFallback(index: Int) async throws {
        let (code, prepare) = RefusalTests.refusals[index]
        let bank = try Bank()
        let sealed = try prepare(bank).0
        let delivery = await ExtensionHost { (try? prepare(bank).1) ?? bank.service() }.deliver(sealed)
        // The reason is for the caller; the content is the placeholder's for every reason there is.
        #expect(delivery.reason?.code.description == code)
        let shown = UNMutableNotificationContent(sealed)
        #expect(delivery.content.title == shown.title && delivery.content.body == shown.body)
        #expect(delivery.content.subtitle == "" && delivery.content.badge == nil && delivery.content.sound == nil)
        #expect(delivery.content.threadIdentifier == "" && delivery.content.categoryIdentifier == "")
    }

    /// Ways for an extension to come to its end.
    enum Course: CaseIterable { case opens, refuses, keysFail, runsOutOfTime, expiresTwice }

    @Test("16: a handler called twice, never, or after expiry", arguments: Course.allCases)
    func handler(course: Course) throws {
        let bank = try Bank()
        struct Locked: Error {}
        let service: BankService
        switch course {
        case .opens, .expiresTwice: service = bank.service()
        case .refuses: service = try Bank().service()
        case .keysFail: service = BankService { throw Locked() }
        case .runsOutOfTime: service = StageTests.Staged(bank, [StageTests.adding("late", .slow)])
        }
        let calls = Mutex(0)
        let content = UNMutableNotificationContent(try bank.seal())
        service.didReceive(UNNotificationRequest(identifier: "one", content: content, trigger: nil)) { _ in
            calls.withLock { $0 += 1 }
        }
        for _ in 0..<(course == .expiresTwice ? 2 : 1) { service.serviceExtensionTimeWillExpire() }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("17: a keychain class that a locked phone cannot read")
    func keychainClass() async throws {
        let bank = try Bank()
        let phone = Phone()
        // The app keeps a key of its own, with the default class.
        @Sendable func query(_ more: [CFString: Any] = [:]) -> CFDictionary {
            [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "key"].merging(more) { $1 } as CFDictionary
        }
        phone.perform { #expect(SecItemAdd(query([kSecValueData: Data([1])]), nil) == errSecSuccess) }
        let host = ExtensionHost(phone: phone) {
            BankService {
                let status = SecItemCopyMatching(query([kSecReturnData: true]), nil)
                guard status == errSecSuccess else { throw SealedServiceError.beforeFirstUnlock }
                return try bank.keys()
            }
        }
        #expect(await host.deliver(try bank.seal()).outcome == .opened)
        phone.lock()
        let delivery = await host.deliver(try bank.seal())
        #expect(delivery.outcome == .placeholder && delivery.reason?.code == .keysUnavailable)
        #expect(delivery.content.title == "New activity")
        // Mended.
        let change = [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock] as CFDictionary
        phone.unlock()
        phone.perform { #expect(SecItemUpdate(query(), change) == errSecSuccess) }
        phone.lock()
        #expect(await host.deliver(try bank.seal()).outcome == .opened)
    }

    @Test("21: a badge counted up by a process that may run twice")
    func badge() async throws {
        let bank = try Bank()
        let sealed = try bank.seal()
        for _ in 0..<3 {
            let delivery = await ExtensionHost { bank.service() }.deliver(sealed, identifier: "one")
            #expect(delivery.outcome == .opened && delivery.content.badge == 3)
        }
    }

    @Test("22: an attacker-chosen URL loaded from the extension")
    func urls() async throws {
        let listener = try Listener()
        let url = JSONValue.string("http://127.0.0.1:\(listener.port)/pixel.png")
        var payload = Bank.payment
        for name in ["attachment-url", "media-url", "image", "icon", "url", "mutable"] { payload[name] = url }
        payload.root[at: "aps.alert.launch-image"] = url
        payload.root[at: "aps.sound"] = url
        let bank = try Bank()
        let opened = await ExtensionHost { bank.service() }.deliver(try bank.seal(payload))
        #expect(opened.outcome == .opened && opened.content.attachments.isEmpty)
        var plain = payload
        plain.root[at: "aps.mutable-content"] = 1
        #expect(await ExtensionHost { bank.service() }.deliver(plain).outcome == .unchanged)
        #expect(!listener.wasCalled)
        // And that this test would notice.
        listener.call()
        #expect(listener.wasCalled)
    }
}

/// A port of this machine that nobody has a reason to call.
private final class Listener {
    let port: UInt16
    private let descriptor: Int32

    init() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0
                    && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard isListening else { throw CocoaError(.fileReadUnknown) }
    }

    deinit { close(descriptor) }

    /// Whether a connection is waiting.
    var wasCalled: Bool {
        let connection = accept(descriptor, nil, nil)
        if connection >= 0 { close(connection) }
        return connection >= 0
    }

    /// Connects as a loader would.
    func call() {
        let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        close(client)
    }
}
