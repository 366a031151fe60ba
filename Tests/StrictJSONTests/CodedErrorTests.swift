import StrictJSON
import Testing

@Suite("Coded errors")
struct CodedErrorTests {
    private func error(_ text: String) -> JSONError? {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("two errors are equal, and hash alike, if their codes are")
    func equality() throws {
        let (one, other) = (try #require(error("[1 2]")), try #require(error("{1}")))
        #expect(one.reason != other.reason)
        #expect(one == other)
        #expect(Set([one, other]).count == 1)
        #expect(one != error("[1"))
    }

    @Test("an error of any type is caught by the protocol, with its code and reason")
    func existential() {
        do {
            _ = try JSONValue(parsing: Array("[1]".utf8), limits: JSONLimits(maximumByteCount: 2))
            Issue.record("the text is above the limit")
        } catch let error as any CodedError {
            #expect("\(error.code)" == "tooLong")
            #expect(error.reason == "the text has 3 bytes, the limit is 2")
        } catch {
            Issue.record("\(error)")
        }
    }
}
