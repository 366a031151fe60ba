import ExtensionHost
import Foundation
import KeyManagement
import PhoneState
import PushOpener
import PushPayload
import PushSealer
import StrictJSON
import Synchronization
import Testing
import UserNotifications

@Suite("The notifications that sealed commands select")
struct CommandSelectionTests {
    /// A service whose app keeps the senders of its notifications apart.
    final class BySender: BankService {
        override var stages: [NotificationStage] {
            [
                NotificationStage("sender") { content, push in
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

    /// A service that hangs while the commands select notifications.
    final class Hanging: BankService {
        private let asked: AsyncStream<Void>.Continuation
        private let end: DispatchSemaphore

        init(
            asked: AsyncStream<Void>.Continuation, until end: DispatchSemaphore,
            keys: @escaping @Sendable () throws -> OpeningKeys
        ) {
            (self.asked, self.end) = (asked, end)
            super.init(keys: keys)
        }

        override func allowsChange(of notification: UNNotification, by push: OpenedPush) -> Bool {
            asked.finish()
            end.wait()
            return true
        }
    }

    let bank: Bank
    let phone = Phone(clock: ManualClock())

    init() throws { bank = try Bank() }

    private var bodies: [String] { phone.deliveredNotifications.map(\.request.content.body) }

    private func deliver(
        _ payload: Payload, at seconds: Double = 0, identifier: String = UUID().uuidString,
        memory: ReplayMemory? = ReplayMemory(), on other: Phone? = nil
    ) async throws -> Delivery {
        let sealed = try bank.seal(payload, clock: .fixed(phone.now + seconds))
        // The phone's time moves on in a test, and the extension's with it.
        let clock = WallClock.fixed(phone.now)
        let host = ExtensionHost(phone: other ?? phone, policy: .onBusyMachine) { [bank] in
            BankService(clock: clock, memory: memory, keys: bank.keys)
        }
        return await host.deliver(sealed, identifier: identifier)
    }

    /// The phone with removals that take effect after a number of fetches of the delivered notifications.
    private func holdingRemovals(fetches: Int) -> Phone {
        let held = Mutex((fetches: fetches, removals: [PhoneRequest]()))
        return Phone { [phone] request in
            let due = held.withLock { held in
                switch request {
                case .notifications(.removeDelivered):
                    held.removals.append(request)
                    return [PhoneRequest]()
                case .notifications(.delivered) where held.fetches > 0:
                    held.fetches -= 1
                    return [request]
                case .notifications(.delivered):
                    defer { held.removals = [] }
                    return held.removals + [request]
                default: return [request]
                }
            }
            return due.map { phone.answer($0) }.last ?? .done
        }
    }

    private func message(_ number: Int = 7) -> Payload {
        Payload([
            "aps": ["alert": ["title": "Jane", "body": "Message"], "thread-id": "jane"],
            "message": .number(JSONNumber(number)),
        ])
    }

    private func command(_ json: JSONValue) -> Payload {
        Payload(["aps": ["alert": ["title": "Read", "body": "elsewhere"]], "sealedpush": json])
    }

    @Test(
        "of a phone that was offline, a command removes an earlier message by its identifier or a member, not by its thread",
        arguments: [
            (["matching": ["message": [7]]], 1), (["identifiers": ["1"]], 1), (["threads": ["jane"]], 0),
        ] as [(JSONValue, Int)])
    func offline(selection: JSONValue, removed: Int) async throws {
        _ = try await deliver(message(), at: -300, identifier: "1")
        let delivery = try await deliver(command(["remove": selection]), at: -200)
        #expect(delivery.commands?.removed == removed)
        #expect(bodies == (removed == 1 ? [] : ["Message"]) + ["elsewhere"])
    }

    @Test(
        "a thread is that of messages up to a minute later than the command, in whole seconds",
        arguments: [(-60, 1), (-61, 0)] as [(Double, Int)])
    func skew(seconds: Double, removed: Int) async throws {
        let now = phone.now.timeIntervalSinceReferenceDate
        phone.advance(by: .seconds(now.rounded(.up) - now))
        try #require(phone.now.timeIntervalSinceReferenceDate == now.rounded(.up))
        _ = try await deliver(message(), identifier: "1")
        let read = try await deliver(command(["remove": ["threads": ["jane"]]]), at: seconds)
        #expect(read.commands?.removed == removed)
    }

    @Test("a message that was replaced, also twice, is selected by the date of its first delivery")
    func replaced() async throws {
        let first = phone.now
        _ = try await deliver(message(), identifier: "1")
        for body in ["At eight", "At nine"] {
            phone.advance(by: .seconds(300))
            let edit = NotificationCommands(
                replace: .init(NotificationSelection(matching: ["message": [7]]), with: Alert(body: body)))
            #expect(try await deliver(command(edit.json)).commands?.replaced == 1)
        }
        let edited = try #require(phone.deliveredNotifications.first { $0.request.identifier == "1" })
        #expect(edited.request.content.body == "At nine")
        #expect(edited.date >= first + 600)
        let marker = edited.request.content.userInfo["sealedpush"] as? [String: Any]
        #expect(marker?["delivered"] as? Double == first.timeIntervalSince1970)
        #expect(marker?.count == 1)

        let read = try await deliver(command(["remove": ["threads": ["jane"]]]), at: -590)
        #expect(read.commands?.removed == 1)
        #expect(!bodies.contains("At nine"))
    }

    @Test("a push whose clear part has the date of an earlier delivery is not older for it")
    func forgedDate() async throws {
        let payload = Payload([
            "aps": ["alert": ["title": "Ann", "body": "Clear"], "thread-id": "jane", "mutable-content": 1],
            "sealedpush": ["delivered": 0],
        ])
        let host = ExtensionHost(phone: phone) { [bank] in bank.service() }
        _ = await host.deliver(payload, identifier: "1")
        #expect(try await deliver(command(["remove": ["threads": ["jane"]]]), at: -200).commands?.removed == 0)
        #expect(bodies == ["Clear", "elsewhere"])
    }

    @Test("notifications that the app has added itself are not selected")
    func local() async throws {
        phone.perform {
            let content = UNMutableNotificationContent()
            (content.title, content.body, content.threadIdentifier) = ("Alarm", "Local", "jane")
            content.userInfo = ["message": 7]
            let center = UNUserNotificationCenter.current()
            center.add(UNNotificationRequest(identifier: "1", content: content, trigger: nil))
            let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 1, repeats: false)
            center.add(UNNotificationRequest(identifier: "2", content: content, trigger: trigger))
        }
        phone.advance(by: .seconds(2))
        _ = try await deliver(message(), identifier: "3")
        for selection in [
            ["matching": ["message": [7]]], ["identifiers": ["1", "2"]], ["threads": ["jane"]],
        ] as [JSONObject] {
            var replace = selection
            replace["alert"] = ["body": "Replaced"]
            _ = try await deliver(command(["remove": .object(selection), "replace": .object(replace)]))
        }
        #expect(bodies == ["Local", "Local", "elsewhere", "elsewhere", "elsewhere"])
    }

    @Test("an app that keeps its senders apart lets none change the notifications of the other")
    func senders() async throws {
        let other = try Keyring.generate(name: "other", role: .provider)
        var pinned = try bank.provider.publicHalf()
        try pinned.pin(#require(try other.primary.providerPublicKey))
        let keys = try OpeningKeys(device: bank.device, provider: pinned)
        let memory = ReplayMemory()
        let host = ExtensionHost(phone: phone) { BySender(memory: memory) { keys } }
        let key = try #require(try bank.device.primary.devicePublicKey)
        func deliver(_ payload: Payload, from provider: Keyring) async throws -> Delivery {
            let push = try Sealer(from: provider, topic: Bank.topic).seal(payload, to: key)
            return await host.deliver(try Payload(parsing: push.body))
        }

        var claiming = message()
        claiming["sealedBy"] = .string(try bank.provider.primary.id.description)
        _ = try await deliver(claiming, from: other)
        _ = try await deliver(message(), from: bank.provider)
        let all: JSONValue = ["remove": ["matching": ["message": [7]]]]
        let edit: JSONValue = ["replace": ["threads": ["jane"], "alert": ["body": "Edited"]]]
        let edited = try await deliver(command(edit), from: other)
        #expect(edited.commands?.replaced == 1)
        #expect(bodies == ["Message", "Edited", "elsewhere"])
        let removed = try await deliver(command(all), from: bank.provider)
        #expect(removed.commands?.removed == 1)
        #expect(bodies == ["Edited", "elsewhere", "elsewhere"])
    }

    @Test("the app's own permission applies to the commands of a background push")
    func background() async throws {
        _ = try await deliver(message(1), identifier: "1")
        _ = try await deliver(message(2), identifier: "2")
        var payload = Payload.background()
        payload.commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        let key = try #require(try bank.device.primary.devicePublicKey)
        let push = try Sealer(from: bank.provider, topic: Bank.topic).seal(payload, to: key)
        let opened = try Opener(keys: bank.keys(), topic: Bank.topic).open(push.body, pushType: .background)
        let report = await phone.perform {
            await opened.carryOutCommands { $0.request.identifier == "2" }
        }
        #expect(report?.removed == 1)
        #expect(phone.deliveredNotifications.map(\.request.identifier) == ["1"])
    }

    @Test("without a replay store a push removes, and replaces nothing")
    func unchecked() async throws {
        _ = try await deliver(message(1), identifier: "1")
        _ = try await deliver(message(2), identifier: "2")
        let edit: JSONValue = [
            "remove": ["identifiers": ["1"]], "replace": ["identifiers": ["2"], "alert": ["body": "Edited"]],
        ]
        let delivery = try await deliver(command(edit), memory: nil)
        #expect(delivery.commands?.end == .notReplayChecked)
        #expect(delivery.commands?.removed == 1)
        #expect(delivery.commands?.replaced == 0)
        #expect(bodies == ["Message", "elsewhere"])
    }

    @Test("the content waits until the system has confirmed the removal")
    func confirmed() async throws {
        _ = try await deliver(message(), identifier: "1")
        let delivery = try await deliver(command(["remove": ["threads": ["jane"]]]), on: holdingRemovals(fetches: 4))
        #expect(delivery.commands?.end == .done)
        #expect(delivery.commands?.removed == 1)
        #expect(bodies == ["elsewhere"])
    }

    @Test("a removal that the system does not confirm in a second is reported, and the content is shown")
    func unconfirmed() async throws {
        _ = try await deliver(message(), identifier: "1")
        let start = ContinuousClock.now
        let delivery = try await deliver(command(["remove": ["threads": ["jane"]]]), on: holdingRemovals(fetches: .max))
        #expect(start.duration(to: .now) >= .seconds(1))
        #expect(delivery.commands?.end == .unconfirmed)
        #expect(delivery.commands?.removed == 1)
        #expect(delivery.content.body == "elsewhere")
    }

    /// The task is cancelled before the first of the waits for the system.
    @Test("a cancelled task does not wait for the system's confirmation", arguments: ["remove", "replace"])
    func cancelled(command: String) async throws {
        for number in 1...2 { _ = try await deliver(message(), identifier: "\(number)") }
        let all: JSONObject = ["threads": ["jane"]]
        var edit = all
        edit["alert"] = ["body": "Edited"]
        let sealed = try bank.seal(self.command([command: .object(command == "remove" ? all : edit)]))
        let opened = try Opener(keys: bank.keys(), topic: Bank.topic, replayStore: ReplayMemory()).open(sealed)
        let phone = holdingRemovals(fetches: .max)
        let task = Task {
            await phone.perform {
                await opened.carryOutCommands { notification in
                    // Another program changes the first message after it was replaced.
                    if notification.request.identifier == "2" {
                        let content = UNMutableNotificationContent()
                        content.body = "Changed"
                        UNUserNotificationCenter.current()
                            .add(UNNotificationRequest(identifier: "1", content: content, trigger: nil))
                    }
                    return true
                }
            }
        }
        task.cancel()
        #expect(await task.value?.end == .cutOff)
    }

    @Test("at the end of the extension's time the content is shown, and the commands are cut off")
    func cutOff() async throws {
        _ = try await deliver(message(), identifier: "1")
        let sealed = try bank.seal(command(["remove": ["threads": ["jane"]]]))
        let clock = ManualClock()
        let (asked, report) = AsyncStream<Void>.makeStream()
        let end = DispatchSemaphore(value: 0)
        let host = ExtensionHost(phone: phone, clock: clock) { [bank] in
            Hanging(asked: report, until: end, keys: bank.keys)
        }
        let run = host.start(sealed)
        for await _ in asked {}
        clock.advance(by: .seconds(30))
        let delivery = await run.delivery
        end.signal()
        #expect(delivery.outcome == .opened)
        #expect(delivery.commands?.end == .cutOff)
        #expect(delivery.content.body == "elsewhere")
    }
}
