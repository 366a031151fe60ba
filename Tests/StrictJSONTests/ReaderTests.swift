import StrictJSON
import Testing

@Suite("The reader")
struct ReaderTests {
    private func read<Result>(
        _ text: String, _ body: (inout JSONReader, Span<UInt8>) throws(JSONError) -> Result
    ) throws(JSONError) -> Result {
        let bytes = Array(text.utf8)
        var reader = try JSONReader(bytes.span)
        let result = try body(&reader, bytes.span)
        try reader.readEnd(of: bytes.span)
        return result
    }

    private func code(
        _ text: String, _ body: (inout JSONReader, Span<UInt8>) throws(JSONError) -> Void
    ) -> JSONError.Code? {
        #expect(throws: JSONError.self) { try read(text, body) }?.code
    }

    /// The members of an object of numbers, each with its name.
    private static func numbers(_ reader: inout JSONReader, _ text: Span<UInt8>) throws(JSONError) -> [String] {
        var numbers: [String] = []
        var object = JSONObject()
        try reader.openObject(from: text)
        while let name = try reader.nextName(addedTo: &object, from: text) {
            let value = try reader.readValue(from: text)
            numbers.append("\(name)=\(value.numberValue?.text ?? value.kind)")
        }
        return numbers
    }

    @Test(
        "an object is read member by member",
        arguments: [
            ("{}", []), (" { } ", []), (#"{"a":1}"#, ["a=1"]),
            (
                #" {"a": 1, "b\u0021" :{"x": [1, {"y": "\n"}]}, "": true , "c":2} "#,
                ["a=1", "b!=object", "=boolean", "c=2"]
            ),
        ])
    func object(text: String, members: [String]) throws {
        #expect(try read(text, Self.numbers) == members)
    }

    @Test("a name that occurs twice is refused")
    func duplicates() {
        #expect(
            code(#"{"a":1,"b":2,"a":3}"#) { r, text throws(JSONError) in _ = try Self.numbers(&r, text) }
                == .duplicateName)
    }

    @Test("an array is read element by element")
    func array() throws {
        let lengths = try read("[{}, {\"a\":1, \"b\":2} ,{ \"a\":3}]") { reader, text throws(JSONError) in
            var lengths: [Int] = []
            try reader.openArray(from: text)
            while try reader.nextElement(isFirst: lengths.isEmpty, from: text) {
                lengths.append(try Self.numbers(&reader, text).count)
            }
            return lengths
        }
        #expect(lengths == [0, 2, 1])
    }

    @Test(
        "a broken object or array is refused",
        arguments: [
            ("{", JSONError.Code.unexpectedEnd), ("{,", .malformed), (#"{"a":1,}"#, .malformed),
            (#"{"a":1 "b":2}"#, .malformed),
            (#"{"a"1}"#, .malformed), ("{a:1}", .malformed), ("{1:1}", .malformed), (#"{"a":1]"#, .malformed),
            ("[]", .wrongKind),
            ("1", .wrongKind), ("", .unexpectedEnd), ("x", .malformed),
        ])
    func broken(text: String, expected: JSONError.Code) {
        #expect(code(text) { r, text throws(JSONError) in _ = try Self.numbers(&r, text) } == expected)
    }

    @Test("a raw string is a range of the text, and an escape in it is refused")
    func rawString() throws {
        #expect(try read(#" "abc" "#) { r, text throws(JSONError) in try r.readRawString(from: text) } == 2..<5)
        for (text, expected) in [
            (#""a\u0062c""#, JSONError.Code.malformed), ("7", .wrongKind), ("\"a", .unexpectedEnd),
            ("", .unexpectedEnd),
            ("\"a\nb\"", .malformed),
        ] {
            #expect(code(text) { r, text throws(JSONError) in _ = try r.readRawString(from: text) } == expected)
        }
        let invalid: [UInt8] = [0x22, 0x41, 0xC0, 0xAF, 0x22]
        let error = #expect(throws: JSONError.self) {
            var reader = try JSONReader(invalid.span)
            _ = try reader.readRawString(from: invalid.span)
        }
        #expect(error?.code == .invalidUTF8)
        #expect(error?.offset == 2)
    }

    @Test("a value of another kind than the expected one is refused with its position")
    func wrongKind() throws {
        let error = #expect(throws: JSONError.self) {
            try read(" [ {} , \n 7]") { reader, text throws(JSONError) in
                try reader.openArray(from: text)
                for index in 0..<3 where try reader.nextElement(isFirst: index == 0, from: text) {
                    _ = try Self.numbers(&reader, text)
                }
            }
        }
        #expect(error?.code == .wrongKind)
        #expect(error?.line == 2)
        #expect(error?.column == 2)
        #expect(error?.problem == "expected object, found number")
    }

    @Test("depth counts over containers that the caller opened")
    func depth() throws {
        let text = Array("[[[]]]".utf8)
        for (limit, isAllowed) in [(2, false), (3, true)] {
            var reader = try JSONReader(text.span, limits: JSONLimits(maximumDepth: limit))
            try reader.openArray(from: text.span)
            #expect(try reader.nextElement(isFirst: true, from: text.span))
            if isAllowed {
                #expect(try reader.readValue(from: text.span) == [[]])
                #expect(try !reader.nextElement(isFirst: false, from: text.span))
                #expect(throws: Never.self) { try reader.readEnd(of: text.span) }
            } else {
                let error = #expect(throws: JSONError.self) { _ = try reader.readValue(from: text.span) }
                #expect(error?.code == .tooDeep)
                #expect(error?.offset == 2)
            }
        }
    }

    @Test("siblings do not count as depth")
    func siblings() throws {
        let limits = JSONLimits(maximumDepth: 2)
        let text = Array(#"[[],{},[1],{"a":1},[[]],[]]"#.utf8)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: limits) }
        #expect(error?.code == .tooDeep)
        #expect(error?.offset == 20)
        #expect(throws: Never.self) { try JSONValue(parsing: text, limits: JSONLimits(maximumDepth: 3)) }
    }

    static let texts = [
        #"[1,"ab","x"]"#, #"{"a":"","name":"a text of sixteen","long name of a member":["b",12,true]}"#,
        #"{"\u0061":"\n","é":"ü, and more than sixteen bytes","z":-1.5e-3,"n":null}"#,
        "[\"" + String(repeating: "long ", count: 40) + "\"]", #"["\ud83d\ude00\\"]"#,
    ]

    @Test("a prefix of a text is refused, and a part of an array is read as if it were alone", arguments: texts)
    func prefixes(text: String) throws {
        let bytes = Array(text.utf8)
        // Valid continuations before and after the part must not be read.
        let around = Array("\"1]}".utf8)
        for count in 0...bytes.count {
            let part = Array(bytes.prefix(count))
            let read = try? JSONValue(parsing: part)
            #expect((read != nil) == (count == bytes.count))
            let inside = around + part + around
            #expect(read == (try? JSONValue(parsing: Array(inside[around.count..<around.count + count]))))
        }
    }
}
