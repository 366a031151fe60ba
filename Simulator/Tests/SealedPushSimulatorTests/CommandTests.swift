import PhoneState
import PushSealer
import SealedPushSimulator
import Testing

/// From the provider over the push service to the lock screen.
@Suite("Sealed commands")
struct CommandTests {
    private static func message(_ number: Int, _ body: String, thread: String) -> Payload {
        var payload = Payload(alert: .init(title: "Jane", body: body))
        payload.aps.threadID = thread
        payload["message"] = .number(.init(number))
        return payload
    }

    private static func titles(_ phone: SimulatedPhone) async -> [String] {
        await phone.lockScreen.groups.flatMap(\.notifications).map(\.content.body).sorted()
    }

    @Test(
        "a message that was read on another device leaves the lock screen, silently if the app may filter",
        arguments: [true, false])
    func reading(filters: Bool) async throws {
        var configuration = SimulatorConfiguration()
        configuration.entitlements = Entitlements(filtersNotifications: filters)
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            for (index, body) in ["one", "two", "three"].enumerated() {
                let payload = Self.message(index, body, thread: index == 0 ? "ben" : "choir")
                try await simulator.provider.push(payload, to: "jane")
                _ = try await phone.delivery(number: index + 1)
            }
            var read = Payload([:])
            read.aps.badge = 1
            read.commands = NotificationCommands(remove: NotificationSelection(threads: ["choir"]))
            var options = SealOptions()
            options.pushType = .alert
            try await simulator.provider.push(read, to: "jane", options: options)
            let delivery = try await phone.delivery(number: 4)
            #expect(delivery.outcome == (filters ? .suppressed : .opened))
            #expect(delivery.commands?.end == .done && delivery.commands?.removed == 2)
            let bodies = await Self.titles(phone)
            #expect(bodies.contains("one") && !bodies.contains("two") && !bodies.contains("three"))
            #expect(bodies.count == (filters ? 1 : 2))
            let pushes = await phone.pushes
            let last = try #require(pushes.last)
            #expect(
                pushes.map(\.removal) == [nil, .removed(during: [last.number]), .removed(during: [last.number]), nil])
            #expect(await phone.badge == 1)
            // An intermediary learns neither the thread nor that it was read.
            #expect(!String(decoding: last.push.body, as: UTF8.self).contains("choir\""))
        }
    }

    @Test("an edited message replaces its notification")
    func editing() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.provider.push(Self.message(7, "At seven", thread: "ben"), to: "jane")
            _ = try await phone.delivery(number: 1)
            var edit = Payload(alert: .init(title: "Jane", body: "An earlier message has changed"))
            let selection = NotificationSelection(matching: ["message": [7]])
            edit.commands = NotificationCommands(
                replace: .init(selection, with: .init(title: "Jane", body: "At eight")))
            try await simulator.provider.push(edit, to: "jane")
            let delivery = try await phone.delivery(number: 2)
            #expect(delivery.commands?.end == .done && delivery.commands?.replaced == 1)
            #expect(await Self.titles(phone) == ["An earlier message has changed", "At eight"])
            let first = try #require(await phone.pushes.first)
            let second = try #require(await phone.pushes.last)
            #expect(first.removal == .replacedByLocal(during: [second.number]))
        }
    }

    @Test("a command in the clear changes nothing")
    func clear() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.provider.push(Self.message(7, "At seven", thread: "ben"), to: "jane")
            _ = try await phone.delivery(number: 1)
            var forged = Payload(alert: .init(title: "Forged", body: "x"))
            forged.aps.mutableContent = true
            forged.commands = NotificationCommands(remove: NotificationSelection(threads: ["ben"]))
            let headers = try PushHeaders(topic: "com.example.bank", pushType: .alert)
            #expect(try await simulator.provider.sendPlain(forged, headers: headers, to: "jane").status == 200)
            #expect(try await phone.delivery(number: 2).commands == nil)
            #expect(await Self.titles(phone) == ["At seven", "x"])
        }
    }
}
