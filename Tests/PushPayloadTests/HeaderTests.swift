import PushPayload
import StrictJSON
import Testing

@Suite("Headers and push types")
struct HeaderTests {
    private func code(_ body: () throws -> PushHeaders) throws -> PayloadError.Code {
        try #require(throws: PayloadError.self) { try body() }.code
    }

    @Test("fields have lower-case names, absent values have no field")
    func fields() throws {
        let all = try PushHeaders(
            topic: "com.example.app", pushType: .voip, priority: .immediately, expiration: 0, collapseID: "übung",
            id: "123e4567-e89b-12d3-a456-426614174000")
        #expect(
            all.fields.map { "\($0.name): \($0.value)" } == [
                "apns-topic: com.example.app.voip", "apns-push-type: voip", "apns-priority: 10", "apns-expiration: 0",
                "apns-collapse-id: übung", "apns-id: 123e4567-e89b-12d3-a456-426614174000",
            ])
        let least = try PushHeaders(pushType: .background)
        #expect(least.fields.map { "\($0.name): \($0.value)" } == ["apns-push-type: background", "apns-priority: 5"])
    }

    @Test("a suffix is added once")
    func suffix() throws {
        #expect(try PushHeaders(topic: "a.b.voip", pushType: .voip).topic == "a.b.voip")
        #expect(try PushHeaders(topic: "a.b", pushType: .alert).topic == "a.b")
        #expect(try PushHeaders(topic: "a.b", pushType: .liveactivity).topic == "a.b.push-type.liveactivity")
    }

    @Test("a collapse id has at most 64 bytes of UTF-8, not characters")
    func collapseID() throws {
        #expect(try PushHeaders(pushType: .alert, collapseID: String(repeating: "é", count: 32)).collapseID != nil)
        #expect(try PushHeaders(pushType: .alert, collapseID: "~ \u{A0}~").collapseID == "~ \u{A0}~")
        for id in [String(repeating: "a", count: 65), String(repeating: "é", count: 32) + "a", "", "a\r\nb", "\u{7F}"]
            + ["a\u{85}b", "\u{9B}", "\u{2028}", "a\u{2029}", " a", "a "]
        {
            #expect(try code { try PushHeaders(pushType: .alert, collapseID: id) } == .badCollapseID)
        }
    }

    @Test(
        "an id is a canonical UUID in lower case",
        arguments: [
            "123E4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000", "",
            "123e4567-e89b-12d3-a456-42661417400g",
            "{123e4567-e89b-12d3-a456-426614174000}", "123e4567-e89b-12d3-a456-426614174000\n",
            "123e4567-e89b-12d3-a456-4266141740００",
        ])
    func id(_ id: String) throws {
        #expect(try code { try PushHeaders(pushType: .alert, id: id) } == .badID)
    }

    @Test("a background push may not have priority 10")
    func priority() throws {
        #expect(try code { try PushHeaders(pushType: .background, priority: .immediately) } == .badPriority)
        #expect(try PushHeaders(pushType: .background, priority: .prioritizingDevicePower).priority.rawValue == 1)
        #expect(try PushHeaders(pushType: .alert).priority.rawValue == 10)
        #expect(Priority.allCases.map(\.rawValue) == [10, 5, 1])
    }

    @Test("a header value cannot end its line", arguments: ["a\r\nb: c", "a b", "", "é", "a\u{0}"])
    func injection(text: String) throws {
        #expect(try code { try PushHeaders(topic: text, pushType: .alert) } == .badTopic)
        #expect(try code { try PushHeaders(pushType: PushType(rawValue: text)) } == .badPushType)
    }

    @Test(
        "each type has its limit, suffix and members",
        arguments: [
            (PushType.alert, 4096, "", []), (.background, 4096, "", []), (.complication, 4096, ".complication", []),
            (.controls, 4096, ".push-type.controls", ["aps"]),
            (.fileprovider, 4096, ".pushkit.fileprovider", ["container-identifier", "domain"]),
            (.liveactivity, 4096, ".push-type.liveactivity", []), (.location, 4096, ".location-query", []),
            (.mdm, 4096, "", ["mdm"]), (.pushtotalk, 4096, ".voip-ptt", []), (.voip, 5120, ".voip", []),
            (.widgets, 4096, ".push-type.widgets", ["aps"]), (PushType(rawValue: "later"), 4096, "", []),
        ])
    func types(type: PushType, limit: Int, suffix: String, readBySystem: [String]) {
        #expect(type.maximumByteCount == limit)
        #expect(type.topicSuffix == suffix)
        #expect(type.readBySystem.map(\.description) == readBySystem)
        #expect(type.showsPlaceholder == (type == .alert))
    }

    @Test(
        "the type is derived only from content that determines it",
        arguments: [
            (#"{"aps":{"alert":"a"}}"#, PushType.alert), (#"{"aps":{"badge":0,"content-available":1}}"#, .alert),
            (#"{"aps":{"sound":"default"}}"#, .alert), (#"{"aps":{"content-available":1}}"#, .background),
            (#"{"aps":{"event":"end","alert":"a"}}"#, .liveactivity), (#"{"aps":{"content-state":{}}}"#, .liveactivity),
            (#"{"mdm":"x"}"#, .mdm), (#"{"container-identifier":"a","domain":"b"}"#, .fileprovider), ("{}", nil),
            (#"{"aps":{}}"#, nil), (#"{"aps":7}"#, nil), (#"{"aps":{"content-changed":true}}"#, nil),
            (#"{"aps":{"mutable-content":1}}"#, nil), (#"{"aps":{"content-available":true}}"#, nil),
            (#"{"aps":{"content-changed":true,"content-available":1}}"#, nil),
            (#"{"aps":{"content-changed":true,"alert":"a"}}"#, nil), (#"{"mdm":1}"#, nil),
            (#"{"container-identifier":"a"}"#, nil), (#"{"call":{}}"#, nil),
        ])
    func derived(text: String, type: PushType?) throws {
        #expect(PushType.derived(from: try Payload(parsing: Array(text.utf8))) == type)
    }

    @Test(
        "the name of a header is a token of RFC 9110",
        arguments: [
            ("apns-topic", true), ("A9", true), ("!#$%&'*+-.^_`|~", true), ("", false), ("a b", false), ("a:b", false),
            ("a\r\n", false), ("é", false), ("(a)", false),
        ])
    func names(name: String, isName: Bool) {
        #expect(name.isHeaderName == isName)
    }
}
