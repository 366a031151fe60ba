import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer
import RoundTrip
import Synchronization
import TestSupport
import Testing

/// A provider of two processes, and phones whose apps are opened now and then, for half a year that is made of chance and a seed.
///
/// An app renews its key when that is due.
@Suite("Rotations at any moment")
struct RotationRunTests {
    private static let day = 86_400.0
    private static let topic = "com.example.bank"

    /// A phone, what its app has pinned, and the pushes that wait for it.
    struct SimulatedPhone {
        let id: UTF8Text
        var device = Keyring.forPublicKeys(name: "phone", role: .device)
        var pinned = Keyring.forPublicKeys(name: "bank", role: .provider)
        var waiting: [[UInt8]] = []
        /// The app is opened again, and the phone is online again, from these times on.
        var nextOpening, online: Date

        mutating func enrol(with registry: DeviceRegistry, at now: Date) async throws {
            let challenge = try await registry.challenge(device.offer(pinned: pinned, at: now), for: id, at: now)
            let context = EnrolmentContext(audience: id.string)
            let answer = try device.answer(challenge, from: pinned, context: context, at: now)
            try await device.finish(registry.confirm(answer, for: id, at: now), at: now)
        }
    }

    /// CONTRIBUTING has the command for more pushes, to more phones.
    private static let count =
        ProcessInfo.processInfo.environment["SEALEDPUSH_ROTATION_PUSHES"].flatMap { Int($0) } ?? 1080
    private static let phoneCount = count > 1080 ? 50 : 12

    @Test("of a thousand pushes and more to many phones none is a placeholder, whenever the provider rotates")
    func run() async throws {
        var random = SplitMix64(seed: 1)
        let start: Date = 1_800_000_000
        let time = Mutex(start)
        let clock = WallClock { time.withLock { $0 } }
        let path = FileManager.default.temporaryDirectory.appending(path: "sealedpush-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let directory = KeyDirectory(path)
        let bank = try directory.generate("bank", role: .provider, at: start)
        let store = MemoryKeyStore()
        // Two processes of one provider; each looks at the keyring before each use.
        let refresh = RefreshPolicy(interval: .zero)
        let processes = try (0..<2).map { _ in
            try (
                registry: DeviceRegistry(store, provider: directory.keyring("bank"), refresh: refresh),
                sealer: Sealer(from: directory.keyring("bank"), topic: Self.topic, refresh: refresh, clock: clock)
            )
        }
        var phones: [SimulatedPhone] = []
        for number in 0..<Self.phoneCount {
            var phone = SimulatedPhone(id: "phone-\(number)", nextOpening: start, online: start)
            try phone.pinned.pin(bank.publicHalf(), at: start)
            try await phone.enrol(with: processes[number % 2].registry, at: start)
            phones.append(phone)
        }

        var (placeholders, opened, rotations) = (0, 0, 0)
        var senders: Set<Thumbprint> = []
        for number in 0..<Self.count {
            // The run takes 180 days.
            let now = time.withLock { time in
                time += Double.random(in: 0...360 * Self.day / Double(Self.count), using: &random)
                return time
            }
            // Each documented way of a rotation, some three a month; the clock of the command may be a day off.
            if Double.random(in: 0...1, using: &random) < 20 / Double(Self.count) {
                let clockOfCommand = now + Double.random(in: -1...1, using: &random) * Self.day
                rotations += 1
                try directory.change("bank") { _ = try $0.rotate(at: clockOfCommand) }
            }
            if number.isMultiple(of: Self.count / 180), try directory.rotateIfDue("bank", at: now) != nil {
                rotations += 1
            }

            let index = Int.random(in: phones.indices, using: &random)
            let process = processes.randomElement(using: &random) ?? processes[0]
            let push = try await process.sealer.seal(
                Payload(alert: Alert(title: "\(number)")), to: process.registry.recipient(for: phones[index].id))
            phones[index].waiting.append(push.body)
            if Double.random(in: 0...1, using: &random) < 0.02 {
                phones[index].online = now + Double.random(in: 0...2.5, using: &random) * Self.day
            }
            for index in phones.indices where phones[index].online <= now {
                for body in phones[index].waiting {
                    let keys = try OpeningKeys(device: phones[index].device, provider: phones[index].pinned)
                    do {
                        let push = try Opener(keys: keys, topic: Self.topic, clock: clock).open(body)
                        opened += 1
                        if let sender = push.envelope.sender { senders.insert(sender) }
                    } catch {
                        placeholders += 1
                        Issue.record("\(phones[index].id) refused push \(number): \(error)")
                    }
                }
                phones[index].waiting = []
                guard phones[index].nextOpening <= now else { continue }
                phones[index].nextOpening = now + Double.random(in: 0...2, using: &random) * Self.day
                // The app asks for the set; its second request, which tells that it is pinned, may be lost.
                for _ in 0..<Int.random(in: 1...2, using: &random) {
                    let request = DeviceRequest.keys(KeysRequest(pinned: phones[index].pinned))
                    let published = try await process.registry.respond(to: request, from: phones[index].id, at: now)
                    try phones[index].pinned.pin(Keyring(publicJWKSet: published, name: "bank"), at: now)
                }
                if phones[index].device.isDue(at: now) {
                    try await phones[index].enrol(with: process.registry, at: now)
                }
            }
        }
        #expect(placeholders == 0)
        #expect(opened > Self.count * 95 / 100)
        // Each new key came into use for the phones that have it.
        #expect(rotations > 10 && senders.count > rotations / 2)
    }
}
