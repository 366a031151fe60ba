import StrictJSON
import Testing

@Suite("Positions")
struct PositionTests {
    private static let text = #"{ "a\"b": [1, {"c":-2.5E+1}, "é"], "": true,"d":{},"e":null }"#

    @Test("a position is the ranges of the name and of the value")
    func ranges() throws {
        for (path, name, value) in [
            ([], nil, Self.text), ([0], #""a\"b""#, #"[1, {"c":-2.5E+1}, "é"]"#), ([0, 0], nil, "1"),
            ([0, 1], nil, #"{"c":-2.5E+1}"#), ([0, 1, 0], #""c""#, "-2.5E+1"), ([0, 2], nil, #""é""#),
            ([1], #""""#, "true"), ([2], #""d""#, "{}"), ([3], #""e""#, "null"),
        ] as [([Int], String?, String)] {
            let bytes = Array(Self.text.utf8)
            let position = try #require(try JSONPositions(parsing: bytes)[path])
            #expect(position.name.map { String(decoding: bytes[$0], as: UTF8.self) } == name)
            #expect(String(decoding: bytes[position.value], as: UTF8.self) == value)
        }
    }

    @Test(
        "there is no position beyond the last member, below a scalar or before the first",
        arguments: [
            [4], [0, 3], [0, 0, 0], [2, 0], [-1],
        ])
    func absent(path: [Int]) throws {
        #expect(try JSONPositions(parsing: Array(Self.text.utf8))[path] == nil)
    }

    @Test("a text that is not strict JSON is refused", arguments: ["", "[1,]", #"{"a":1,"a":2}"#, "\"", "[", "1 2"])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONPositions(parsing: Array(text.utf8)) }
    }
}
