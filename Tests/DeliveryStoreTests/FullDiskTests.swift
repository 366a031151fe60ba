import DeliveryStore
import ExtensionHost
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import TestSupport
import Testing
import UserNotifications

/// The extension's process may let no file grow (`RLIMIT_FSIZE`), so that the system refuses each write of SQLite's, as on a
/// full disk.
@Suite("A full disk costs no push")
final class FullDiskTests {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    init() throws {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static let executable = Command.built("StoreSpecimen")

    /// A policy with a time limit that no push reaches, however busy the machine is.
    static let policy: SystemPolicy = {
        var policy = SystemPolicy()
        policy.timeLimit = .seconds(600)
        return policy
    }()

    /// A host whose extension has no room on the disk.
    func full(_ store: String) -> ExtensionProcessHost {
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""
        return ExtensionProcessHost(
            executable: "/bin/sh", arguments: ["-c", script, Self.executable, folder.path, store], policy: Self.policy)
    }

    func roomy(_ store: String) -> ExtensionProcessHost {
        ExtensionProcessHost(executable: Self.executable, arguments: [folder.path, store], policy: Self.policy)
    }

    @Test("a push is shown with a reason, and the store keeps its entries", arguments: [true, false])
    func fullDisk(isNew: Bool) async throws {
        let directory = KeyDirectory(folder.path)
        let phone = try #require(try directory.generate("phone", role: .device).primary.devicePublicKey)
        let sealer = try Sealer(from: directory.generate("bank", role: .provider), topic: "com.example.bank")
        let pushes = try (0..<2).map { _ in
            let sealed = try sealer.seal(Payload(alert: Alert(title: "Payment received")), to: phone)
            return try Payload(parsing: sealed.body)
        }
        let store = folder.appending(path: "delivery.sqlite").path
        let before = roomy(store)
        if !isNew { #expect(await before.deliver(pushes[0]).reason == nil) }
        await before.shutDown()

        let full = full(store)
        for push in pushes {
            let delivery = await full.deliver(push)
            let isKnown = !isNew && push == pushes[0]
            #expect(delivery.outcome == .opened || isKnown && delivery.reason?.code.description == "replayed")
            #expect(delivery.reason?.code == .storeUnavailable || isKnown)
            #expect(delivery.content.title == (delivery.outcome == .opened ? "Payment received" : "New notification"))
        }
        await full.shutDown()

        let after = roomy(store)
        #expect(await after.deliver(pushes[0]).reason?.code.description == (isNew ? nil : "replayed"))
        #expect(await after.deliver(pushes[1]).reason == nil)
        #expect(await after.deliver(pushes[1]).reason?.code.description == "replayed")
        await after.shutDown()
    }
}
