import Benchmark
import ExtensionHost
import PushOpener
import PushPayload
import PushSealer
import UserNotifications

/// Opening in each suite, bytes of the body in, the payload out; and delivering, bytes in, what the screen shows out.
struct OpenContests {
    let json: [UInt8]

    var all: [Contest] {
        [
            open("hpke-base", authenticated: false, beside: true) { [json] sealer, parties in
                try sealer.seal(Payload(parsing: json), to: parties.devicePublicKey)
            },
            open("hpke-auth", authenticated: true, beside: true) { [json] sealer, parties in
                try sealer.seal(Payload(parsing: json), to: parties.devicePublicKey)
            },
            open("sealed-box", authenticated: false) { [json] sealer, parties in
                try sealer.seal(
                    Payload(parsing: json), to: parties.devicePublicKey, options: SealOptions(suite: .sealedBox))
            },
            open("shared", authenticated: false, repetitions: 16) { [json] sealer, parties in
                try sealer.seal(Payload(parsing: json), with: parties.sharedKey)
            },
            deliver("deliver hpke-auth"),
        ]
    }

    private func open(
        _ suite: String, authenticated: Bool, beside hasSwiftCrypto: Bool = false, repetitions: Int = 2,
        _ seal: @escaping @Sendable (Sealer, Parties) throws -> SealedPush
    ) -> Contest {
        Contest(
            "open \(suite)", repetitions: repetitions,
            ways: [Contest.ours, Contest.floor] + (hasSwiftCrypto ? ["swift-crypto"] : [])
        ) { [json] in
            let parties = try Parties()
            let body = try seal(parties.sealer(authenticated: authenticated), parties).body
            let opener = try parties.opener(authenticated: authenticated)
            let floor = try FloorWork(body, of: parties, openedBy: opener)
            var ways = [
                SequentialWay(Contest.ours) { Benchmark.blackHole(try opener.open(body).payload) },
                SequentialWay(Contest.floor) { floor.open() },
            ]
            if hasSwiftCrypto {
                let swiftCrypto = try SwiftCrypto(json, authenticated: authenticated)
                let body = try swiftCrypto.seal()
                ways.append(SequentialWay("swift-crypto") { Benchmark.blackHole(try swiftCrypto.open(body)) })
            }
            return ways
        }
    }

    /// The floor of delivering is opening.
    private func deliver(_ name: String) -> Contest {
        Contest(concurrent: name, repetitions: 32, turns: 1_000, ways: [Contest.ours, Contest.floor]) {
            [json] in
            let parties = try Parties()
            let body = try parties.sealer(authenticated: true)
                .seal(Payload(parsing: json), to: parties.devicePublicKey).body
            let opener = try parties.opener(authenticated: true)
            let keys = try OpeningKeys(device: parties.device, provider: parties.provider.publicHalf())
            let host = ExtensionHost { Service(keys) }
            return [
                ConcurrentWay(Contest.ours) {
                    let delivery = await host.deliver(try Payload(parsing: body))
                    guard delivery.outcome == .opened else {
                        throw UnfairContest(reason: "the host delivers the placeholder")
                    }
                },
                ConcurrentWay(Contest.floor) { Benchmark.blackHole(try opener.open(body).payload) },
            ]
        }
    }
}

/// The least that an app writes.
private final class Service: SealedNotificationService {
    private let openingKeys: OpeningKeys

    init(_ keys: OpeningKeys) {
        openingKeys = keys
    }

    override func keys() -> OpeningKeys { openingKeys }
    override var topic: String { Parties.topic }
}
