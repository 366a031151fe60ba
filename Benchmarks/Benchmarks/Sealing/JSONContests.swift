import Benchmark
import Floor
import Foundation
import PushPayload

/// Reading, writing and linting a payload.
enum JSONContests {
    static func all(_ json: [UInt8], _ size: String) -> [Contest] {
        [parse(json, size), write(json, size), lint(json, size)]
    }

    private static func floor(_ json: [UInt8]) -> Contest.Way {
        Contest.Way(Contest.floor) { Benchmark.blackHole(floor_read(json, json.count)) }
    }

    private static func parse(_ json: [UInt8], _ size: String) -> Contest {
        Contest("parse \(size)", repetitions: 50, ways: [Contest.ours, Contest.floor, "foundation"]) {
            let data = Data(json)
            return [
                Contest.Way(Contest.ours) { Benchmark.blackHole(try Payload(parsing: json)) },
                floor(json),
                Contest.Way("foundation") { Benchmark.blackHole(try JSONSerialization.jsonObject(with: data)) },
            ]
        }
    }

    private static func write(_ json: [UInt8], _ size: String) -> Contest {
        Contest("write \(size)", repetitions: 50, ways: [Contest.ours, Contest.floor, "foundation"]) {
            let payload = try Payload(parsing: json)
            let object = try JSONSerialization.jsonObject(with: Data(json))
            return [
                Contest.Way(Contest.ours) { Benchmark.blackHole(payload.serialized()) },
                floor(json),
                Contest.Way("foundation") { Benchmark.blackHole(try JSONSerialization.data(withJSONObject: object)) },
            ]
        }
    }

    private static func lint(_ json: [UInt8], _ size: String) -> Contest {
        Contest("lint \(size)", repetitions: 50, ways: [Contest.ours, Contest.floor]) {
            let payload = try Payload(parsing: json)
            let linter = Linter()
            return [Contest.Way(Contest.ours) { Benchmark.blackHole(linter.lint(payload)) }, floor(json)]
        }
    }
}
