import PushPayload
import RoundTrip
import StrictJSON
import Testing

@Suite("Random payloads")
struct RandomPayloadTests {
    @Test("the generator gives SplitMix64's published numbers")
    func splitMix64() {
        // https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64, seed 1234567
        var generator = SplitMix64(seed: 1_234_567)
        let expected: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        #expect(expected.map { _ in generator.next() } == expected)
    }

    @Test("a seed determines the payload, and other seeds give others")
    func deterministic() {
        #expect(RoundTripCase(randomWithSeed: 7).payload == RoundTripCase(randomWithSeed: 7).payload)
        #expect(Set((0..<50).map { RoundTripCase(randomWithSeed: $0).payload }).count > 45)
    }

    @Test("payloads are strict JSON of the requested size, without null, and cover unusual values")
    func coverage() throws {
        var text = ""
        var deepest = 0
        var mostMembers = 0
        for seed in 0..<400 as Range<UInt64> {
            let payload = RoundTripCase(randomWithSeed: seed, maximumByteCount: 2000).payload
            let bytes = payload.serialized()
            #expect(bytes.count <= 2000)
            #expect(try Payload(parsing: bytes) == payload)
            #expect(!holdsNull(.object(payload.root)))
            deepest = max(deepest, depth(of: .object(payload.root)))
            mostMembers = max(mostMembers, payload.root.map { $0.value.objectValue?.count ?? 0 }.max() ?? 0)
            text += String(decoding: bytes, as: UTF8.self)
        }
        #expect(deepest > 100)
        #expect(mostMembers > 50)
        for awkward in [
            "\u{1f468}\u{200d}", "e\u{301}", "\\u0000", "1e400", "12345678901234567890", "0.10", "[]", "{}", "-0",
        ] {
            #expect(text.utf8.contains(awkward.utf8), "none holds \(awkward)")
        }
    }

    private func depth(of value: JSONValue) -> Int {
        switch value {
        case .array(let elements): 1 + (elements.map(depth).max() ?? 0)
        case .object(let object): 1 + (object.map { depth(of: $0.value) }.max() ?? 0)
        default: 0
        }
    }

    private func holdsNull(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .array(let elements): elements.contains(where: holdsNull)
        case .object(let object): object.contains { holdsNull($0.value) }
        default: false
        }
    }
}

@Suite("Differences")
struct DifferenceTests {
    @Test("the first difference is reported by its path and kinds, without content")
    func differences() {
        func difference(_ expected: JSONObject, _ found: JSONObject) -> String? {
            found.difference(from: expected)
        }
        #expect(difference(["a": 1, "b": "x"], ["b": "x", "a": 1]) == nil)
        #expect(difference(["a": 1], ["a": 1.0]) == "/a: another number found")
        #expect(difference(["a": "é"], ["a": "e\u{301}"]) == "/a: another string found")
        #expect(difference(["a": ["b/c": [1, 2]]], ["a": ["b/c": [1]]]) == "/a/b~1c/1: number expected, nothing found")
        #expect(difference(["a": [1]], ["a": [1, true]]) == "/a/1: nothing expected, boolean found")
        #expect(difference([:], ["a": .null]) == "/a: nothing expected, null found")
        #expect(difference(["a": [:]], ["a": []]) == "/a: object expected, array found")
    }
}
