import Benchmark
import Foundation

let benchmarks: @Sendable () -> Void = {
    do {
        for size in ["1k", "4k"] {
            let json = try Data(contentsOf: payloads.appending(path: "\(size).json"))
            for contest in try jsonContests(Array(json), size) { contest.register() }
        }
        let json = try Data(contentsOf: payloads.appending(path: "1k.json"))
        for contest in try Contestants(Array(json)).contests() { contest.register() }
    } catch {
        fatalError("the benchmarks cannot be set up: \(error)")
    }
}

/// The folder of the payloads, found from this file.
private let payloads = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Payloads")
