import Benchmark
import KeyManagement
import PushPayload
import PushSealer

/// Sealing in each suite: bytes of JSON in, bytes of the body out.
struct SealContests {
    private static let repetitions = 2
    let json: [UInt8]

    var all: [Contest] { [base, auth, shared, sealedBox] }

    private var base: Contest {
        Contest("seal hpke-base", repetitions: Self.repetitions, ways: [Contest.ours, Contest.floor, "swift-crypto"]) {
            let parties = try Parties()
            let (json, to) = (json, parties.devicePublicKey)
            let sealer = try parties.sealer(authenticated: false)
            let seal = { try sealer.seal(Payload(parsing: json), to: to).body }
            let floor = try FloorWork(seal(), of: parties, openedBy: parties.opener(authenticated: false))
            let swiftCrypto = try SwiftCrypto(json, authenticated: false)
            return [
                SequentialWay(Contest.ours) { Benchmark.blackHole(try seal()) },
                SequentialWay(Contest.floor) { floor.seal() },
                SequentialWay("swift-crypto") { Benchmark.blackHole(try swiftCrypto.seal()) },
            ]
        }
    }

    private var auth: Contest {
        Contest("seal hpke-auth", repetitions: Self.repetitions, ways: [Contest.ours, Contest.floor, "swift-crypto"]) {
            let parties = try Parties()
            let (json, to) = (json, parties.devicePublicKey)
            let sealer = try parties.sealer(authenticated: true)
            let seal = { try sealer.seal(Payload(parsing: json), to: to).body }
            let floor = try FloorWork(seal(), of: parties, openedBy: parties.opener(authenticated: true))
            let swiftCrypto = try SwiftCrypto(json, authenticated: true)
            return [
                SequentialWay(Contest.ours) { Benchmark.blackHole(try seal()) },
                SequentialWay(Contest.floor) { floor.seal() },
                SequentialWay("swift-crypto") { Benchmark.blackHole(try swiftCrypto.seal()) },
            ]
        }
    }

    private var shared: Contest {
        Contest("seal shared", repetitions: 16, ways: [Contest.ours, Contest.floor]) {
            let parties = try Parties()
            let (json, key) = (json, parties.sharedKey)
            let sealer = try parties.sealer(authenticated: false)
            let seal = { try sealer.seal(Payload(parsing: json), with: key).body }
            let floor = try FloorWork(seal(), of: parties, openedBy: parties.opener(authenticated: false))
            return [
                SequentialWay(Contest.ours) { Benchmark.blackHole(try seal()) },
                SequentialWay(Contest.floor) { floor.seal() },
            ]
        }
    }

    private var sealedBox: Contest {
        Contest("seal sealed-box", repetitions: Self.repetitions, ways: [Contest.ours, Contest.floor]) {
            let parties = try Parties()
            let (json, to) = (json, parties.devicePublicKey)
            let sealer = try parties.sealer(authenticated: false)
            let options = SealOptions(suite: .sealedBox)
            let seal = { try sealer.seal(Payload(parsing: json), to: to, options: options).body }
            let floor = try FloorWork(seal(), of: parties, openedBy: parties.opener(authenticated: false))
            return [
                SequentialWay(Contest.ours) { Benchmark.blackHole(try seal()) },
                SequentialWay(Contest.floor) { floor.seal() },
            ]
        }
    }
}
