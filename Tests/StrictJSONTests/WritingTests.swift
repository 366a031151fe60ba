import StrictJSON
import Testing

import struct RoundTrip.SplitMix64

@Suite("Writing")
struct WritingTests {
    private static func many(_ count: Int, _ space: String) -> String {
        "{" + (0..<count).map { "\(space)\"m\($0)\"\(space):\(space)\"v\($0)\"" }.joined(separator: ",") + "}"
    }

    /// Right: numbers in their spelling, and otherwise what Python 3's `json.dumps(json.loads(left),
    /// ensure_ascii=False, separators=(",", ":"))` prints.
    static let table: [(String, String)] = [
        (#" { "a" : [ 1 , 2 ] , "b" : { } , "c" : [ ] } "#, #"{"a":[1,2],"b":{},"c":[]}"#),
        (#""\u00e9\u20AC\ud83d\ude00""#, #""é€😀""#),
        (#""\/ \" \\""#, #""/ \" \\""#),
        (#""\b\f\n\r\t\u0000\u001f\u000b\u007f""#, "\"\\b\\f\\n\\r\\t\\u0000\\u001f\\u000b\u{7F}\""),
        (#""\u2028\u2029""#, "\"\u{2028}\u{2029}\""),
        (#"[true,false,null,"",{"":""}]"#, #"[true,false,null,"",{"":""}]"#),
        (#"{"z":1,"a":2}"#, #"{"z":1,"a":2}"#),
        (#"{ "\u0061\/" :"\u0062\u00e9\ud83d\ude00","é\n":"\/\b\u000a"}"#, #"{"a/":"bé😀","é\n":"/\b\n"}"#),
        (#"{"\u001F":1,"\u001f\u001F":{"\u000B":2},"z":3}"#, #"{"\u001f":1,"\u001f\u001f":{"\u000b":2},"z":3}"#),
        (#"{"n":1.50e+10,"m":-0.0,"z":null}"#, #"{"n":1.50e+10,"m":-0.0,"z":null}"#),
        (many(40, " "), many(40, "")),
    ]

    @Test("the text is the shortest one", arguments: table)
    func shortest(source: String, expected: String) throws {
        let value = try JSONValue(parsing: Array(source.utf8))
        #expect(String(decoding: value.serialized(), as: UTF8.self) == expected)
        if let object = value.objectValue {
            #expect(String(decoding: object.serialized(), as: UTF8.self) == expected)
        }
    }

    @Test("each control character is written in its shortest escape and read back")
    func controls() throws {
        for code in UInt8(0)..<0x20 {
            let value = JSONValue.string("1234567\(Character(UnicodeScalar(code)))9")
            let text = value.serialized()
            #expect(text.count == 10 + ([8, 9, 10, 12, 13].contains(code) ? 2 : 6))
            #expect(try JSONValue(parsing: text) == value)
        }
    }

    @Test("special bytes are found at every offset of a block")
    func alignment() throws {
        for special in ["\"", "\\", "\n", "\u{1F}"] {
            for length in 0..<20 {
                let string =
                    String(repeating: "é", count: length) + special + String(repeating: "\u{7F} !#[]", count: 3)
                let value = JSONValue.array([.string(string)])
                #expect(try JSONValue(parsing: value.serialized()) == value)
            }
        }
    }

    @Test("a written value is read back unchanged", arguments: 0..<300)
    func identity(seed: Int) throws {
        var random = SplitMix64(seed: UInt64(seed))
        let value = Self.value(depth: 5, &random)
        let text = value.serialized()
        let read = try JSONValue(parsing: text, limits: JSONLimits(maximumByteCount: 10_000_000))
        #expect(read == value)
        #expect(read.serialized() == text)
    }

    private static func value(depth: Int, _ random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 4 : 6), using: &random) {
        case 0: .bool(.random(using: &random))
        case 1: .number(number(&random))
        case 2: .string(string(&random))
        case 3: .null
        case 4: .array((0..<Int.random(in: 0...6, using: &random)).map { _ in value(depth: depth - 1, &random) })
        default:
            .object(
                JSONObject(
                    (0..<Int.random(in: 0...20, using: &random)).map { _ in
                        (string(&random), value(depth: depth - 1, &random))
                    })
            )
        }
    }

    private static func number(_ random: inout SplitMix64) -> JSONNumber {
        let bits = random.next()
        return JSONNumber(Double(bitPattern: bits)) ?? JSONNumber(bits)
    }

    private static func string(_ random: inout SplitMix64) -> String {
        var string = ""
        for _ in 0..<Int.random(in: 0...24, using: &random) {
            let limit: UInt32 = [0x20, 0x80, 0x800, 0x1_0000, 0x11_0000].randomElement(using: &random) ?? 0x80
            string.unicodeScalars.append(UnicodeScalar(UInt32.random(in: 0..<limit, using: &random)) ?? "\\")
        }
        return string
    }

    @Test("a printed value is its shortest text")
    func printed() throws {
        let text = #"{"a":[1.50,null,true,"\u0000é\""],"b":{}}"#
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect("\(value)" == text)
        #expect(value.objectValue.map { "\($0)" } == text)
        #expect("\(JSONObject())" == "{}")
    }
}
