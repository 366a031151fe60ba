import Foundation
import PushSealer
import Testing

@testable import SealedPushSimulator

@Suite("Reports about keys close the loop")
struct KeyReportTests {
    private static func payload(_ title: String) -> Payload { Payload(alert: .init(title: title)) }

    @Test("a phone that lost its key shows its placeholder once, is enrolled again, and shows sealed pushes")
    func lostKey() async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.provider.push(Self.payload("one"), to: "jane")
            #expect(try await phone.delivery(number: 1).content.title == "one")
            try await phone.loseKey()
            await #expect(throws: KeyError.self) { try await phone.loseKey() }

            let late = try await simulator.provider.seal(Self.payload("late"), to: "jane")
            try await simulator.provider.push(Self.payload("two"), to: "jane", placeholder: .init(title: "generic"))
            let refused = try await phone.delivery(number: 2)
            #expect(refused.content.title == "generic")
            #expect(refused.reason?.code.description == "unknownKey")
            let sent = try await phone.report(number: 1)
            #expect(sent.report.standing == .unknown && sent.report.subject == .recipient)
            #expect(sent.action == .reRegister)
            guard case .enrolled(let key) = sent.result else {
                Issue.record("the phone was not enrolled: \(sent.result)")
                return
            }
            #expect(key != sent.report.key)
            let entry = try #require(await phone.pushes.last)
            #expect(entry.push.id == sent.push && entry.reports.count == 1)

            try await simulator.provider.push(Self.payload("three"), to: "jane")
            #expect(try await phone.delivery(number: 3).content.title == "three")

            // A push to the lost key that arrives now enrols nothing.
            _ = try await simulator.provider.send(late, to: "jane")
            let second = try await phone.report(number: 2)
            #expect(second.report.action == .reRegister)
            #expect(second.action == .ignore && second.result == .none)
        }
    }

    @Test("after a rotation the provider seals to a phone by the former key until its app is opened")
    func rotatedProvider() async throws {
        var configuration = SimulatorConfiguration()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rotation-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        configuration.folder = folder.path
        try await Simulator.run(configuration) { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let keys = KeyDirectory(folder.path + "/provider/keys")
            let former = try keys.keyring("provider").primary.id
            try keys.change("provider") { _ = try $0.rotate(grace: .days(7)) }
            let new = try keys.keyring("provider").primary.id

            // The phone has the former set, and knows nothing of the rotation.
            try await simulator.provider.push(Self.payload("one"), to: "jane")
            #expect(try await phone.delivery(number: 1).content.title == "one")
            #expect(await phone.pushes.flatMap(\.reports).isEmpty)

            try await phone.openApp()
            try await simulator.provider.push(Self.payload("two"), to: "jane")
            #expect(try await phone.delivery(number: 2).content.title == "two")
            let senders = try await phone.pushes.map { try Self.sender(of: $0.push) }
            #expect(senders == [former, new].map(\.description))
        }
    }

    /// The id of the sender in an envelope, bytes 5 to 8, hexadecimal (wire format §1.1).
    private static func sender(of push: AcceptedPush) throws -> String {
        let envelope = try #require(try Payload(parsing: push.body)["sealed"]?.stringValue)
        let base64 = String(envelope.prefix(12)).replacing("-", with: "+").replacing("_", with: "/")
        let header = try #require(Data(base64Encoded: base64))
        return header.dropFirst(5).prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test("hostile pushes cause one request in a quarter of a second, and no enrolment")
    func flood() async throws {
        let clock = ManualClock()
        var configuration = SimulatorConfiguration()
        configuration.clock = clock
        try await Simulator.run(configuration) { simulator in
            let jane = try await simulator.addPhone("jane", app: "com.example.bank")
            try await simulator.addPhone("ben", app: "com.example.bank")
            let push = try await simulator.provider.seal(Self.payload("for Ben"), to: "ben")
            _ = try await simulator.provider.send(push, to: "jane")
            try await clock.waitForSleeper()
            for _ in 0..<60 { _ = try await simulator.provider.send(push, to: "jane") }
            _ = try await jane.delivery(number: 61)
            #expect(await jane.pushes.flatMap(\.reports).count == 1)
            try await clock.advance(by: .milliseconds(249))
            #expect(await jane.pushes.flatMap(\.reports).count == 1)
            try await clock.advance(by: .milliseconds(1))
            // The app sleeps again after the second request, and then has nothing to report.
            try await clock.advance(by: .milliseconds(250))
            let reports = await jane.pushes.flatMap(\.reports)
            #expect(reports.count == 2)
            #expect(reports.allSatisfy { $0.action == .ignore && $0.result == .none })
        }
    }
}
