import StrictJSON
import Testing

@Suite("Positions")
struct PositionTests {
    private static let text = #"{ "a\"b": [1, {"c":-2.5E+1}, "é"], "": true,"d":{},"e":null }"#

    @Test("a position is the ranges of the name and of the value")
    func ranges() throws {
        for (path, name, value) in [
            ([], nil, Self.text), (["a\"b"], #""a\"b""#, #"[1, {"c":-2.5E+1}, "é"]"#), (["a\"b", "0"], nil, "1"),
            (["a\"b", "1"], nil, #"{"c":-2.5E+1}"#), (["a\"b", "1", "c"], #""c""#, "-2.5E+1"),
            (["a\"b", "2"], nil, #""é""#), ([""], #""""#, "true"), (["d"], #""d""#, "{}"), (["e"], #""e""#, "null"),
        ] as [([UTF8Text], String?, String)] {
            let bytes = Array(Self.text.utf8)
            let position = try #require(try JSONPositions(parsing: bytes)[path])
            #expect(position.name.map { String(decoding: bytes[$0], as: UTF8.self) } == name)
            #expect(String(decoding: bytes[position.value], as: UTF8.self) == value)
        }
    }

    @Test(
        "an absent member, an index beyond the last element and a path below a scalar have no position",
        arguments: [
            ["f"] as [UTF8Text], ["0"], ["a\"b", "3"], ["a\"b", "-1"], ["a\"b", "0", "0"], ["d", "0"],
        ])
    func absent(path: [UTF8Text]) throws {
        #expect(try JSONPositions(parsing: Array(Self.text.utf8))[path] == nil)
    }

    @Test("a text that is not strict JSON is refused", arguments: ["", "[1,]", #"{"a":1,"a":2}"#, "\"", "[", "1 2"])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONPositions(parsing: Array(text.utf8)) }
    }
}
