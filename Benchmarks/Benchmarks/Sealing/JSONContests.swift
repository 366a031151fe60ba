import Benchmark
import Floor
import Foundation
import PushPayload

/// Reading, writing and linting one payload.
func jsonContests(_ json: [UInt8], _ size: String) throws -> [Contest] {
    let payload = try Payload(parsing: json)
    let data = Data(json)
    let object = try JSONSerialization.jsonObject(with: data)
    let linter = Linter()
    let read = { Benchmark.blackHole(floor_read(json, json.count)) }
    return [
        Contest(
            "parse \(size)", repetitions: 20,
            [
                "ours": { Benchmark.blackHole(try Payload(parsing: json)) },
                "floor": read,
                "Foundation": { Benchmark.blackHole(try JSONSerialization.jsonObject(with: data)) },
            ]),
        Contest(
            "write \(size)", repetitions: 20,
            [
                "ours": { Benchmark.blackHole(payload.serialized()) },
                "floor": read,
                "Foundation": { Benchmark.blackHole(try JSONSerialization.data(withJSONObject: object)) },
            ]),
        Contest(
            "lint \(size)", repetitions: 20,
            ["ours": { Benchmark.blackHole(linter.lint(payload)) }, "floor": read]),
    ]
}
