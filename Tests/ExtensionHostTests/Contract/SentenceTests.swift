import Foundation
import PushPayload
import StrictJSON
import Testing
import UserNotifications

@testable import ExtensionHost

/// Sentences of the contract that no other suite is about, see Documentation/extension-contract.md.
@Suite("The contract holds sentence by sentence")
struct SentenceTests {
    /// What "Modifying content in newly delivered notifications" shows: keep the handler and a best attempt, and say when
    /// the time is over that the text is still encrypted.
    private final class Decrypting: UNNotificationServiceExtension {
        private var handler: ((UNNotificationContent) -> Void)?
        private var best: UNMutableNotificationContent?

        override func didReceive(
            _ request: UNNotificationRequest,
            withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
            handler = contentHandler
            best = request.content.mutableCopy() as? UNMutableNotificationContent
        }

        override func serviceExtensionTimeWillExpire() {
            guard let handler, let best else { return }
            best.subtitle = "(Encrypted)"
            best.body = ""
            handler(best)
        }
    }

    @Test("Apple's pattern: when the time is over the subtitle says (Encrypted), the body is empty, and that is shown")
    func encrypted() async {
        let clock = ManualClock()
        let run = ExtensionHost(clock: clock) { Decrypting() }.start(.ordinary)
        await run.reached(.returned)
        clock.advance(by: .seconds(30))
        let content = await run.delivery.content
        #expect([content.title, content.subtitle, content.body] == ["New activity", "(Encrypted)", ""])
        #expect(await run.delivery.extensionErrors.isEmpty)
    }

    @Test("a process that took too much memory is ended without a call for the end, and the original is shown")
    func outOfMemory() async {
        let host = Specimens.host()
        let delivery = await host.deliver(Specimens.push("leak"))
        #expect(delivery.reason?.code == .memoryExceeded)
        #expect(delivery.timings.expired == nil)
        #expect(delivery.content.title == "New activity")
        #expect(delivery.content.subtitle.isEmpty)
        await host.shutDown()
    }

    @Test("an extension that exceeds its time while starting is not told of the end, and the original is shown")
    func startUp() async {
        var policy = SystemPolicy()
        policy.timeLimit = .milliseconds(200)
        policy.grace = .milliseconds(50)
        let host = ExtensionProcessHost(executable: "/bin/sleep", arguments: ["600"], policy: policy)
        let delivery = await host.deliver(Specimens.push("answer"))
        #expect(delivery.reason?.code == .noAnswer)
        #expect(delivery.timings.called == nil)
        #expect(delivery.timings.expired == nil)
        #expect(delivery.content.title == "New activity")
        await host.shutDown()
        #expect(await host.processIdentifiers.isEmpty)
    }

    @Test("a crashed extension is not started again before the next push")
    func notStartedAgain() async {
        let host = Specimens.host()
        #expect(await host.deliver(Specimens.push("abort")).reason?.code == .crashed)
        #expect(await host.startedProcesses == 1)
        #expect(await host.processIdentifiers.isEmpty)
        #expect(await host.deliver(Specimens.push("answer")).outcome == .modified)
        #expect(await host.startedProcesses == 2)
        await host.shutDown()
    }

    @Test("a payload without a badge leaves the number on the icon as it is, and 0 removes it")
    func badge() {
        #expect(UNMutableNotificationContent(Payload(["aps": ["alert": "text"]])).badge == nil)
        #expect(UNMutableNotificationContent(Payload(["aps": ["badge": 0]])).badge == 0)
    }

    @Test("the alert text may be changed", arguments: ["title", "subtitle", "body"])
    func changed(part: String) async {
        let host = ExtensionHost {
            Changing {
                $0.title = part == "title" ? "other" : ""
                $0.subtitle = part == "subtitle" ? "other" : ""
                $0.body = part == "body" ? "other" : ""
            }
        }
        let delivery = await host.deliver(.ordinary)
        #expect(delivery.outcome == .modified)
        #expect(delivery.content.title + delivery.content.subtitle + delivery.content.body == "other")
    }

    /// One contract for both hosts.
    private func modifies(_ host: some ServiceExtensionHost) async -> Bool {
        await host.deliver(Specimens.push("answer")).content.subtitle == "changed"
    }

    @Test("both hosts have the same interface")
    func bothHosts() async {
        #expect(await modifies(ExtensionHost { Changing { $0.subtitle = "changed" } }))
        let host = Specimens.host()
        #expect(await modifies(host))
        await host.shutDown()
    }
}
