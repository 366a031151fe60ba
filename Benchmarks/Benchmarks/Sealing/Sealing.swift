import Benchmark
import Foundation

let benchmarks: @Sendable () -> Void = {
    let folder = URL(filePath: #filePath).appending(path: "../../../Payloads").standardized
    do {
        for size in ["1k", "4k"] {
            let json = try Array(Data(contentsOf: folder.appending(path: "\(size).json")))
            JSONContests.all(json, size).forEach { $0.register() }
        }
        let json = try Array(Data(contentsOf: folder.appending(path: "1k.json")))
        for contest in SealContests(json: json).all + OpenContests(json: json).all + SizeContests.all {
            contest.register()
        }
    } catch {
        fatalError("the payloads cannot be read: \(error)")
    }
}
