import PushPayload
import StrictJSON
import Testing

@Suite("Types of Apple's members")
struct PayloadMemberTests {
    private func members(_ text: String, isLiveActivity: Bool = false) throws -> (
        object: JSONObject, all: [PayloadMember]
    ) {
        let object = try #require(JSONValue(parsing: Array(text.utf8)).objectValue)
        return (object, PayloadMember.all(in: object, at: ["aps"], as: .aps, isLiveActivity: isLiveActivity))
    }

    @Test(
        "a number with a fraction and one that is too large are told apart",
        arguments: [
            ("1.5", "badge is a whole number, without a fraction"),
            ("99999999999999999999", "badge is a whole number of 64 bits; this one is too large"),
        ])
    func wholeNumber(text: String, expected: String) throws {
        let object: JSONObject = ["badge": .number(try #require(JSONNumber(text: text)))]
        let members = PayloadMember.all(in: object, at: ["aps"], as: .aps, isLiveActivity: false)
        #expect(members.flatMap(\.typeProblems).map(\.problem) == [expected])
        #expect(!PayloadMember.haveDocumentedTypes(in: object, as: .aps, isLiveActivity: false))
    }

    @Test(
        "members of Apple's dictionaries have the documented types, also in the dictionaries of an alert",
        arguments: [
            (#"{"alert":{"title":"T","loc-args":["a","b"]},"badge":1,"sound":{"critical":1}}"#, false, true),
            (#"{"alert":{"loc-args":["a",2]}}"#, false, false),
            (#"{"sound":{"name":5}}"#, false, false),
            (#"{"alert":{"title":{"loc-key":"K","loc-args":["a"]},"sound":"chime"},"event":"update"}"#, true, true),
            (#"{"alert":{"title":{"loc-key":5}}}"#, true, false),
            (#"{"alert":{"sound":5}}"#, true, false),
            // Only the title and the body have a dictionary form, and only in a Live Activity.
            (#"{"alert":{"subtitle":{}}}"#, true, false),
            (#"{"alert":{"launch-image":{}}}"#, true, false),
            (#"{"alert":{"title":{}}}"#, false, false),
            // What Apple does not document there is the app's own.
            (#"{"alert":{"sound":5},"title":5}"#, false, true),
            (#"{"content-state":{"loc-key":5}}"#, true, true),
        ])
    func documentedTypes(text: String, isLiveActivity: Bool, areDocumented: Bool) throws {
        let (object, all) = try members(text, isLiveActivity: isLiveActivity)
        #expect(
            PayloadMember.haveDocumentedTypes(in: object, as: .aps, isLiveActivity: isLiveActivity) == areDocumented)
        let documented = all.filter { $0.type != nil }
        #expect(!documented.contains { !$0.hasDocumentedType } == areDocumented)
        #expect(documented.flatMap(\.typeProblems).isEmpty == areDocumented)
    }

    @Test("the members of the app's own dictionaries are not Apple's, and a title is Apple's in an alert only")
    func ownDictionaries() throws {
        #expect(
            try members(#"{"content-state":{"loc-key":5}}"#, isLiveActivity: true).all.map(\.name) == ["content-state"])
        let title = try #require(try members(#"{"title":{}}"#, isLiveActivity: true).all.first)
        #expect(title.type == nil && !title.hasDocumentedType)
        #expect(try members(#"{"alert":{"sound":"chime"}}"#).all.last?.type == nil)
    }

    @Test(
        "a name is another spelling of a documented one, or the name of a member of another dictionary",
        arguments: [
            ("Badge", "badge", nil),
            ("thread_id", "thread-id", nil),
            ("threadID", "thread-id", nil),
            ("threadIdentifier", "thread-id", nil),
            ("loc_key", nil, "loc-key"),
            ("title", nil, "title"),
            ("badges", nil, nil),
        ] as [(String, UTF8Text?, UTF8Text?)])
    func spelling(name: String, correction: UTF8Text?, alternative: UTF8Text?) throws {
        let member = try #require(try members(#"{"\#(name)":1}"#).all.first)
        #expect(member.type == nil)
        #expect(member.correction == correction)
        #expect(member.alternative?.name == alternative)
        #expect(member.alternative.map { $0.dictionary == .alert } ?? true)
    }

    @Test("a documented name is no spelling of another one")
    func documentedName() throws {
        let badge = try #require(try members(#"{"badge":1}"#).all.first)
        #expect(badge.correction == nil && badge.alternative == nil)
    }

    @Test("the system reads some strings beside aps")
    func besideAPS() throws {
        let root: JSONObject = ["aps": .object([:]), "mdm": .string("M"), "domain": .bool(true), "a": .string("1")]
        func read(_ type: PushType) -> [PayloadMember] { PayloadMember.besideAPS(of: root, pushType: type) }
        #expect(read(.mdm).map(\.path) == [["mdm"]] && read(.mdm).first?.hasDocumentedType == true)
        #expect(read(.fileprovider).flatMap(\.typeProblems).map(\.problem) == ["domain is a string, not a boolean"])
        #expect(read(.widgets).isEmpty && read(.alert).isEmpty)
    }
}
