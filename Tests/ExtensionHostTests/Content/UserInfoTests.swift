import ExtensionHost
import Foundation
import PushPayload
import StrictJSON
import Testing

@Suite("A payload and a userInfo dictionary say the same")
struct UserInfoTests {
    static func number(_ text: String) throws -> Payload {
        Payload(["n": .number(try #require(JSONNumber(text: text)))])
    }

    @Test("every kind of JSON value is converted back unchanged")
    func roundTrip() throws {
        let payload = Payload([
            "aps": ["alert": ["title": "T"], "mutable-content": 1],
            "true": true, "false": false, "one": 1, "zero": 0, "half": 0.5, "null": .null,
            "text": "€ \u{1F511}", "list": [1, "two", [true], [:]], "empty": [],
        ])
        #expect(try Payload(userInfo: payload.userInfo) == payload)
    }

    @Test("an extension reads values with the casts that work on a phone")
    func casts() {
        let info = Payload(["flag": true, "count": 7, "share": 0.5, "names": ["a", "b"], "map": ["k": "v"]]).userInfo
        #expect(info["flag"] as? Bool == true)
        #expect(info["count"] as? Int == 7)
        #expect(info["count"] as? Double == 7)
        #expect(info["count"] as? NSNumber == 7)
        #expect(info["share"] as? Double == 0.5)
        #expect(info["share"] as? Int == nil)
        #expect(info["names"] as? [String] == ["a", "b"])
        #expect(info["map"] as? [String: String] == ["k": "v"])
        #expect(info["map"] as? [AnyHashable: Any] != nil)
    }

    @Test("true is not 1")
    func booleans() throws {
        let back = try Payload(userInfo: Payload(["flag": true, "count": 1]).userInfo)
        #expect(back.root["flag"] == true)
        #expect(back.root["count"] == 1)
    }

    @Test(
        "a number keeps its value",
        arguments: [
            "0", "-1", "1.0", "1e2", "0.10", "9223372036854775807", "-9223372036854775808", "18446744073709551615",
            "12345678901234567890", "123456789012345678901234567890", "0.1234567890123456789", "1e300", "5e-324",
            "-0.5", "1.7976931348623157e308", "12345678901234567890123456789012345678",
            "99999999999999999999999999999999999999e80", "-0.99999999999999999999999999999999999999e-82",
        ]
    )
    func numbers(text: String) throws {
        let back = try Payload(userInfo: try Self.number(text).userInfo)
        #expect(back.root["n"]?.numberValue?.decimal == JSONNumber(text: text)?.decimal)
    }

    /// `NSDecimalNumber` holds some of these exactly, rounds others, and reads the last one as no number.
    @Test(
        "a number of more than 38 digits, or of an exponent beyond a decimal's, is rounded to the nearest binary64",
        arguments: [
            ("1.33333333333333333333333333333333333333333333333333", 1.3333333333333333),
            ("123456789012345678901234567890123456789", 1.2345678901234568e38),
            ("1.234567890123456789e130", 1.234567890123456789e130),
            ("1.234567890123456789e-130", 1.234567890123456789e-130),
            ("0." + String(repeating: "0", count: 150) + "12345678901234567890123e140", 1.2345678901234567890123e-11),
        ])
    func roundedNumber(text: String, rounded: Double) throws {
        let back = try Payload(userInfo: try Self.number(text).userInfo)
        #expect(back.root["n"]?.numberValue?.decimal == JSONNumber(rounded)?.decimal)
    }

    @Test(
        "a number is a whole one for Foundation up to 64 bits, and no decimal where binary64 has its value",
        arguments: [("7", true), ("1e2", true), ("18446744073709551615", true), ("0.5", false), ("1e30", false)])
    func wholeNumber(text: String, isWhole: Bool) throws {
        let number = try #require(try Self.number(text).userInfo["n"] as? NSNumber)
        #expect((String(cString: number.objCType) != "d") == isWhole)
        #expect(!(number is NSDecimalNumber))
    }

    @Test("a number of single precision has the value that it has in double precision")
    func singlePrecision() throws {
        let root = try Payload(userInfo: ["n": Float(0.1)]).root
        #expect(root["n"]?.numberValue?.double == Double(Float(0.1)))
    }

    @Test("members are sorted by name, since a dictionary of Foundation has no order")
    func order() throws {
        let names = (10..<60).map { "n\($0)" }
        let info = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
        #expect(try Payload(userInfo: info).root.map(\.name.string) == names)
    }

    @Test("a number beyond binary64 is infinite, and not converted back", arguments: ["1e400", "-1e400"])
    func infiniteNumber(text: String) throws {
        let info = try Self.number(text).userInfo
        #expect(info["n"] as? Double == (text == "1e400" ? .infinity : -.infinity))
        #expect(#expect(throws: UserInfoError.self) { try Payload(userInfo: info) }?.code == .valueNotJSON)
    }

    @Test("what an extension sets with Swift's own types is read as well")
    func nativeTypes() throws {
        let info: [AnyHashable: Any] = [
            "bool": true, "int": 3, "double": 0.25, "list": [1, 2], "bytes": UInt8(4),
            "decimal": Decimal(string: "0.1") as Any,
            "nested": NSDictionary(dictionary: ["k": NSMutableString(string: "v")]),
        ]
        let root = try Payload(userInfo: info).root
        #expect(root["bool"] == true)
        #expect(root["int"] == 3)
        #expect(root["double"] == 0.25)
        #expect(root["list"] == [1, 2])
        #expect(root["bytes"] == 4)
        #expect(root["decimal"] == 0.1)
        #expect(root["nested"] == ["k": "v"])
    }

    @Test("a value that JSON cannot represent is refused")
    func refused() throws {
        let cases: [([AnyHashable: Any], UserInfoError.Code)] = [
            (["a": ["when": Date()]], .valueNotJSON), (["a": [Data()]], .valueNotJSON),
            (["a": Thread.current], .valueNotPropertyList), (["a": Double.nan], .valueNotJSON),
            ([7: "a"], .keyNotString), (["a": [7: "b"] as [AnyHashable: Any]], .keyNotString),
        ]
        for (info, code) in cases {
            let error = #expect(throws: UserInfoError.self) { try Payload(userInfo: info) }
            #expect(error?.code == code)
        }
    }

    @Test("containers nest as deep as a payload may, and no deeper")
    func depth() throws {
        func nested(_ depth: Int) -> [AnyHashable: Any] {
            ["a": (1..<depth).reduce("bottom" as Any) { inner, _ in [inner] }]
        }
        #expect(try Payload(userInfo: nested(512)).root["a"] != nil)
        let error = #expect(throws: UserInfoError.self) { try Payload(userInfo: nested(513)) }
        #expect(error?.code == .tooDeep)
    }

    /// In seconds of this thread's own work, so that a busy machine makes no difference; it takes a tenth of one.
    @Test("a payload of 64 KB inside 500 containers is read in seconds, without bridging each level again")
    func deepAndLong() throws {
        let depth = 500
        let elements = Array(repeating: "1", count: 30_000).joined(separator: ",")
        let text =
            #"{"a":"# + String(repeating: "[", count: depth) + elements + String(repeating: "]", count: depth) + "}"
        let payload = try Payload(parsing: Array(text.utf8))
        let userInfo = payload.userInfo
        var start = timespec()
        var end = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start)
        let read = try Payload(userInfo: userInfo)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end)
        #expect(read == payload)
        #expect(end.tv_sec - start.tv_sec < 20)
    }
}
