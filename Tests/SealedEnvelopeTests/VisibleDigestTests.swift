import SealedEnvelope
import StrictJSON
import Testing

@Suite("Digest of the visible part")
struct VisibleDigestTests {
    /// Computed with Python: struct, hashlib.blake2b(digest_size=16), float, sorted by encoded name.
    static let knownAnswers = [
        (
            #"{"aps":{"alert":{"title":"New activity"},"mutable-content":1}}"#,
            "6f00000001000000036170736f0000000200000005616c6572746f00000001000000057469746c65730000000c4e6577206163"
                + "7469766974790000000f6d757461626c652d636f6e74656e74643ff0000000000000",
            "35fcde2723905d06f64bdd43c690af15"
        ),
        (#"{}"#, "6f00000000", "18fe80d8e074fc2ec90c406410e73c4b"),
        (
            #"{"b":[true,false,null,-0.0,0.5,1e2,"\u00e9"],"a":{"\ud83d\ude00":"","\uffee":9007199254740992}}"#,
            "6f0000000200000001616f0000000200000003efbfae64434000000000000000000004f09f988073000000000000000162610000"
                + "000774666e640000000000000000643fe00000000000006440590000000000007300000002c3a9",
            "282977271a9f6f48a42b54d430148518"
        ),
    ]

    @Test("the canonical form and its digest are those of an independent computation", arguments: knownAnswers)
    func knownAnswer(text: String, form: String, digest: String) throws {
        #expect(try hex(VisibleDigest.canonicalForm(of: .object(object(text)))) == form)
        #expect(try hex(VisibleDigest.digest(of: object(text))) == digest)
    }

    @Test("the envelope is not among what is digested, wherever it stands", arguments: knownAnswers)
    func hides(text: String, form: String, digest: String) throws {
        let payload = try object(text)
        for place in 0...payload.count {
            var members = payload.members.map { ($0.name, $0.value) }
            members.insert(("sealed", .number(JSONNumber(1))), at: place)
            let made = JSONObject(members)
            for payload in [made, try object(String(decoding: made.serialized(), as: UTF8.self))] {
                #expect(try hex(VisibleDigest.digest(of: payload, without: payload.place(of: "sealed"))) == digest)
                #expect(try hex(VisibleDigest.digest(of: payload)) != digest)
            }
        }
    }

    @Test("white space, order, escapes and the spelling of numbers do not matter")
    func rewriting() throws {
        let rewritten = #" { "n" : [ 1e0 , 1.50 , -0 ] , "t" : "\u00e9\/" } "#
        #expect(
            try VisibleDigest.digest(of: object(#"{"t":"é/","n":[1,1.5,0]}"#))
                == VisibleDigest.digest(of: object(rewritten)))
    }

    /// Every pair differs in what it says, so it must differ in its digest.
    static let different = [
        (#"{"a":1}"#, #"{"a":"1"}"#), (#"{"a":1}"#, #"{"a":true}"#), (#"{"a":{}}"#, #"{"a":[]}"#),
        (#"{"a":""}"#, #"{"a":null}"#), (#"{"a":["b","c"]}"#, #"{"a":["bc"]}"#),
        (#"{"a":[[]],"b":1}"#, #"{"a":[],"b":1}"#),
        (#"{"é":1}"#, "{\"e\u{301}\":1}"), (#"{"a":1,"b":2}"#, #"{"a":2,"b":1}"#), (#"{"ab":"c"}"#, #"{"a":"bc"}"#),
    ]

    @Test("what differs has another digest", arguments: different)
    func distinguishes(left: String, right: String) throws {
        #expect(try VisibleDigest.digest(of: object(left)) != VisibleDigest.digest(of: object(right)))
    }

    /// By hand: powers of two and their sums that JSON libraries write as they stand here.
    static let exact = [
        "0", "-0", "0.0", "1", "-1", "1.0", "1e2", "100e-2", "0.5", "0.75", "-0.125", "37.25", "1790000000",
        "9007199254740992", "-9007199254740992", "9007199254740994", "1e22", "0.0009765625", "6103515625e-14", "5e-1",
    ]

    @Test("a number that binary64 holds exactly may travel in the clear", arguments: exact)
    func accepts(number: String) throws {
        #expect(throws: Never.self) { try VisibleDigest.digest(of: object(#"{"n":\#(number)}"#)) }
    }

    /// By hand: decimal fractions with a factor of five in the denominator, integers above 2^53 with more bits than 53,
    /// exact integers whose shortest spelling is another integer, and what overflows or underflows.
    static let inexact = [
        "0.1", "0.10", "0.2", "37.33182", "1e-1", "9007199254740993", "12345678901234567890", "1e23",
        "1152921504606846976", "18446744073709551616", "1e400", "-1e400", "1e-400", "5e-324", "0.30000000000000004",
        "1e999999999999999999999", "1e-999999999999999999999",
    ]

    @Test("a number that JSON libraries may change on the way is refused", arguments: inexact)
    func refuses(number: String) throws {
        #expect(throws: InexactNumber.self) { try VisibleDigest.digest(of: object(#"{"n":[\#(number)]}"#)) }
    }

    @Test("no number has the digest of another")
    func unique() throws {
        // 2^53 and its neighbour read as one binary64; the second is refused, so it cannot stand for the first.
        #expect(throws: InexactNumber.self) { try VisibleDigest.digest(of: object(#"{"n":9007199254740993}"#)) }
        #expect(
            try VisibleDigest.digest(of: object(#"{"n":9007199254740992}"#))
                != VisibleDigest.digest(of: object(#"{"n":9007199254740994}"#)))
    }
}

/// Lower-case hexadecimal digits.
func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
