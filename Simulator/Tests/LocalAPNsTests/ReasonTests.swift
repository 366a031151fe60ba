import Foundation
import LocalAPNs
import PushPayload
import Testing

@Suite("Reasons")
struct ReasonTests {
    /// Apple's table of "Handling notification responses from APNs", typed from the page; one spelling from the wire.
    static let table: [Int: Set<String>] = [
        400: [
            "BadCollapseId", "BadDeviceToken", "BadExpirationDate", "BadMessageId", "BadPriority", "BadTopic",
            "DeviceTokenNotForTopic", "DuplicateHeaders", "IdleTimeout", "InvalidPushType", "MissingDeviceToken",
            "MissingTopic", "PayloadEmpty", "TopicDisallowed",
        ],
        403: [
            "BadCertificate", "BadCertificateEnvironment", "ExpiredProviderToken", "Forbidden", "InvalidProviderToken",
            "MissingProviderToken", "UnrelatedKeyIdInToken", "BadEnvironmentKeyIdInToken", "BadEnvironmentKeyInToken",
        ],
        404: ["BadPath"],
        405: ["MethodNotAllowed"],
        410: ["ExpiredToken", "Unregistered"],
        413: ["PayloadTooLarge"],
        429: ["TooManyProviderTokenUpdates", "TooManyRequests"],
        500: ["InternalServerError"],
        503: ["ServiceUnavailable", "Shutdown"],
    ]

    @Test("each wrong push gets the status and the reason of Apple's table", arguments: Provocation.all)
    func provoked(_ provocation: Provocation) throws {
        let answer = try provocation.provoke()
        #expect(answer.status == provocation.status)
        #expect(answer.reason?.text == provocation.reason)
        #expect(UUID(uuidString: answer.id) != nil)
        #expect(answer.headers.map(\.name) == ["apns-id", "content-type"])
        let body = try #require(try JSONValue(parsing: Array(answer.body.utf8)).objectValue)
        #expect(body["reason"] == .string(provocation.reason))
        #expect(body.contains("timestamp") == (provocation.status == 410))
    }

    @Test("every reason of Apple's table can be provoked")
    func complete() {
        let provoked = Dictionary(grouping: Provocation.all, by: \.status).mapValues { Set($0.map(\.reason)) }
        #expect(provoked == Self.table)
    }

    @Test("the library knows Apple's table and nothing else")
    func table() {
        let known = Dictionary(grouping: Reason.documented, by: \.status).mapValues { Set($0.map(\.text)) }
        #expect(known == Self.table)
        #expect(Reason(named: "Unregistered")?.status == 410)
        #expect(Reason(named: "unregistered") == nil)
    }

    @Test("what a check says it refuses with is in the table, and each check has a source")
    func checks() {
        for check in Check.order {
            #expect(!check.source.isEmpty)
            for reason in check.reasons { #expect(Self.table[reason.status]?.contains(reason.text) == true) }
        }
        #expect(Set(Check.order.map(\.name)).count == Check.order.count)
    }

    @Test("410 tells since when in milliseconds")
    func timestamp() throws {
        let bench = Bench()
        bench.wait(seconds: 5)
        bench.service.unregister(Bench.token)
        bench.wait(seconds: 5)
        let answer = try bench.answer(bench.request())
        #expect(answer.body == #"{"reason":"Unregistered","timestamp":1790000005000}"#)
    }
}
