import StrictJSON
import Testing

/// An object that was read is kept as its text, one that was made as its members; nobody can tell them apart.
@Suite("Objects that were read")
struct ReadObjectTests {
    /// Texts beside their shortest spelling, which was written by hand.
    static let texts: [(text: String, shortest: String)] = [
        ("{}", "{}"),
        (" { } ", "{}"),
        (#"{"a":1}"#, #"{"a":1}"#),
        (#"{ "a" : 1 , "b" : [ ] }"#, #"{"a":1,"b":[]}"#),
        (#"{"a":{"b":{"c":[1,{"d":"e"},[true,false,null]]}}}"#, #"{"a":{"b":{"c":[1,{"d":"e"},[true,false,null]]}}}"#),
        (#"{"\u0061\/":"\u0062\u00e9\ud83d\ude00","é\n":"\/\b\u000a"}"#, #"{"a/":"bé😀","é\n":"/\b\n"}"#),
        (#"{"control":"\u001F\u001f","\u001F":"\u0007"}"#, #"{"control":"\u001f\u001f","\u001f":"\u0007"}"#),
        (
            #"{"long name, which no short text holds":"long text, which no short text holds","é":"ein längerer Text mit ß"}"#,
            #"{"long name, which no short text holds":"long text, which no short text holds","é":"ein längerer Text mit ß"}"#
        ),
        (#"{"\u001F":1,"\u001f\u001F":{"\u000B":2},"z":3}"#, #"{"\u001f":1,"\u001f\u001f":{"\u000b":2},"z":3}"#),
        (#"{"":"","n":1.50e+10,"m":-0.0,"z":null}"#, #"{"":"","n":1.50e+10,"m":-0.0,"z":null}"#),
        (many(40, " "), many(40, "")),
        (#"{"x":\#(many(17, "\n")),"y":[\#(many(18, "\t"))]}"#, #"{"x":\#(many(17, "")),"y":[\#(many(18, ""))]}"#),
    ]

    private static func many(_ count: Int, _ space: String) -> String {
        "{" + (0..<count).map { "\(space)\"m\($0)\"\(space):\(space)\"v\($0)\"" }.joined(separator: ",") + "}"
    }

    private static func read(_ text: String) throws -> JSONObject {
        try #require(try JSONValue(parsing: Array(text.utf8)).objectValue)
    }

    /// The same value, made of its parts.
    private static func made(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let object): .object(made(object))
        case .array(let elements): .array(elements.map(made))
        case .null, .bool, .number, .string: value
        }
    }

    private static func made(_ object: JSONObject) -> JSONObject {
        JSONObject(object.members.map { ($0.name, made($0.value)) })
    }

    @Test("it is written as its shortest text, whose size it knows", arguments: texts)
    func writing(text: String, shortest: String) throws {
        for object in [try Self.read(text), Self.made(try Self.read(text))] {
            #expect(String(decoding: object.serialized(), as: UTF8.self) == shortest)
            #expect(object.serializedByteCount == shortest.utf8.count)
            #expect(object.holdsNull == shortest.contains("null"))
        }
    }

    @Test("it is what is made of the same members", arguments: texts)
    func equality(text: String, shortest: String) throws {
        let (read, other) = (try Self.read(text), try Self.read(shortest))
        let made = Self.made(read)
        #expect(read == made && made == read && read == other && other == made)
        #expect(read.hashValue == made.hashValue && read.hashValue == other.hashValue)
        #expect(read.count == made.count)
        for member in made {
            #expect(read.contains(member.name))
            #expect(read[member.name] == member.value)
            #expect(read[member.name + "."] == nil)
            var changed = made
            changed[member.name] = .string("another \(text)")
            #expect(read != changed && changed != read)
            var reduced = made
            reduced[member.name] = nil
            #expect(read != reduced && reduced != read)
        }
    }

    @Test("changing it changes what changing the other does, and no copy", arguments: texts)
    func changes(text: String, shortest: String) throws {
        let original = try Self.read(text)
        var (read, made) = (original, Self.made(original))
        var random = SplitMix64(seed: 5)
        let names = made.members.map(\.name) + ["new", "é\n", "long name, which no short text holds", "m7"]
        for step in 0..<200 {
            guard let name = names.randomElement(using: &random) else { return }
            let value: JSONValue? =
                switch step % 4 {
                case 0: nil
                case 1: .null
                case 2: original.members.first?.value
                default: .string("\(step)\n")
                }
            read[name] = value
            made[name] = value
            #expect(read == made && read.members == made.members)
            #expect(read.serialized() == made.serialized())
            #expect(read.serializedByteCount == read.serialized().count)
            #expect(read.holdsNull == made.holdsNull)
        }
        #expect(String(decoding: original.serialized(), as: UTF8.self) == shortest)
    }

    @Test("without one of its members it is still as it was read", arguments: texts)
    func removal(text: String, shortest: String) throws {
        let original = try Self.read(text)
        for name in original.members.map(\.name) {
            var (read, made) = (original, Self.made(original))
            read[name] = nil
            made[name] = nil
            #expect(read.members == made.members)
            #expect(read.serialized() == made.serialized())
            #expect(read.serializedByteCount == made.serializedByteCount && read.holdsNull == made.holdsNull)
            for member in made { #expect(read[member.name] == member.value) }
            #expect(!read.contains(name))
        }
    }

    @Test("objects are put together of members of both kinds", arguments: texts)
    func building(text: String, shortest: String) throws {
        let read = try Self.read(text)
        let made = Self.made(read)
        let outer: JSONObject = ["first": 1, "inner": ["x": "y\n"], "last": [[true], .null]]
        for (source, frame) in [
            (read, outer), (made, outer), (made, try Self.read(String(decoding: outer.serialized(), as: UTF8.self))),
        ] {
            var builder = ObjectBuilder(byteCount: 0)
            var expected = JSONObject()
            frame.forEachPlace { place in
                if frame.name(at: place) == "inner" {
                    builder.openObject(namedAs: place, of: frame)
                    if let members = source.allMembers { builder.append(members, of: source) }
                    builder.closeObject()
                    expected["inner"] = .object(made)
                } else {
                    builder.append(memberAt: place, of: frame)
                    expected[frame.name(at: place)] = frame.value(at: place)
                }
            }
            let built = builder.finish()
            #expect(built.members == expected.members)
            #expect(built.serialized() == expected.serialized())
            #expect(built.serializedByteCount == expected.serializedByteCount)
            #expect(built.holdsNull)
            for member in made { #expect(built["inner"]?.objectValue?[member.name] == member.value) }
        }
    }

    @Test("places lead from one object's names to another's", arguments: texts)
    func places(text: String, shortest: String) throws {
        let read = try Self.read(text)
        let reversed = JSONObject(Self.made(read).members.reversed().map { ($0.name, $0.value) })
        let other = try Self.read(String(decoding: reversed.serialized(), as: UTF8.self))
        for (left, right) in [(read, other), (read, reversed), (reversed, read), (other, read), (other, reversed)] {
            var names: [String] = []
            left.forEachPlace { place in
                names.append(left.name(at: place))
                let found = right.place(ofNameAt: place, of: left)
                #expect(found.map(right.name(at:)) == left.name(at: place))
                #expect(found.map(right.value(at:)) == left.value(at: place))
                #expect(found.map(right.byteCount(ofMemberAt:)) == left.byteCount(ofMemberAt: place))
            }
            #expect(names == left.members.map(\.name))
            let byName = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            #expect((left.placesByName?.map(left.name(at:)) ?? names) == byName)
        }
    }

    @Test("every text in it is shown, with what its escapes stand for", arguments: texts)
    func shownTexts(text: String, shortest: String) throws {
        func collect(_ value: JSONValue) -> [String] {
            switch value {
            case .string(let text): [text]
            case .number(let number): [number.text]
            case .array(let elements): elements.flatMap(collect)
            case .object(let object): object.members.flatMap { collect($0.value) }
            case .null, .bool: []
            }
        }
        let read = try Self.read(text)
        for object in [read, Self.made(read)] {
            var shown: [String] = []
            if let members = object.allMembers {
                #expect(
                    !object.holdsText(in: members) {
                        shown.append(String(decoding: $0, as: UTF8.self)); return false
                    })
            }
            #expect((object.allMembers == nil) == object.isEmpty)
            #expect(shown == collect(.object(object)))
        }
    }

    @Test("a value read in the middle of a text keeps only its own part")
    func middle() throws {
        let text = #" [ "before" , { "a" : [ 1, "\u0062" ] , "c" : {} } , 3 ] "#
        var values: [JSONValue] = []
        try Array(text.utf8).withUnsafeBytes { bytes in
            var reader = try JSONReader(bytes)
            try reader.readArray { reader, _ in values.append(try reader.readValue()) }
        }
        #expect(values == ["before", ["a": [1, "b"], "c": [:]], 3])
        #expect(
            values.map { String(decoding: $0.serialized(), as: UTF8.self) }
                == [#""before""#, #"{"a":[1,"b"],"c":{}}"#, "3"])
    }
}
