import StrictJSON
import Testing

@Suite("The pull reader")
struct ReaderTests {
    private func read<Result>(_ text: String, _ body: (inout JSONReader) throws -> Result) throws -> Result {
        try Array(text.utf8).withUnsafeBytes { bytes in
            var reader = try JSONReader(bytes)
            let result = try body(&reader)
            try reader.readEnd()
            return result
        }
    }

    @Test("an object is read member by member, and what the body leaves is skipped")
    func object() throws {
        var seen: [String] = []
        let text = #" {"a": 1, "skipped": {"x": [1, {"y": "\n"}]}, "b": "two", "c": true, "d": [1, 2]} "#
        try read(text) { reader in
            try reader.readObject { reader, name in
                switch name {
                case "a": seen.append("a\(try reader.readNumber().text)")
                case "b": seen.append("b" + (try reader.readString()))
                case "c": seen.append("c\(try reader.readBool())")
                case "d":
                    try reader.readArray { reader, index in seen.append("d\(index)\(try reader.readNumber().text)") }
                default: break
                }
            }
        }
        #expect(seen == ["a1", "btwo", "ctrue", "d01", "d12"])
    }

    @Test("a raw string is a range of the text, and an escape in it is refused")
    func rawString() throws {
        #expect(try read(#" "abc" "#) { try $0.readRawString() } == 2..<5)
        #expect(try code(#""a\u0062c""#) { _ = try $0.readRawString() } == .malformed)
        #expect(try code("7") { _ = try $0.readRawString() } == .wrongKind)
        #expect(try code("\"a") { _ = try $0.readRawString() } == .unexpectedEnd)
    }

    @Test(
        "skipping is as strict as reading",
        arguments: [
            (#"{"a":1,"a":2}"#, JSONError.Code.duplicateName), (#"["\ud800"]"#, .loneSurrogate), ("[01]", .malformed),
            ("[1,]", .malformed), ("{\"a\":tru}", .malformed), ("[", .unexpectedEnd),
        ])
    func skipping(text: String, code: JSONError.Code) throws {
        #expect(try self.code(text) { try $0.skipValue() } == code)
    }

    @Test("skipping refuses bytes that are not UTF-8")
    func skippingInvalid() throws {
        let bytes: [UInt8] = [0x22, 0xC0, 0xAF, 0x22]
        let error = try #require(throws: JSONError.self) {
            try bytes.withUnsafeBytes { bytes in
                var reader = try JSONReader(bytes)
                try reader.skipValue()
            }
        }
        #expect(error.code == .invalidUTF8)
        #expect(error.offset == 1)
    }

    @Test("duplicates and other kinds are refused with the place")
    func refusals() throws {
        #expect(try code(#"{"a":1,"a":2}"#) { try $0.readObject { _, _ in } } == .duplicateName)
        #expect(try code("[]") { try $0.readObject { _, _ in } } == .wrongKind)
        #expect(try code("{}") { try $0.readArray { _, _ in } } == .wrongKind)
        #expect(try code("{} {}") { try $0.readObject { _, _ in } } == .trailingBytes)
        let error = try #require(throws: JSONError.self) {
            try read(#"{"keys":[{"kid":7}]}"#) { reader in
                try reader.readObject { reader, _ in
                    try reader.readArray { reader, _ in
                        try reader.readObject { reader, _ in _ = try reader.readString() }
                    }
                }
            }
        }
        #expect(error.code == .wrongKind)
        #expect(error.pointer == "/keys/0/kid")
    }

    @Test("depth counts over bodies")
    func depth() throws {
        func descend(_ reader: inout JSONReader) throws {
            try reader.readArray { reader, _ in try descend(&reader) }
        }
        let text = Array("[[[]]]".utf8)
        let error = try #require(throws: JSONError.self) {
            try text.withUnsafeBytes { bytes in
                var reader = try JSONReader(bytes, limits: JSONLimits(maximumDepth: 2))
                try descend(&reader)
            }
        }
        #expect(error.code == .tooDeep)
        #expect(error.offset == 2)
    }

    private func code(_ text: String, _ body: (inout JSONReader) throws -> Void) throws -> JSONError.Code {
        try #require(throws: JSONError.self) { try read(text, body) }.code
    }
}
