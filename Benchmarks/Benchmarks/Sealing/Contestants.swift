import Benchmark
import Crypto
import Floor
import Foundation
import PushOpener
import PushSealer

/// Everything that seals and opens the same payload: keys, sealers and openers, made once.
struct Contestants {
    private let json: [UInt8]
    private let device: Keyring
    private let provider: Keyring
    private let to: DevicePublicKey
    private let shared: SharedKey
    private let openers: (pinned: Opener, open: Opener)
    private static let topic = "com.example.bank"

    init(_ json: [UInt8]) throws {
        self.json = json
        device = try Keyring.generate(name: "device", role: .device)
        provider = try Keyring.generate(name: "provider", role: .provider)
        let sharedKeyring = try Keyring.generate(name: "shared", role: .shared)
        guard let to = try device.primary.devicePublicKey, let shared = try sharedKeyring.primary.sharedKey else {
            throw CocoaError(.featureUnsupported)
        }
        (self.to, self.shared) = (to, shared)
        openers = (
            try Opener(keys: OpeningKeys(device: device, provider: provider.publicHalf()), topic: Self.topic),
            try Opener(keys: OpeningKeys(device: device, shared: sharedKeyring), topic: Self.topic)
        )
    }

    func contests() throws -> [Contest] {
        try hpke() + others()
    }

    private func hpke() throws -> [Contest] {
        let (json, to, provider) = (json, to, provider)
        let anonymous = try Sealer(topic: Self.topic)
        let known = try Sealer(from: provider, topic: Self.topic)
        let base = { try anonymous.seal(Payload(parsing: json), to: to).body }
        let auth = { try known.seal(Payload(parsing: json), to: to).body }
        let (baseBody, authBody) = (try base(), try auth())
        let baseFloor = FloorWork(body: baseBody, overhead: 5 + 48, headerByteCount: 5)
        let authFloor = FloorWork(body: authBody, overhead: 9 + 48, headerByteCount: 9)
        let crypto = try CryptoWork(json)
        let (pinned, open) = openers
        // Sixteen times as many as a sealer remembers, so that it has none left when its turn comes again.
        let devices = try (0..<16_384).map { _ in
            try DevicePublicKey(rawRepresentation: (0..<32).map { _ in UInt8.random(in: .min ... .max) })
        }
        var next = 0
        let new = try Sealer(from: provider, topic: Self.topic)
        return [
            Contest(
                "seal hpke-base", repetitions: 4,
                [
                    "ours": { Benchmark.blackHole(try base()) },
                    "floor": { baseFloor.sealHPKE(authenticated: false, known: false) },
                    "swift-crypto": { Benchmark.blackHole(try crypto.seal(authenticated: false)) },
                ]),
            Contest(
                "seal hpke-auth, new device", repetitions: 4,
                [
                    "ours": {
                        next = (next + 1) % devices.count
                        Benchmark.blackHole(try new.seal(Payload(parsing: json), to: devices[next]))
                    },
                    "floor": { authFloor.sealHPKE(authenticated: true, known: false) },
                    "swift-crypto": { Benchmark.blackHole(try crypto.seal(authenticated: true)) },
                ]),
            Contest(
                "seal hpke-auth, known device", repetitions: 4,
                [
                    "ours": { Benchmark.blackHole(try auth()) },
                    "floor": { authFloor.sealHPKE(authenticated: true, known: true) },
                ]),
            Contest(
                "open hpke-base", repetitions: 4,
                [
                    "ours": { Benchmark.blackHole(try open.open(baseBody)) },
                    "floor": { baseFloor.openHPKE(authenticated: false) },
                    "swift-crypto": { Benchmark.blackHole(try crypto.open(authenticated: false)) },
                ]),
            Contest(
                "open hpke-auth", repetitions: 4,
                [
                    "ours": { Benchmark.blackHole(try pinned.open(authBody)) },
                    "floor": { authFloor.openHPKE(authenticated: true) },
                    "swift-crypto": { Benchmark.blackHole(try crypto.open(authenticated: true)) },
                ]),
        ]
    }

    private func others() throws -> [Contest] {
        let (json, to, shared, open) = (json, to, shared, openers.open)
        let sealer = try Sealer(topic: Self.topic)
        let box = SealOptions(suite: .sealedBox)
        let sharedBody = try sealer.seal(Payload(parsing: json), with: shared).body
        let boxBody = try sealer.seal(Payload(parsing: json), to: to, options: box).body
        let sharedFloor = FloorWork(body: sharedBody, overhead: 5 + 40, headerByteCount: 5)
        // The context's digest is part of what a sealed box holds.
        let boxFloor = FloorWork(body: boxBody, overhead: 5 + 48, headerByteCount: 5)
        return [
            Contest(
                "seal shared", repetitions: 20,
                [
                    "ours": { Benchmark.blackHole(try sealer.seal(Payload(parsing: json), with: shared)) },
                    "floor": { sharedFloor.sealShared() },
                ]),
            Contest(
                "open shared", repetitions: 20,
                [
                    "ours": { Benchmark.blackHole(try open.open(sharedBody)) },
                    "floor": { sharedFloor.openShared() },
                ]),
            Contest(
                "seal sealed-box", repetitions: 4,
                [
                    "ours": { Benchmark.blackHole(try sealer.seal(Payload(parsing: json), to: to, options: box)) },
                    "floor": { boxFloor.sealBox() },
                ]),
            Contest(
                "open sealed-box", repetitions: 4,
                [
                    "ours": { Benchmark.blackHole(try open.open(boxBody)) },
                    "floor": { boxFloor.openBox() },
                ]),
        ]
    }
}
