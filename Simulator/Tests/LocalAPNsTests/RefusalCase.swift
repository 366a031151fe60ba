import LocalAPNs
import Testing

/// A push that the service refuses with an expected reason.
struct RefusalCase: Sendable, CustomTestStringConvertible {
    /// The reason's string in Apple's table.
    let reason: String
    /// The HTTP status in Apple's table.
    let status: Int
    /// The defect of the push.
    let because: String
    let provoke: @Sendable () throws -> PushAnswer

    var testDescription: String { "\(status) \(reason): \(because)" }

    init(_ status: Int, _ reason: String, _ because: String, _ provoke: @escaping @Sendable () throws -> PushAnswer) {
        self.reason = reason
        self.status = status
        self.because = because
        self.provoke = provoke
    }

    /// A push with one wrong header field.
    private static func header(_ status: Int, _ reason: String, _ name: String, _ value: String) -> RefusalCase {
        RefusalCase(status, reason, "\(name): \(value.prefix(80))") {
            let harness = TestHarness()
            return try harness.answer(harness.request([(name, value)]))
        }
    }

    static let all: [RefusalCase] = requests + bodies + authentication + certificates + devices + faults

    static let requests: [RefusalCase] = [
        header(400, "BadCollapseId", "apns-collapse-id", String(repeating: "x", count: 65)),
        header(400, "BadCollapseId", "apns-collapse-id", String(repeating: "é", count: 33)),
        header(400, "BadExpirationDate", "apns-expiration", "tomorrow"),
        header(400, "BadExpirationDate", "apns-expiration", "-1"),
        header(400, "BadExpirationDate", "apns-expiration", ""),
        header(400, "BadExpirationDate", "apns-expiration", "1790000000.5"),
        header(400, "BadExpirationDate", "apns-expiration", "99999999999999999999"),
        header(400, "BadMessageId", "apns-id", "1"),
        header(400, "BadMessageId", "apns-id", "EABEAE54-14A8-11E5-B60B-1697F925EC7B"),
        header(400, "BadMessageId", "apns-id", "eabeae5414a811e5b60b1697f925ec7b"),
        header(400, "BadMessageId", "apns-id", "eabeae54-14a8-11e5-b60b-1697f925ec7g"),
        header(400, "BadPriority", "apns-priority", "7"),
        header(400, "BadPriority", "apns-priority", "high"),
        header(400, "BadPriority", "apns-priority", "+5"),
        header(400, "InvalidPushType", "apns-push-type", "Alert"),
        header(400, "InvalidPushType", "apns-push-type", "toast"),
        header(400, "MissingTopic", "apns-topic", ""),
        header(400, "BadTopic", "apns-topic", "com.example bank"),
        header(400, "BadTopic", "apns-topic", "com.example.bank.voip"),
        header(400, "BadTopic", "apns-push-type", "voip"),
        header(400, "DeviceTokenNotForTopic", "apns-topic", "com.example.shop"),
        RefusalCase(400, "BadPriority", "background with priority 10") {
            let harness = TestHarness()
            return try harness.answer(harness.request([("apns-push-type", "background"), ("apns-priority", "10")]))
        },
        RefusalCase(400, "BadPriority", "background with priority 1") {
            let harness = TestHarness()
            return try harness.answer(harness.request([("apns-push-type", "background"), ("apns-priority", "1")]))
        },
        RefusalCase(400, "DuplicateHeaders", "two priorities") {
            let harness = TestHarness()
            return try harness.answer(harness.request([("apns-priority", "5"), ("apns-priority", "10")]))
        },
        RefusalCase(400, "MissingTopic", "no apns-topic") {
            let harness = TestHarness()
            return try harness.answer(harness.request(without: ["apns-topic"]))
        },
        RefusalCase(400, "MissingDeviceToken", "/3/device/") {
            let harness = TestHarness()
            return try harness.answer(harness.request(token: ""))
        },
        RefusalCase(400, "MissingDeviceToken", "/3/device") { try path("/3/device") },
        RefusalCase(404, "BadPath", "/2/device/TOKEN") { try path("/2/device/\(TestHarness.token)") },
        RefusalCase(404, "BadPath", "/3/device/TOKEN/more") { try path("/3/device/\(TestHarness.token)/more") },
        RefusalCase(404, "BadPath", "/") { try path("/") },
        RefusalCase(404, "BadPath", "an empty path") { try path("") },
        RefusalCase(405, "MethodNotAllowed", "GET") { try method("GET") },
        RefusalCase(405, "MethodNotAllowed", "post") { try method("post") },
        RefusalCase(400, "IdleTimeout", "61 seconds where 60 are allowed") {
            var policy = ServicePolicy()
            policy.idleSeconds = 60
            let harness = TestHarness(policy)
            let connection = PushConnection()
            _ = try harness.answer(harness.request(), on: connection)
            harness.wait(seconds: 61)
            return try harness.answer(harness.request(), on: connection)
        },
    ]

    private static func path(_ path: String) throws -> PushAnswer {
        let harness = TestHarness()
        var request = try harness.request()
        request.path = path
        return try harness.answer(request)
    }

    private static func method(_ method: String) throws -> PushAnswer {
        let harness = TestHarness()
        var request = try harness.request()
        request.method = method
        return try harness.answer(request)
    }

    static let bodies: [RefusalCase] = [
        RefusalCase(400, "PayloadEmpty", "no body") {
            let harness = TestHarness()
            return try harness.answer(harness.request(body: []))
        },
        RefusalCase(400, "PayloadEmpty", "a body that is not JSON") {
            let harness = TestHarness()
            return try harness.answer(harness.request(body: Array("{\"aps\":".utf8)))
        },
        RefusalCase(413, "PayloadTooLarge", "4097 bytes") {
            let harness = TestHarness()
            return try harness.answer(harness.request(body: sizedBody(4_097)))
        },
        RefusalCase(413, "PayloadTooLarge", "5121 bytes of VoIP") {
            let harness = TestHarness()
            return try harness.answer(
                harness.request(
                    [("apns-push-type", "voip"), ("apns-topic", "com.example.bank.voip")], body: sizedBody(5_121)))
        },
    ]

    /// Returns a JSON object of `count` bytes.
    static func sizedBody(_ count: Int) -> [UInt8] {
        let frame = #"{"aps":{},"x":""}"#
        return Array(#"{"aps":{},"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: count - frame.utf8.count)
            + Array(#""}"#.utf8)
    }
}
