import Benchmark
import Foundation
import PayloadLint
import PushOpener
import PushPayload
import PushSealer

// A benchmark's name is "WORK by WAY"; report.py compares the ways of each work.
let benchmarks: @Sendable () -> Void = {
    Benchmark.defaultConfiguration = Benchmark.Configuration(
        metrics: [.wallClock], timeUnits: .nanoseconds, warmupIterations: 3, scalingFactor: .kilo,
        maxDuration: .seconds(3), maxIterations: 1000)
    for size in ["1k", "4k"] { registerJSON(size) }
    for suite in [SealingSuite.hpkeAuth, .hpkeBase, .shared, .sealedBox] { registerSuite(suite) }
}

@Sendable private func payload(_ size: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: #filePath).appending(path: "../../../Payloads/\(size).json").standardized))
}

/// Registers the benchmark of one way to do some work; `prepare` returns the work.
private func register(_ name: String, _ prepare: @escaping @Sendable () throws -> () throws -> Void) {
    Benchmark(name) { (benchmark: Benchmark, work: () throws -> Void) throws in
        for _ in benchmark.scaledIterations { try work() }
    } setup: {
        try prepare()
    }
}

/// Reading, writing and linting a payload.
private func registerJSON(_ size: String) {
    register("parse \(size) by sealedpush") {
        let json = try payload(size)
        return { blackHole(try Payload(parsing: json)) }
    }
    register("parse \(size) by Foundation") {
        let json = Data(try payload(size))
        return { blackHole(try JSONSerialization.jsonObject(with: json)) }
    }
    register("write \(size) by sealedpush") {
        let read = try Payload(parsing: payload(size))
        return { blackHole(read.serialized()) }
    }
    register("write \(size) by Foundation") {
        let read = try JSONSerialization.jsonObject(with: Data(payload(size)))
        return { blackHole(try JSONSerialization.data(withJSONObject: read)) }
    }
    register("lint \(size) by sealedpush") {
        let read = try Payload(parsing: payload(size))
        return { blackHole(Linter().lint(read)) }
    }
}

/// Sealing, from the payload's bytes to the body's, and opening, from the body's bytes to the payload.
private func registerSuite(_ suite: SealingSuite) {
    let isAuthenticated = suite == .hpkeAuth
    let parties: @Sendable () throws -> (Parties, () throws -> [UInt8], Opener) = {
        let (parties, json) = (try Parties(), try payload("1k"))
        let sealer = try parties.sealer(authenticated: isAuthenticated)
        let options = SealOptions(suite: suite)
        let seal = {
            suite == .shared
                ? try sealer.seal(Payload(parsing: json), with: parties.sharedKey, options: options).body
                : try sealer.seal(Payload(parsing: json), to: parties.devicePublicKey, options: options).body
        }
        return (parties, seal, try parties.opener(authenticated: isAuthenticated))
    }
    register("seal \(suite) by sealedpush") {
        let (_, seal, _) = try parties()
        return { blackHole(try seal()) }
    }
    register("seal \(suite) by libsodium") {
        let (parties, seal, opener) = try parties()
        let work = try BaselineWork(seal(), of: parties, openedBy: opener)
        return { work.seal() }
    }
    register("open \(suite) by sealedpush") {
        let (_, seal, opener) = try parties()
        let body = try seal()
        return { blackHole(try opener.open(body)) }
    }
    register("open \(suite) by libsodium") {
        let (parties, seal, opener) = try parties()
        let work = try BaselineWork(seal(), of: parties, openedBy: opener)
        return { work.open() }
    }
    guard suite == .hpkeAuth || suite == .hpkeBase else { return }
    register("seal \(suite) by swift-crypto") {
        let work = try SwiftCrypto(payload("1k"), authenticated: isAuthenticated)
        return { blackHole(try work.seal()) }
    }
    register("open \(suite) by swift-crypto") {
        let work = try SwiftCrypto(payload("1k"), authenticated: isAuthenticated)
        let body = try work.seal()
        return { blackHole(try work.open(body)) }
    }
}
