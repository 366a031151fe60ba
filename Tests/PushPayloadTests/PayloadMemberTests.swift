import PushPayload
import StrictJSON
import Testing

@Suite("Types of Apple's members")
struct PayloadMemberTests {
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
}
