import Benchmark
import Floor
import Foundation
import PayloadLint
import PushPayload
import StrictJSON

/// Reading, writing and linting a payload.
enum JSONContests {
    static func all(_ json: [UInt8], _ size: String) -> [Contest] {
        [parse(json, size), readAll(json, size), write(json, size), writeMade(json, size), lint(json, size)]
    }

    private static func floor(_ json: [UInt8]) -> SequentialWay {
        SequentialWay(Contest.floor) { Benchmark.blackHole(floor_read(json, json.count)) }
    }

    private static func parse(_ json: [UInt8], _ size: String) -> Contest {
        Contest("parse \(size)", repetitions: 50, turns: 1_000, ways: [Contest.ours, Contest.floor, "foundation"]) {
            let data = Data(json)
            return [
                SequentialWay(Contest.ours) { Benchmark.blackHole(try Payload(parsing: json)) },
                floor(json),
                SequentialWay("foundation") { Benchmark.blackHole(try JSONSerialization.jsonObject(with: data)) },
            ]
        }
    }

    /// As other readers do: every value is made, and looked at.
    private static func readAll(_ json: [UInt8], _ size: String) -> Contest {
        Contest("read \(size)", repetitions: 50, turns: 1_000, ways: [Contest.ours, Contest.floor, "foundation"]) {
            let data = Data(json)
            return [
                SequentialWay(Contest.ours) {
                    Benchmark.blackHole(byteCount(of: .object(try Payload(parsing: json).root)))
                },
                floor(json),
                SequentialWay("foundation") { Benchmark.blackHole(try JSONSerialization.jsonObject(with: data)) },
            ]
        }
    }

    /// A payload whose members were set one by one, of which no text is kept.
    private static func writeMade(_ json: [UInt8], _ size: String) -> Contest {
        Contest("write made \(size)", repetitions: 50, turns: 1_000, ways: [Contest.ours, Contest.floor, "foundation"])
        {
            let payload = Payload(made(try Payload(parsing: json).root))
            let object = try JSONSerialization.jsonObject(with: Data(json))
            return [
                SequentialWay(Contest.ours) { Benchmark.blackHole(payload.serialized()) },
                floor(json),
                SequentialWay("foundation") { Benchmark.blackHole(try JSONSerialization.data(withJSONObject: object)) },
            ]
        }
    }

    private static func byteCount(of value: JSONValue) -> Int {
        switch value {
        case .object(let object): object.members.reduce(0) { $0 + $1.name.utf8.count + byteCount(of: $1.value) }
        case .array(let elements): elements.reduce(0) { $0 + byteCount(of: $1) }
        case .string(let string): string.utf8.count
        case .number(let number): number.text.utf8.count
        case .null, .bool: 1
        }
    }

    /// The same, set member by member.
    private static func made(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { ($0.name, made($0.value)) })
    }

    private static func made(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object): .object(made(object))
        case .array(let elements): .array(elements.map(made))
        case .null, .bool, .number, .string: value
        }
    }

    private static func write(_ json: [UInt8], _ size: String) -> Contest {
        Contest("write \(size)", repetitions: 50, turns: 1_000, ways: [Contest.ours, Contest.floor, "foundation"]) {
            let payload = try Payload(parsing: json)
            let object = try JSONSerialization.jsonObject(with: Data(json))
            return [
                SequentialWay(Contest.ours) { Benchmark.blackHole(payload.serialized()) },
                floor(json),
                SequentialWay("foundation") { Benchmark.blackHole(try JSONSerialization.data(withJSONObject: object)) },
            ]
        }
    }

    private static func lint(_ json: [UInt8], _ size: String) -> Contest {
        Contest("lint \(size)", repetitions: 50, turns: 1_000, ways: [Contest.ours, Contest.floor]) {
            let payload = try Payload(parsing: json)
            let linter = Linter()
            return [SequentialWay(Contest.ours) { Benchmark.blackHole(linter.lint(payload)) }, floor(json)]
        }
    }
}
