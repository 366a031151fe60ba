import Foundation
import LocalAPNs
import PushPayload
import Testing

@Suite("Reasons")
struct ReasonTests {
    /// The table of Apple's "Handling notification responses from APNs", copied by hand, and one spelling from the wire.
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

    @Test("each invalid push gets the status and the reason of Apple's table", arguments: RefusalCase.all)
    func refused(_ refusalCase: RefusalCase) throws {
        let answer = try refusalCase.provoke()
        #expect(answer.status == refusalCase.status)
        #expect(answer.reason?.rawValue == refusalCase.reason)
        #expect(UUID(uuidString: answer.id) != nil)
        #expect(answer.headers.map(\.name) == ["apns-id", "content-type"])
        let body = try #require(try JSONValue(parsing: Array(answer.body.utf8)).objectValue)
        #expect(body["reason"] == .string(refusalCase.reason))
        #expect(body.contains("timestamp") == (refusalCase.status == 410))
    }

    @Test("there is a refusal case for every reason of Apple's table")
    func complete() {
        let provoked = Dictionary(grouping: RefusalCase.all, by: \.status).mapValues { Set($0.map(\.reason)) }
        #expect(provoked == Self.table)
    }

    @Test("the documented reasons are exactly those of Apple's table")
    func table() {
        let known = Dictionary(grouping: Reason.documented, by: \.status).mapValues { Set($0.map(\.rawValue)) }
        #expect(known == Self.table)
        #expect(Reason(rawValue: "Unregistered")?.status == 410)
        #expect(Reason(rawValue: "unregistered") == nil)
    }

    @Test("the reasons of each check are in the table, and each check has a source")
    func checks() {
        for check in Check.order {
            #expect(!check.source.isEmpty)
            for reason in check.reasons { #expect(Self.table[reason.status]?.contains(reason.rawValue) == true) }
        }
        #expect(Set(Check.order.map(\.name)).count == Check.order.count)
    }

    @Test("410 has a timestamp in milliseconds")
    func timestamp() throws {
        let harness = TestHarness()
        harness.wait(seconds: 5)
        harness.service.unregister(TestHarness.token)
        harness.wait(seconds: 5)
        let answer = try harness.answer(harness.request())
        #expect(answer.body == #"{"reason":"Unregistered","timestamp":1790000005000}"#)
    }
}
