import Foundation
import PhoneKeychain
import PhoneState
import PushSealer
import Testing

@testable import SealedPushSimulator

/// An app's own extension, `SimulatorMessenger`, on the simulated phone.
@Suite("A messenger's extension")
struct MessengerTests {
    private static func configuration(communication: Bool = true) -> SimulatorConfiguration {
        var configuration = SimulatorConfiguration()
        let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        configuration.extensionPath = tests.appendingPathComponent("SimulatorMessenger").path
        configuration.entitlements = Entitlements(
            applicationGroups: ["group.com.example.chat"], showsCommunication: communication)
        return configuration
    }

    /// Sends a payload in the clear and waits for its delivery.
    private static func send(
        _ json: String, to phone: SimulatedPhone, number: Int, collapseID: String? = nil,
        _ simulator: Simulator
    ) async throws -> Delivery {
        let payload = try Payload(parsing: Array(json.utf8))
        let headers = try PushHeaders(topic: "com.example.chat", pushType: .alert, collapseID: collapseID)
        #expect(try await simulator.provider.sendPlain(payload, headers: headers, to: phone.name).status == 200)
        return try await phone.delivery(number: number)
    }

    private static func alert(_ title: String, _ members: String = "") -> String {
        #"{"aps":{"alert":{"title":"\#(title)"},"mutable-content":1}\#(members)}"#
    }

    /// A file for which the extension waits.
    private struct Gate {
        private let path = NSTemporaryDirectory() + "gate-\(UUID().uuidString)"

        /// The member of a payload.
        var member: String { #","until":"\#(path)""# }

        func open() throws { try Data().write(to: URL(fileURLWithPath: path)) }
        func remove() { try? FileManager.default.removeItem(atPath: path) }
    }

    @Test(
        "a communication notification has its sender with the capability, and without it an ordinary title",
        arguments: [true, false])
    func communication(isCapable: Bool) async throws {
        try await Simulator.run(Self.configuration(communication: isCapable)) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            let message = #","message":{"sender":"Ben Meyer","group":"Choir","recipients":["Ann"],"picture":"AQID"}"#
            let delivery = try await Self.send(Self.alert("New message", message), to: phone, number: 1, simulator)
            let shown = try #require(await phone.lockScreen.groups.first?.notifications.first)
            #expect(shown.content.title == "New message")
            #expect(shown.message?.sender == (isCapable ? "Ben Meyer" : nil))
            #expect(shown.message?.group == (isCapable ? "Choir" : nil))
            #expect(shown.message?.picture == (isCapable ? .data(Data([1, 2, 3])) : nil))
            #expect(delivery.extensionErrors.map(\.code) == (isCapable ? [] : [.communicationNotAllowed]))
            #expect(phone.device.donatedInteractions.map(\.sender) == ["Ben Meyer"])
        }
    }

    @Test("the page gets the options of a thumbnail, with the whole picture")
    func thumbnail() async throws {
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
            let photo = #""data":"\#(png.base64EncodedString())","part":[0.25,0.125,0.5,0.75]"#
            for (number, option) in [(1, ""), (2, #","isHidden":true"#)] {
                _ = try await Self.send(
                    Self.alert("Photo", #","photo":{\#(photo)\#(option)}"#), to: phone, number: number, simulator)
                var shown: JSONObject = ["type": "public.png", "thumbnailClippingRect": [0.25, 0.125, 0.5, 0.75]]
                if number == 2 { shown["thumbnailHidden"] = true }
                shown["picture"] = .string("/api/phones/jane/pictures/\(number)/0")
                #expect(await phone.detail(ofPush: number)?["attachments"] == [.object(shown)])
                #expect(await phone.picture(ofPush: number, attachment: 0)?.bytes == Array(png))
            }
        }
    }

    @Test(
        "what was read on another device leaves the lock screen, and the push says by which one; the badge is the extension's"
    )
    func reading() async throws {
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            for (number, id) in [(1, "chat-1"), (2, "chat-2")] {
                _ = try await Self.send(
                    Self.alert("Message \(number)"), to: phone, number: number, collapseID: id, simulator)
            }
            _ = try await Self.send(
                Self.alert("Read elsewhere", #","read":["chat-1"],"unread":1"#), to: phone, number: 3, simulator)
            let titles = await phone.lockScreen.groups.flatMap(\.notifications).map(\.content.title)
            #expect(titles == ["Read elsewhere", "Message 2"])
            let first = try #require(await phone.pushes.first)
            let third = try #require(await phone.pushes.last)
            #expect(first.removal == .removed(during: [third.number]))
            #expect(await phone.badge == 1)
        }
    }

    @Test("a push replaces an earlier one with its collapse id, also if the extension needs longer for that one")
    func order() async throws {
        let gate = Gate()
        defer { gate.remove() }
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            for json in [Self.alert("Old", gate.member), Self.alert("New")] {
                let payload = try Payload(parsing: Array(json.utf8))
                let headers = try PushHeaders(topic: "com.example.chat", pushType: .alert, collapseID: "chat")
                #expect(try await simulator.provider.sendPlain(payload, headers: headers, to: "jane").status == 200)
            }
            // An extension that did not wait would show the second push now.
            _ = try await Self.send(Self.alert("Other"), to: phone, number: 1, simulator)
            try gate.open()
            _ = try await phone.delivery(number: 3)
            let titles = await phone.lockScreen.groups.flatMap(\.notifications).map(\.content.title)
            #expect(titles.sorted() == ["New", "Other"])
            let pushes = await phone.pushes
            #expect(pushes.map(\.removal) == [.replaced(by: pushes[1].number), nil, nil])
        }
    }

    @Test("a Live Activity does not wait for the extension, also while it processes as many pushes as it can")
    func busyExtension() async throws {
        let gate = Gate()
        defer { gate.remove() }
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            let headers = try PushHeaders(topic: "com.example.chat", pushType: .alert)
            for number in 1...10 {
                let payload = try Payload(parsing: Array(Self.alert("\(number)", gate.member).utf8))
                #expect(try await simulator.provider.sendPlain(payload, headers: headers, to: "jane").status == 200)
            }
            let start = Payload.liveActivityStart(
                attributesType: "Ride", attributes: ["ride": 1], contentState: ["driver": "Jane"],
                alert: .init(title: "A taxi is on its way"), timestamp: Int(Date().timeIntervalSince1970))
            try await simulator.provider.push(start, to: "jane")
            #expect(try await phone.activity(number: 1).state.members == ["driver": "Jane"])
            #expect(await phone.deliveryCount == 0)
            try gate.open()
        }
    }

    @Test("a notification that the extension adds appears when it is due")
    func reminder() async throws {
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            let reminders = [
                #","remind":{"id":"soon","title":"Soon","seconds":1}"#,
                #","remind":{"id":"later","title":"Later","seconds":3600}"#,
            ]
            for (index, reminder) in reminders.enumerated() {
                _ = try await Self.send(Self.alert("Push", reminder), to: phone, number: index + 1, simulator)
            }
            // No code asks for the notifications, so the phone's own clock delivers the first one.
            try await eventually { await phone.lockScreen.count == 3 }
            let titles = await phone.lockScreen.groups.flatMap(\.notifications).map(\.content.title)
            #expect(titles.sorted() == ["Push", "Push", "Soon"])
            phone.device.advance(by: .seconds(3600))
            #expect(await phone.lockScreen.groups.first?.notifications.first?.content.title == "Later")
        }
    }

    @Test(
        "a keychain item with the default accessibility is read while the phone is unlocked, and not while it is locked"
    )
    func lockState() async throws {
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            #expect(phone.lockState == .locked)
            await phone.unlock()
            let item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "token",
                kSecValueData as String: Data("secret".utf8),
            ]
            #expect(phone.device.perform { SecItemAdd(item as CFDictionary, nil) } == errSecSuccess)
            let push = Self.alert("Push", #","token":1"#)
            #expect(try await Self.send(push, to: phone, number: 1, simulator).content.body == "secret")
            await phone.lock()
            #expect(
                try await Self.send(push, to: phone, number: 2, simulator).content.body
                    == "error \(errSecInteractionNotAllowed)")
            await phone.restart()
            await phone.lock()
            #expect(phone.lockState == .beforeFirstUnlock)
            await phone.unlock()
            #expect(try await Self.send(push, to: phone, number: 3, simulator).content.body == "secret")
        }
    }

    @Test("the entitlements are those of the configuration, for the app of each phone")
    func entitlements() async throws {
        try await Simulator.run(Self.configuration()) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.chat")
            #expect(phone.device.entitlements.applicationIdentifier == "A1B2C3D4E5.com.example.chat")
            #expect(phone.device.container(ofApplicationGroup: "group.com.example.chat") != nil)
            #expect(phone.device.container(ofApplicationGroup: "group.com.example.other") == nil)
        }
    }
}
