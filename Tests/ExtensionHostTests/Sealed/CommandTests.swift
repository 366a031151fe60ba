import ExtensionHost
import Foundation
import KeyManagement
import PhoneState
import PushOpener
import PushPayload
import PushSealer
import StrictJSON
import Testing
import UserNotifications

@Suite("A sealed push removes and replaces delivered notifications")
struct CommandTests {
    /// A service whose app may have the filtering entitlement.
    final class Filtering: BankService {
        var isFiltering = false
        override var hasFilteringEntitlement: Bool { isFiltering }
        override var stages: [NotificationStage] { [NotificationStage("name") { content, _ in content }] }
    }

    let bank: Bank
    // Its time stands still, so that a slow machine does not make a message later than a command.
    let phone = Phone(clock: ManualClock())

    init() throws { bank = try Bank() }

    private func host(
        clock: WallClock = .system, memory: ReplayMemory? = nil, isFiltering: Bool = false
    ) -> ExtensionHost {
        var entitlements = phone.entitlements
        entitlements.filtersNotifications = isFiltering
        return ExtensionHost(phone: phone.with(entitlements), policy: .onBusyMachine) { [bank] in
            let service = Filtering(clock: clock, memory: memory, keys: bank.keys)
            service.isFiltering = isFiltering
            return service
        }
    }

    /// Delivers three sealed messages: 1 and 2 of Jane, 3 of Ann, with the identifiers "1", "2", "3".
    private func deliverMessages() async throws {
        for (number, thread) in [(1, "jane"), (2, "jane"), (3, "ann")] {
            let payload = Payload([
                "aps": [
                    "alert": ["title": .string(thread), "body": "Message \(number)"], "thread-id": .string(thread),
                    "sound": "default", "badge": .number(JSONNumber(number)),
                ], "message": .number(JSONNumber(number)), "kind": "chat",
            ])
            let delivery = await host().deliver(try bank.seal(payload), identifier: "\(number)")
            #expect(delivery.outcome == .opened)
        }
    }

    private var bodies: [String] { phone.deliveredNotifications.map(\.request.content.body) }

    private func command(_ json: JSONValue) -> Payload {
        Payload(["aps": ["alert": ["title": "Read", "body": "elsewhere"]], "sealedpush": json])
    }

    @Test(
        "the selected notifications are gone, and the push itself is shown",
        arguments: [
            (["identifiers": ["1", "3", "other"]], ["Message 2"], 2),
            (["threads": ["jane"]], ["Message 3"], 2),
            (["matching": ["message": [2.0, 3, 4]]], ["Message 1"], 2),
            (["matching": ["kind": ["chat"], "message": [9]]], [], 3),
            (["identifiers": ["1"], "threads": ["ann"]], ["Message 2"], 2),
            (
                ["threads": ["JANE", "message"], "matching": ["message": ["1"], "none": [1]]],
                ["Message 1", "Message 2", "Message 3"], 0
            ),
        ] as [(JSONValue, [String], Int)])
    func removal(selection: JSONValue, left: [String], count: Int) async throws {
        try await deliverMessages()
        let delivery = await host().deliver(try bank.seal(command(["remove": selection])))
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.body == "elsewhere")
        #expect(bodies == left + ["elsewhere"])
        #expect(delivery.commands?.end == .done)
        #expect(delivery.commands?.removed == count)
        #expect(delivery.json["commands"] == ["end": "done", "removed": .number(JSONNumber(count)), "replaced": 0])
    }

    @Test("the texts of a message that was edited are replaced, quietly, and what is also removed stays removed")
    func replacement() async throws {
        try await deliverMessages()
        var payload = command([:])
        payload.commands = NotificationCommands(
            remove: NotificationSelection(matching: ["message": [1]]),
            replace: .init(NotificationSelection(threads: ["jane"]), with: Alert(title: "Jane", body: "At eight")))
        let delivery = await host(memory: ReplayMemory()).deliver(try bank.seal(payload))
        #expect(delivery.commands?.end == .done)
        #expect(delivery.commands?.removed == 1)
        #expect(delivery.commands?.replaced == 1)
        #expect(bodies == ["Message 3", "At eight", "elsewhere"])
        let edited = try #require(phone.deliveredNotifications.first { $0.request.identifier == "2" })
        #expect(edited.request.content.title == "Jane")
        #expect(edited.request.content.threadIdentifier == "jane")
        #expect(edited.request.content.userInfo["message"] as? Int == 2)
        #expect(edited.request.content.sound == nil)
        #expect(edited.request.content.interruptionLevel == .passive)
        #expect(phone.badge == 3)
    }

    @Test("the notifications are gone before the content is handed over")
    func order() async throws {
        try await deliverMessages()
        let sealed = try bank.seal(command(["remove": ["threads": ["jane"]]]))
        let left = await withCheckedContinuation { continuation in
            phone.perform {
                let service = Filtering(keys: bank.keys)
                let request = UNNotificationRequest(
                    identifier: "4", content: UNMutableNotificationContent(sealed), trigger: nil)
                service.didReceive(request) { [phone] _ in
                    continuation.resume(returning: phone.deliveredNotifications.map(\.request.identifier))
                }
            }
        }
        #expect(left == ["3"])
    }

    @Test("commands in the clear part, or in an envelope that is refused, do nothing")
    func closed() async throws {
        try await deliverMessages()
        let all: JSONValue = ["remove": ["threads": ["jane", "ann"]]]
        var added = try bank.seal(Bank.payment)
        added["sealedpush"] = all
        var plain = Bank.payment
        plain["sealedpush"] = all
        let expired = try bank.seal(command(all), expiresIn: .seconds(10))
        let stranger = try Bank().seal(command(all))
        for (push, clock) in [
            (added, WallClock.system), (plain, .system), (stranger, .system), (expired, .fixed(Date() + 3600)),
        ] {
            let delivery = await host(clock: clock).deliver(push, identifier: "4")
            #expect(delivery.commands == nil)
            #expect(bodies.count == 4)
        }
    }

    @Test(
        "an envelope whose suite does not authenticate its sender removes nothing",
        arguments: [SealingSuite.hpkeBase, .shared])
    func unauthenticated(suite: SealingSuite) async throws {
        try await deliverMessages()
        let sealed = try bank.seal(command(["remove": ["threads": ["jane"]]]), suite: suite)
        let delivery = await ExtensionHost(phone: phone, policy: .onBusyMachine) { [bank] in bank.service(for: suite) }
            .deliver(sealed)
        #expect(delivery.outcome == .opened)
        #expect(delivery.commands?.end == .unauthenticated)
        #expect(bodies.count == 4)
    }

    @Test(
        "commands that are not understood are not carried out in part, and the sealer refuses them",
        arguments: [
            ["remove": ["threads": ["jane"], "later": true]], ["remove": ["threads": ["jane"]], "archive": [:]],
            ["remove": ["threads": "jane"]], ["remove": ["threads": ["jane", 1]]], "remove", [["remove": [:]]],
            ["remove": ["threads": ["jane"], "matching": ["message": 1]]],
            ["remove": ["threads": ["jane"], "matching": ["message": [1.5]]]],
            ["remove": ["threads": ["jane"]], "replace": ["threads": ["ann"]]],
            ["remove": ["threads": ["jane"]], "replace": ["threads": ["ann"], "alert": 1]],
            ["remove": ["threads": ["jane"]], "replace": ["threads": ["ann"], "alert": [:]]],
            ["remove": ["threads": ["jane"]], "replace": ["threads": ["ann"], "alert": ["title": "", "sound": "a"]]],
            ["remove": ["threads": ["jane"]], "replace": ["threads": ["ann"], "alert": ""]],
            ["remove": ["threads": ["jane", ""]]], ["remove": ["threads": ["jane"], "identifiers": [""]]],
            ["remove": ["threads": ["jane"], "matching": ["": ["x"]]]],
        ] as [JSONValue])
    func invalid(json: JSONValue) async throws {
        try await deliverMessages()
        let delivery = await host().deliver(try bank.sealUnchecked(command(json)))
        #expect(delivery.outcome == .opened)
        #expect(delivery.commands?.end == .invalid)
        #expect(bodies.count == 4)
        let error = #expect(throws: SealError.self) { try bank.seal(command(json)) }
        #expect(error?.code == .invalidPayload)
    }

    @Test("a command that is replayed does nothing, and a second call of the system does nothing more")
    func replay() async throws {
        let memory = ReplayMemory()
        let sealed = try bank.seal(command(["remove": ["threads": ["jane"]]]))
        #expect(await host(memory: memory).deliver(sealed, identifier: "4").commands?.removed == 0)
        try await deliverMessages()
        let replayed = await host(memory: memory).deliver(sealed, identifier: "5")
        #expect(replayed.reason?.code.description == "replayed")
        #expect(replayed.commands == nil)
        #expect(bodies == ["elsewhere", "Message 1", "Message 2", "Message 3", replayed.content.body])
        #expect(await host(memory: memory).deliver(sealed, identifier: "4").commands?.removed == 2)
        #expect(bodies == ["Message 3", replayed.content.body, "elsewhere"])
    }

    /// The clock skew is 60 seconds.
    @Test(
        "a thread that is late removes nothing that was delivered after it was sealed", arguments: [(58, 2), (62, 0)])
    func late(seconds: Int, removed: Int) async throws {
        try await deliverMessages()
        let dates = phone.deliveredNotifications.map(\.date)
        let delivered = try #require(removed == 0 ? dates.min() : dates.max())
        let clock = WallClock.fixed(delivered - Double(seconds))
        let sealed = try bank.seal(command(["remove": ["threads": ["jane"]]]), clock: clock)
        #expect(await host().deliver(sealed).commands?.removed == removed)
    }

    @Test("a push never removes itself, also when the system calls twice")
    func itself() async throws {
        let payload = Payload([
            "aps": ["alert": ["title": "Read"], "thread-id": "jane"], "sealedpush": ["remove": ["threads": ["jane"]]],
        ])
        let sealed = try bank.seal(payload)
        for _ in 0..<2 {
            #expect(await host().deliver(sealed, identifier: "4").commands?.removed == 0)
            #expect(phone.deliveredNotifications.map(\.request.identifier) == ["4"])
        }
    }

    @Test("with the filtering entitlement a push with commands alone shows nothing and sets its badge")
    func filtered() async throws {
        try await deliverMessages()
        var payload = Payload(["aps": ["badge": 1]])
        payload.commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        let delivery = await host(isFiltering: true).deliver(try bank.seal(payload))
        #expect(delivery.outcome == .suppressed)
        #expect(bodies == ["Message 3"])
        #expect(phone.badge == 1)
        // With a text of its own it is shown.
        let shown = await host(isFiltering: true).deliver(try bank.seal(command(["remove": ["threads": ["ann"]]])))
        #expect(shown.outcome == .opened)
        #expect(bodies == ["elsewhere"])
        // So is one with a sound, and one without commands, with the generic text.
        payload.aps.sound = .default
        for shown in [payload, Payload(["aps": ["badge": 1]])] {
            let delivery = await host(isFiltering: true).deliver(try bank.seal(shown))
            #expect(delivery.outcome == .opened)
            #expect(delivery.content.title == "New notification")
        }
    }

    @Test(
        "with the filtering entitlement a push with commands alone is shown if its sender is not authenticated",
        arguments: [SealingSuite.hpkeBase, .shared])
    func filteredUnauthenticated(suite: SealingSuite) async throws {
        var payload = Payload([:])
        payload.commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        var entitlements = phone.entitlements
        entitlements.filtersNotifications = true
        let host = ExtensionHost(phone: phone.with(entitlements), policy: .onBusyMachine) { [bank] in
            let service = Filtering { try OpeningKeys(device: bank.device, shared: bank.shared) }
            service.isFiltering = true
            return service
        }
        let delivery = await host.deliver(try bank.seal(payload, suite: suite))
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "New notification")
        #expect(delivery.commands?.end == .unauthenticated)
    }

    @Test("the stages run for a push with commands that is shown, and not for one that shows nothing")
    func stages() async throws {
        var payload = Payload([:])
        payload.commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        let silent = await host(isFiltering: true).deliver(try bank.seal(payload))
        #expect(silent.outcome == .suppressed)
        #expect(silent.stages.isEmpty)
        payload.aps.alert = Alert(title: "Read")
        let shown = await host(isFiltering: true).deliver(try bank.seal(payload))
        #expect(shown.stages.map(\.name) == ["name"])
    }

    @Test("without the filtering entitlement a push with commands alone shows the generic alert")
    func unfiltered() async throws {
        var payload = Payload(["aps": ["badge": 1]])
        payload.commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        let host = ExtensionHost(phone: phone, policy: .onBusyMachine) { [bank] in bank.service() }
        let delivery = await host.deliver(try bank.seal(payload))
        #expect(delivery.outcome == .opened)
        #expect(delivery.content.title == "New notification")
    }

    @Test("the app carries out the commands of a background push itself")
    func background() async throws {
        try await deliverMessages()
        var payload = Payload.background()
        payload.commands = NotificationCommands(remove: NotificationSelection(threads: ["jane"]))
        let key = try #require(try bank.device.primary.devicePublicKey)
        let push = try Sealer(from: bank.provider, topic: Bank.topic).seal(payload, to: key)
        let opened = try Opener(keys: bank.keys(), topic: Bank.topic).open(push.body, pushType: .background)
        let report = await phone.perform { await opened.carryOutCommands() }
        #expect(report?.removed == 2)
        #expect(bodies == ["Message 3"])
    }

    @Test("commands are written as they are documented, and read back")
    func json() throws {
        var payload = Payload(alert: Alert(title: "Read"))
        let commands = NotificationCommands(
            remove: NotificationSelection(identifiers: ["a"], threads: ["jane"]),
            replace: .init(NotificationSelection(matching: ["message": [7]]), with: Alert(title: "Jane", body: "At 8")))
        payload.commands = commands
        let text = #"""
            {"remove":{"identifiers":["a"],"threads":["jane"]},\#
            "replace":{"matching":{"message":[7]},"alert":{"title":"Jane","body":"At 8"}}}
            """#
        #expect(payload["sealedpush"] == (try JSONValue(parsing: Array(text.utf8))))
        #expect(payload.commands == commands)
        payload.commands = nil
        #expect(payload["sealedpush"] == nil)
    }

    @Test("the sealer refuses to make commands visible")
    func visible() throws {
        let payload = command(["remove": ["threads": ["jane"]]])
        for path in ["sealedpush", "sealedpush.remove", "sealedpush.remove.threads"] as [PayloadPath] {
            let error = #expect(throws: SealError.self) { try bank.seal(payload, visible: [path]) }
            #expect(error?.code == .visibleCommands)
        }
        #expect(try bank.seal(payload)["sealedpush"] == nil)
    }
}
