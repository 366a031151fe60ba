import LocalAPNs
import Testing

/// A way to get one reason out of the service.
struct Provocation: Sendable, CustomTestStringConvertible {
    /// The reason's string, as Apple's table prints it.
    let reason: String
    /// Its status in Apple's table.
    let status: Int
    /// What is wrong with the push.
    let because: String
    let provoke: @Sendable () throws -> PushAnswer

    var testDescription: String { "\(status) \(reason): \(because)" }

    init(_ status: Int, _ reason: String, _ because: String, _ provoke: @escaping @Sendable () throws -> PushAnswer) {
        self.reason = reason
        self.status = status
        self.because = because
        self.provoke = provoke
    }

    /// One header field that is wrong.
    private static func header(_ status: Int, _ reason: String, _ name: String, _ value: String) -> Provocation {
        Provocation(status, reason, "\(name): \(value.prefix(80))") {
            let bench = Bench()
            return try bench.answer(bench.request([(name, value)]))
        }
    }

    static let all: [Provocation] = requests + bodies + authentication + certificates + devices + troubles

    static let requests: [Provocation] = [
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
        header(400, "BadTopic", "apns-topic", ""),
        header(400, "BadTopic", "apns-topic", "com.example bank"),
        header(400, "BadTopic", "apns-topic", "com.example.bank.voip"),
        header(400, "BadTopic", "apns-push-type", "voip"),
        header(400, "DeviceTokenNotForTopic", "apns-topic", "com.example.shop"),
        Provocation(400, "BadPriority", "background with priority 10") {
            let bench = Bench()
            return try bench.answer(bench.request([("apns-push-type", "background"), ("apns-priority", "10")]))
        },
        Provocation(400, "BadPriority", "background with priority 1") {
            let bench = Bench()
            return try bench.answer(bench.request([("apns-push-type", "background"), ("apns-priority", "1")]))
        },
        Provocation(400, "DuplicateHeaders", "two priorities") {
            let bench = Bench()
            return try bench.answer(bench.request([("apns-priority", "5"), ("apns-priority", "10")]))
        },
        Provocation(400, "MissingTopic", "no apns-topic") {
            let bench = Bench()
            return try bench.answer(bench.request(without: ["apns-topic"]))
        },
        Provocation(400, "MissingDeviceToken", "/3/device/") {
            let bench = Bench()
            return try bench.answer(bench.request(token: ""))
        },
        Provocation(400, "MissingDeviceToken", "/3/device") { try path("/3/device") },
        Provocation(404, "BadPath", "/2/device/TOKEN") { try path("/2/device/\(Bench.token)") },
        Provocation(404, "BadPath", "/3/device/TOKEN/more") { try path("/3/device/\(Bench.token)/more") },
        Provocation(404, "BadPath", "/") { try path("/") },
        Provocation(404, "BadPath", "an empty path") { try path("") },
        Provocation(405, "MethodNotAllowed", "GET") { try method("GET") },
        Provocation(405, "MethodNotAllowed", "post") { try method("post") },
        Provocation(400, "IdleTimeout", "61 seconds where 60 are allowed") {
            var policy = ServicePolicy()
            policy.idleSeconds = 60
            let bench = Bench(policy)
            let connection = PushConnection()
            _ = try bench.answer(bench.request(), on: connection)
            bench.wait(seconds: 61)
            return try bench.answer(bench.request(), on: connection)
        },
    ]

    private static func path(_ path: String) throws -> PushAnswer {
        let bench = Bench()
        var request = try bench.request()
        request.path = path
        return try bench.answer(request)
    }

    private static func method(_ method: String) throws -> PushAnswer {
        let bench = Bench()
        var request = try bench.request()
        request.method = method
        return try bench.answer(request)
    }

    static let bodies: [Provocation] = [
        Provocation(400, "PayloadEmpty", "no body") {
            let bench = Bench()
            return try bench.answer(bench.request(body: []))
        },
        Provocation(400, "PayloadEmpty", "a body that is no JSON") {
            let bench = Bench()
            return try bench.answer(bench.request(body: Array("{\"aps\":".utf8)))
        },
        Provocation(413, "PayloadTooLarge", "4097 bytes") {
            let bench = Bench()
            return try bench.answer(bench.request(body: sizedBody(4_097)))
        },
        Provocation(413, "PayloadTooLarge", "5121 bytes of VoIP") {
            let bench = Bench()
            return try bench.answer(
                bench.request(
                    [("apns-push-type", "voip"), ("apns-topic", "com.example.bank.voip")], body: sizedBody(5_121)))
        },
    ]

    /// A JSON object of that many bytes.
    static func sizedBody(_ count: Int) -> [UInt8] {
        let frame = #"{"aps":{},"x":""}"#
        return Array(#"{"aps":{},"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: count - frame.utf8.count)
            + Array(#""}"#.utf8)
    }
}
