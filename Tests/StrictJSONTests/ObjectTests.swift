import StrictJSON
import Testing

import struct RoundTrip.SplitMix64

@Suite("Objects and equality")
struct ObjectTests {
    static let composed = "\u{E9}"
    static let decomposed = "e\u{301}"

    @Test("composed and decomposed names are different members")
    func canonicalEquivalents() throws {
        let text = "{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2}"
        var object = try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
        #expect(object.count == 2)
        #expect(object[Self.composed] == 1)
        #expect(object[Self.decomposed] == 2)
        object[Self.composed] = nil
        #expect(object.count == 1)
        #expect(!object.contains(Self.composed))
        #expect(object.contains(Self.decomposed))
    }

    @Test("equivalent strings of the same length are distinguished")
    func reorderedMarks() {
        // Two combining marks of different classes: canonically equal in either order, different bytes.
        let left = "q\u{307}\u{323}"
        let right = "q\u{323}\u{307}"
        #expect(left == right && left.utf8.count == right.utf8.count)
        #expect(JSONValue.string(left) != .string(right))
        let object: JSONObject = [left: 1, right: 2]
        #expect(object.count == 2)
    }

    @Test("equality ignores member order and nothing else")
    func equality() throws {
        let left: JSONValue = ["a": 1, "b": [true, ["c": "d"]]]
        let right: JSONValue = ["b": [true, ["c": "d"]], "a": 1]
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != ["a": 1])
        #expect(left != ["a": 1, "b": [["c": "d"], true]])
        #expect(JSONValue.number(JSONNumber(1)) != 1.0)
        #expect(JSONValue.bool(true) != 1)
        #expect(JSONValue.null != false)
        #expect(JSONValue.string("1") != 1)
        #expect(JSONValue.array([]) != [:])
    }

    @Test("setting keeps the position, adding appends, nil removes", arguments: [3, 40])
    func order(count: Int) throws {
        var object = JSONObject((0..<count).map { ("m\($0)", .number(JSONNumber($0))) })
        object["m1"] = "changed"
        object["new"] = [:]
        object["m0"] = nil
        object["absent"] = nil
        #expect(object.map(\.name.string) == (1..<count).map { "m\($0)" } + ["new"])
        #expect(object["m1"] == "changed")
        #expect(object["m0"] == nil)
        #expect(object["m\(count - 1)"] == .number(JSONNumber(count - 1)))
        for member in object where member.name.string.hasPrefix("m") { object[member.name.string] = nil }
        #expect(object == ["new": [:]])
        #expect(object["m1"] == nil)
    }

    @Test("members stay correct over many changes", arguments: [4, 16, 17, 18, 60])
    func changes(names: Int) {
        var object = JSONObject()
        var model: [(name: String, value: Int)] = []
        var random = SplitMix64(seed: 11)
        for step in 0..<400 {
            let name = "n\(Int.random(in: 0..<names, using: &random))"
            let found = model.firstIndex { $0.name == name }
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<5:
                object[name] = .number(JSONNumber(step))
                if let found { model[found].value = step } else { model.append((name, step)) }
            case 5..<9:
                object[name] = nil
                if let found { model.remove(at: found) }
            default:
                let remainder = Int.random(in: 0..<7, using: &random)
                for member in object where (member.value.numberValue?.int ?? 0) % 7 == remainder {
                    object[member.name.string] = nil
                }
                model.removeAll { $0.value % 7 == remainder }
            }
            #expect(object.map(\.name.string) == model.map(\.name))
            #expect(object.map(\.value) == model.map { .number(JSONNumber($0.value)) })
            for number in 0..<names {
                let expected = model.first { $0.name == "n\(number)" }?.value
                #expect(object["n\(number)"]?.numberValue?.int == expected)
                #expect(object.contains("n\(number)") == (expected != nil))
            }
        }
    }

    @Test("a copy does not change with its original", arguments: [3, 40])
    func copies(count: Int) throws {
        let text = "{" + (0..<count).map { "\"m\($0)\":{\"x\":\($0)}" }.joined(separator: ",") + "}"
        let original = try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
        var copy = original
        copy["m0"] = nil
        copy["m1"] = .null
        #expect(copy != original && original != copy)
        #expect(String(decoding: original.serialized(), as: UTF8.self) == text)
    }

    @Test("objects that differ in one member are different", arguments: [1, 16, 17, 40])
    func differences(count: Int) {
        let object = JSONObject((0..<count).map { ("m\($0)", .number(JSONNumber($0))) })
        for index in 0..<count {
            var changed = object
            changed["m\(index)"] = "changed"
            #expect(changed != object && object != changed)
            var renamed = object
            renamed["m\(index)"] = nil
            renamed["other"] = .number(JSONNumber(index))
            #expect(renamed != object && object != renamed)
        }
        #expect(JSONObject(object.reversed().map { ($0.name.string, $0.value) }) == object)
        #expect(JSONObject(object.reversed().map { ($0.name.string, $0.value) }).hashValue == object.hashValue)
    }

    @Test("the kinds have the names that messages use")
    func kinds() {
        let values: [JSONValue] = [.null, true, 1, "a", [], [:]]
        #expect(values.map(\.kind) == ["null", "boolean", "number", "string", "array", "object"])
        #expect(values.map { $0.stringValue != nil } == [false, false, false, true, false, false])
        #expect(values.map { $0.boolValue != nil } == [false, true, false, false, false, false])
        #expect(values.map(\.isNull) == [true, false, false, false, false, false])
    }
}
