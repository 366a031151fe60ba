import Foundation
import PhoneState
import PushSealer
import Testing

@testable import SealedPushSimulator

@Suite("Rotations of the provider's keys at any moment")
struct RotationTests {
    private static let app = "com.example.bank"
    /// The pushes of each of eight rounds, beside those of the second process.
    private static let count =
        ProcessInfo.processInfo.environment["SEALEDPUSH_ROTATION_PUSHES"].flatMap { Int($0) } ?? 60

    /// Each round rotates the keys, while a second process of the provider sends pushes until it is killed.
    @Test(
        "no phone of 50 shows a placeholder, also one that is off or a day ahead, or if a process of the provider is killed"
    )
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rotations-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = SimulatorConfiguration()
        configuration.folder = folder.path
        let payload = folder.path + "/payload.json"
        try await Simulator.run(configuration) { simulator in
            try Data(#"{"aps":{"alert":{"title":"killed"}}}"#.utf8).write(to: URL(fileURLWithPath: payload))
            var phones: [SimulatedPhone] = []
            for number in 0..<50 {
                try await phones.append(simulator.addPhone("phone-\(number)", app: Self.app))
            }
            let keys = KeyDirectory(folder.path + "/provider/keys")
            for round in 1...8 {
                let second = ["send", payload, "--to", "phone-0", "--times", "100000", "--folder", folder.path]
                let before = await phones[0].deliveryCount
                try await Tool.run(second) {
                    try await eventually { await phones[0].deliveryCount > before + 2 }
                    try keys.change("provider") { _ = try $0.rotate() }
                    for _ in 0..<Self.count {
                        let phone = phones[Int.random(in: 1..<50)]
                        if Int.random(in: 0..<10) == 0 { await phone.setOnline(await !phone.isOnline) }
                        if Int.random(in: 0..<4) == 0 { try await phone.openApp() }
                        try await simulator.provider.push(Payload(alert: .init(title: "\(round)")), to: phone.name)
                    }
                }
                // Pushes live seven days: a clock that is a day ahead opens all of them.
                if round == 4 { for phone in phones[25...] { phone.device.advance(by: .seconds(86_400)) } }
            }
            for phone in phones {
                await phone.setOnline(true)
                try await eventually { await phone.pushes.allSatisfy { $0.delivery != nil || $0.status != .delivered } }
                for push in await phone.pushes where push.delivery != nil {
                    #expect(push.delivery?.outcome == .opened, "\(phone.name), push \(push.number)")
                }
            }
            var count = 0
            for phone in phones { count += await phone.deliveryCount }
            #expect(count > 5 * Self.count)
            #expect(try keys.keyring("provider").keys.count == 9)
        }
    }
}
