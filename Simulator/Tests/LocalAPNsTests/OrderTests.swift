import LocalAPNs
import Testing

/// A request with every fault that one can have at once is mended from the first to the last.
@Suite("Order of checks")
struct OrderTests {
    @Test("a push with many faults is refused for the first in the order, then for the next")
    func order() throws {
        let bench = Bench()
        var request = PushRequest(
            method: "GET", path: "/4/device/xyz",
            headers: [
                ("apns-collapse-id", String(repeating: "x", count: 65)), ("apns-priority", "7"), ("apns-priority", "7"),
                ("apns-push-type", "toast"), ("apns-id", "1"), ("apns-expiration", "never"),
            ], body: [])
        func mend(_ name: String, _ value: String?) {
            request.headers.removeAll { $0.name == name }
            if let value { request.headers.append((name, value)) }
        }
        var reasons: [String] = []
        let mendings: [() throws -> Void] = [
            { request.method = "POST" },
            { request.path = "/3/device/" },
            { request.path = "/3/device/xyz" },
            { mend("apns-priority", "7") },
            { try mend("authorization", "bearer " + bench.signer.token(issuedAt: bench.seconds - 4_000)) },
            { try mend("authorization", "bearer " + bench.signer.token(issuedAt: bench.seconds)) },
            { mend("apns-topic", "com.example.shop.voip") },
            { mend("apns-push-type", "alert") },
            { mend("apns-topic", "com.example.shop") },
            { mend("apns-id", nil) },
            { mend("apns-priority", "10") },
            { mend("apns-expiration", nil) },
            { mend("apns-collapse-id", nil) },
            { request.body = Provocation.sizedBody(4_097) },
            { request.body = Bench.body },
            { request.path = "/3/device/abcd" },
            { mend("apns-topic", Bench.topic) },
        ]
        bench.service.register("abcd", bundleID: Bench.topic)
        bench.service.unregister("abcd")
        for mending in mendings {
            reasons.append(try #require(try bench.answer(request).reason).text)
            try mending()
        }
        reasons.append(try #require(try bench.answer(request).reason).text)
        #expect(
            reasons == [
                "MethodNotAllowed", "BadPath", "MissingDeviceToken", "DuplicateHeaders", "MissingProviderToken",
                "ExpiredProviderToken", "MissingTopic", "InvalidPushType", "BadTopic", "BadMessageId", "BadPriority",
                "BadExpirationDate", "BadCollapseId", "PayloadEmpty", "PayloadTooLarge", "BadDeviceToken",
                "DeviceTokenNotForTopic", "Unregistered",
            ])
    }
}
