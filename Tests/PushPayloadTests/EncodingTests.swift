import Foundation
import PushPayload
import StrictJSON
import Testing

/// Values of one's own types as members of a payload.
@Suite("Encodable values")
struct EncodingTests {
    private struct Order: Encodable {
        var id: UInt64 = .max
        var lowest: Int64 = .min
        var total = 240.1
        var whole = 1.0
        var tenth: Float = 0.1
        var price = Decimal(string: "12345678901234567890.123456789") ?? 0
        var note: String? = nil
        var lines = ["é", "e\u{301}", "\u{1F680}"]
        var isPaid = true
    }

    @Test("an object keeps its texts, and its numbers are exact")
    func order() throws {
        let value = try JSONValue(encoding: Order())
        let expected =
            #"{"id":18446744073709551615,"lowest":-9223372036854775808,"total":240.1,"whole":1,"tenth":0.1,"#
            + #""price":12345678901234567890.123456789,"lines":["é","e\u0301","\ud83d\ude80"],"isPaid":true}"#
        #expect(value.objectValue == (try JSONValue(parsing: Array(expected.utf8)).objectValue))
        var payload = Payload(alert: Alert(title: "Order"))
        payload["order"] = value
        #expect(try Payload(parsing: payload.serialized()) == payload)
        #expect(try Payload(JSONObject(encoding: Order())).root == value.objectValue)
    }

    @Test("what is no JSON or no object is refused")
    func refused() {
        #expect(throws: EncodingError.self) { try JSONValue(encoding: ["a": Double.nan]) }
        #expect(throws: EncodingError.self) { try JSONValue(encoding: ["a": Double.infinity]) }
        #expect(throws: JSONError.self) { try JSONValue(encoding: String(repeating: "x", count: 1 << 16)) }
        let error = #expect(throws: PayloadError.self) { try JSONObject(encoding: [1]) }
        #expect(error?.code == .notAnObject)
    }

    @Test("dates and data are written as the encoder says")
    func strategies() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        #expect(try JSONValue(encoding: ["at": Date(timeIntervalSince1970: 5)], by: encoder) == ["at": 5])
        #expect(try JSONValue(encoding: ["at": Date(timeIntervalSinceReferenceDate: 5)]) == ["at": 5])
        #expect(try JSONValue(encoding: Data([0xFF])) == "/w==")
    }
}
