import Benchmark
import Floor
import Foundation
import KeyManagement
import PushOpener
import PushPayload
import PushSealer

/// What each work costs with payloads and keyrings of many sizes; nothing may grow faster than its size.
enum SizeContests {
    static var all: [Contest] {
        [64, 128, 256, 512, 1_024, 2_048, 3_072, 4_096, 5_120].map(payload)
            + [1, 10, 100, 1_000, 10_000].map(keyring)
    }

    /// The largest payload of these that fits into a push of 5,120 bytes, sealed.
    private static let mostSealed = 3_072

    private static func payload(byteCount: Int) -> Contest {
        let isSealed = byteCount <= mostSealed
        return Contest(
            "payload of \(byteCount)", repetitions: 10, turns: 200,
            ways: ["parse", "write"]
                + (isSealed ? ["seal shared", "open shared", "seal hpke-auth", "open hpke-auth"] : [])
        ) {
            let payload = payload(of: byteCount)
            let json = payload.serialized()
            var ways = [
                SequentialWay("parse") { Benchmark.blackHole(try Payload(parsing: json)) },
                SequentialWay("write") { Benchmark.blackHole(payload.serialized()) },
            ]
            guard isSealed else { return ways }
            let options = SealOptions(padding: .none, pushType: .voip)
            let parties = try Parties()
            let anonymous = try parties.sealer(authenticated: false)
            let sealShared = {
                try anonymous.seal(Payload(parsing: json), with: parties.sharedKey, options: options).body
            }
            let authenticating = try parties.sealer(authenticated: true)
            let sealAuth = {
                try authenticating.seal(Payload(parsing: json), to: parties.devicePublicKey, options: options).body
            }
            let (open, pinning) = try (parties.opener(authenticated: false), parties.opener(authenticated: true))
            let (sharedBody, authBody) = try (sealShared(), sealAuth())
            ways += [
                SequentialWay("seal shared") { Benchmark.blackHole(try sealShared()) },
                SequentialWay("open shared") {
                    Benchmark.blackHole(try open.open(sharedBody, pushType: .voip).payload)
                },
                SequentialWay("seal hpke-auth") { Benchmark.blackHole(try sealAuth()) },
                SequentialWay("open hpke-auth") {
                    Benchmark.blackHole(try pinning.open(authBody, pushType: .voip).payload)
                },
            ]
            return ways
        }
    }

    /// A payload with a member for every 20 bytes.
    private static func payload(of byteCount: Int) -> Payload {
        var payload = Payload([:])
        for index in 0..<(byteCount - 24) / 20 { payload["m\(100 + index)"] = .string("some words") }
        payload["rest"] = ""
        payload["rest"] = .string(String(repeating: "x", count: byteCount - payload.serializedByteCount))
        return payload
    }

    /// Opening in suite 1 by a device that has pinned so many keys of its provider.
    private static func keyring(keyCount: Int) -> Contest {
        Contest("keyring of \(keyCount)", repetitions: 10, turns: 200, ways: ["open hpke-auth"]) {
            let parties = try Parties()
            let body = try parties.sealer(authenticated: true)
                .seal(Payload([:]), to: parties.devicePublicKey, options: SealOptions(pushType: .voip)).body
            var keys = (1..<max(1, keyCount)).map { _ in
                Data((0..<32).map { _ in UInt8.random(in: .min ... .max) })
            }
            guard let key = try parties.provider.primary.providerPublicKey else { return [] }
            keys.insert(Data(key.rawRepresentation), at: keys.count / 2)
            let opener = try Opener(
                keys: OpeningKeys(device: parties.device, provider: providers(keys)), topic: Parties.topic)
            return [
                SequentialWay("open hpke-auth") { Benchmark.blackHole(try opener.open(body, pushType: .voip).payload) }
            ]
        }
    }

    /// A keyring of public keys, read from a JWK Set.
    private static func providers(_ keys: [Data]) throws -> Keyring {
        let life: [String: Any] = ["role": "provider", "state": "active", "created": 0]
        let set: [String: Any] = [
            "keys": keys.map { key -> [String: Any] in
                ["kty": "OKP", "crv": "X25519", "x": key.base64URLText, "sealedpush": life]
            }
        ]
        let text = try Array(JSONSerialization.data(withJSONObject: set))
        return try Keyring(KeyringText(copying: text.span), name: "providers")
    }
}
