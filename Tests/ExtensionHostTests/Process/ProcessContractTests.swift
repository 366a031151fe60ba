import Foundation
import KeyManagement
import Keychain
import PhoneState
import PushPayload
import PushSealer
import StrictJSON
import Testing
import UserNotifications

@testable import ExtensionHost

@Suite("The contract holds for an extension in a process of its own")
struct ProcessContractTests {
    @Test("the extension's content is shown")
    func modified() async {
        let delivery = await Specimens.host().deliver(Specimens.push("answer", number: 7))
        #expect(delivery.outcome == .modified)
        #expect(delivery.content.subtitle == "changed")
        #expect(delivery.content.body == "Push 7")
        #expect(delivery.extensionErrors.isEmpty)
        #expect(delivery.reason == nil)
    }

    @Test("an extension in a process of its own has the strings of its phone")
    func strings() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let file = folder.appending(path: "en.lproj/Localizable.strings")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("K = \"From %@\";".utf8).write(to: file)
        let phone = Phone()
        phone.strings = Localization(bundle: folder.path, languages: ["en"])
        let delivery = await Specimens.host(phone: phone).deliver(Specimens.push("localized"))
        #expect(delivery.content.body == "From Jane")
        #expect(await Specimens.host().deliver(Specimens.push("localized")).content.body == "K")
        // A placeholder of keys has been looked up before.
        let alert: JSONValue = ["title-loc-key": "K", "title-loc-args": ["Ben"]]
        let placeholder = Payload(["aps": ["alert": alert, "mutable-content": 1], "do": "localized"])
        let content = await Specimens.host(phone: phone).deliver(placeholder).content
        #expect(content.title == "From Ben" && content.body == "From Jane")
    }

    @Test("one process is reused for many pushes, and each gets its own answer")
    func reused() async {
        let host = Specimens.host()
        var pids: Set<String> = []
        for _ in 0..<20 { pids.insert(await host.deliver(Specimens.push("pid")).content.body) }
        #expect(pids.count == 1)
        #expect(await host.startedProcesses == 1)
    }

    @Test("several pushes at once do not get in each other's way")
    func severalAtOnce() async {
        let host = Specimens.host()
        await withTaskGroup(of: (Int, Delivery).self) { group in
            for number in 0..<60 {
                group.addTask { (number, await host.deliver(Specimens.push("sleep", number: number))) }
            }
            for await (number, delivery) in group {
                #expect(delivery.content.body == "Push \(number)")
                #expect(delivery.outcome == .modified)
            }
        }
        #expect(await host.startedProcesses <= 4)
        await host.shutDown()
    }

    @Test("the same push twice keeps its identifier")
    func twice() async {
        let host = Specimens.host()
        for _ in 0..<2 {
            #expect(await host.deliver(Specimens.push("identifier"), identifier: "push-1").content.body == "push-1")
        }
    }

    @Test("every property of the content comes through the channel")
    func everything() async {
        let content = await Specimens.host().deliver(Specimens.push("everything")).content
        #expect(content.badge == 7)
        #expect(content.sound == .criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.25))
        #expect(content.threadIdentifier == "thread")
        #expect(content.categoryIdentifier == "category")
        #expect(content.launchImageName == "image")
        #expect(content.targetContentIdentifier == "target")
        #expect(content.filterCriteria == "filter")
        #expect(content.interruptionLevel == .critical)
        #expect(content.relevanceScore == 0.1)
        #expect(content.summaryArgument == "argument")
        #expect(content.summaryArgumentCount == 3)
        #expect(content.userInfo["date"] as? Date == Date(timeIntervalSinceReferenceDate: 0.1))
        #expect(content.userInfo["data"] as? Data == Data([1, 2, 255]))
        #expect(content.userInfo["infinite"] as? Double == .infinity)
        #expect(content.userInfo["true"] as? Bool == true)
        #expect(content.userInfo["$"] as? [String: String] == ["$": "dollar"])
        #expect(((content.userInfo["list"] as? [Any])?[2] as? [String: Int]) == ["three": 3])
    }

    @Test("user info that is too deep or too large is refused and reported", arguments: ["deep", "huge"])
    func userInfo(order: String) async {
        let delivery = await Specimens.host { $0.memory = 512 << 20 }.deliver(Specimens.push(order))
        #expect(delivery.content.subtitle == "changed")
        #expect(delivery.content.userInfo["do"] as? String == order)
        #expect(delivery.extensionErrors.map(\.code) == [.userInfoNotPropertyList])
    }

    @Test("the first call of the handler wins, and the later ones are reported")
    func handlerTwice() async {
        let delivery = await Specimens.host().deliver(Specimens.push("twice"))
        #expect(delivery.outcome == .modified)
        #expect(delivery.extensionErrors.map(\.code) == [.handlerCalledAgain])
    }

    @Test("the call for the end brings the best attempt")
    func expiry() async {
        let clock = ManualClock()
        let host = Specimens.host(clock: clock)
        let run = await host.start(Specimens.push("late"))
        await run.reached(.returned)
        clock.advance(by: .seconds(30))
        let delivery = await run.delivery
        #expect(delivery.content.body == "best attempt")
        #expect(delivery.reason?.code == .timeExpired)
        #expect(delivery.timings.expired != nil)
    }

    @Test("the original is shown if neither method calls the handler")
    func silent() async {
        let (delivery, _) = await Specimens.overrun("silent", after: .returned)
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .noAnswer)
        #expect(delivery.extensionErrors.map(\.code) == [.noAnswer])
    }

    @Test("an executable that hangs before it serves shows the original, and the error is that no method was called")
    func neverServes() async {
        let clock = ManualClock()
        let host = ExtensionProcessHost(executable: "/bin/sleep", arguments: ["1000"], clock: clock)
        let run = await host.start(Specimens.push("answer"))
        for duration in [host.policy.timeLimit, host.policy.grace] {
            _ = await clock.nextDeadline()
            clock.advance(by: duration)
        }
        let delivery = await run.delivery
        #expect(delivery.reason?.description == "noAnswer: the extension handed over no content within 30.0 seconds")
        #expect(delivery.extensionErrors.map(\.description) == ["noAnswer: neither method was called in time"])
        #expect(delivery.timings.called == nil)
    }

    @Test("a push that the contract keeps from the extension starts no process")
    func notCalled() async {
        let host = Specimens.host()
        let payload = Payload(["aps": ["alert": ["title": "text"]]])
        #expect(await host.deliver(payload).reason?.code == .notMutable)
        #expect(await host.startedProcesses == 0)
    }

    @Test("a missing executable shows the original, with a reason")
    func notStarted() async {
        let delivery = await ExtensionProcessHost(executable: "/nonexistent").deliver(Specimens.push("answer"))
        #expect(delivery.outcome == .unchanged)
        #expect(delivery.reason?.code == .notStarted)
        #expect(delivery.content.title == "New activity")
    }

    @Test("an executable that is not an extension shows the original", arguments: ["/bin/true", "/bin/cat"])
    func noExtension(path: String) async {
        let delivery = await ExtensionProcessHost(executable: path, policy: .onBusyMachine).deliver(
            Specimens.push("answer"))
        #expect(delivery.reason?.code == .crashed)
        #expect(delivery.content.title == "New activity")
    }

    @Test(
        "a sealed push is opened in the process, with its report, and a plain push is shown as it is")
    func sealed() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let directory = KeyDirectory(folder)
        let phone = try #require(try directory.generate("phone", role: .device).primary.devicePublicKey)
        let sealer = try Sealer(from: directory.generate("bank", role: .provider), topic: Bank.topic)
        let push = try Payload(parsing: sealer.seal(Bank.payment, to: phone, placeholder: Bank.placeholder).body)

        let host = ExtensionProcessHost(
            executable: Specimens.executable, arguments: [folder], policy: .onBusyMachine, limits: Specimens.limits)
        let delivery = await host.deliver(push)
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "Payment received")
        #expect(delivery.json["content"]?.objectValue?["userInfo"] == .object(Bank.payment.root))

        let plain = await host.deliver(.ordinary)
        #expect(plain.outcome == .unchanged)
        #expect(plain.reason?.code == .notSealed)
    }

    @Test("an extension in a process of its own has the keychain of its phone, and its end leaves the keychain whole")
    func keychain() async throws {
        let phone = Phone(entitlements: Entitlements(keychainGroups: ["keys"]))
        let store = KeychainKeyStore(accessGroup: phone.entitlements.keychainAccessGroups.first)
        let bank = try Keyring.generate(name: "bank", role: .provider)
        let sealer = try Sealer(from: bank, topic: Bank.topic)
        try phone.perform { try store.pin(bank.publicHalf()) }
        func host() -> ExtensionProcessHost {
            ExtensionProcessHost(
                executable: Specimens.executable, arguments: ["--keychain", store.accessGroup ?? ""], phone: phone,
                policy: .onBusyMachine, limits: Specimens.limits)
        }
        func deliver(to key: DevicePublicKey, _ host: ExtensionProcessHost) async throws -> Delivery {
            let push = try sealer.seal(Bank.payment, to: key, placeholder: Bank.placeholder)
            return await host.deliver(try Payload(parsing: push.body))
        }
        let first = host()
        phone.restart()
        let early = try await deliver(to: DeviceKey().publicKey, first)
        #expect(early.reason?.code == .keysUnavailable)
        #expect(early.reason?.explanation == "the device was not unlocked since it started")
        phone.unlock()
        phone.lock()
        // The extension makes the device's key, since there is none.
        #expect(try await deliver(to: DeviceKey().publicKey, first).reason?.code.description == "unknownKey")
        for pid in await first.processIdentifiers { kill(pid, SIGKILL) }
        await first.shutDown()
        let key = try phone.perform { try store.keyring("phone").recipient.key }
        let opened = try await deliver(to: key, host())
        #expect(opened.outcome == .opened && opened.content.title == "Payment received")
        // An executable without the group.
        let other = ExtensionProcessHost(
            executable: Specimens.executable, arguments: ["--keychain", store.accessGroup ?? ""],
            phone: phone.with(Entitlements()), policy: .onBusyMachine, limits: Specimens.limits)
        let refused = try await deliver(to: key, other)
        #expect(refused.reason?.code == .keysUnavailable)
        #expect(refused.reason?.explanation.contains("no entitlement") == true)
    }
}
