import LocalAPNs
import Testing

/// A request with a defect for each check, which are corrected one after another.
@Suite("Order of checks")
struct OrderTests {
    @Test("a push with several defects is refused by the first check in the order, then by the next")
    func order() throws {
        let harness = TestHarness()
        var request = PushRequest(
            method: "GET", path: "/4/device/xyz",
            headers: [
                ("apns-collapse-id", String(repeating: "x", count: 65)), ("apns-priority", "7"), ("apns-priority", "7"),
                ("apns-push-type", "toast"), ("apns-id", "1"), ("apns-expiration", "never"),
            ], body: [])
        func correct(_ name: String, _ value: String?) {
            request.headers.removeAll { $0.name == name }
            if let value { request.headers.append((name, value)) }
        }
        var reasons: [String] = []
        let corrections: [() throws -> Void] = [
            { request.method = "POST" },
            { request.path = "/3/device/" },
            { request.path = "/3/device/xyz" },
            { correct("apns-priority", "7") },
            { try correct("authorization", "bearer " + harness.signer.token(issuedAt: harness.seconds - 4_000)) },
            { try correct("authorization", "bearer " + harness.signer.token(issuedAt: harness.seconds)) },
            { correct("apns-topic", "com.example.shop.voip") },
            { correct("apns-push-type", "alert") },
            { correct("apns-topic", "com.example.shop") },
            { correct("apns-id", nil) },
            { correct("apns-priority", "10") },
            { correct("apns-expiration", nil) },
            { correct("apns-collapse-id", nil) },
            { request.body = RefusalCase.sizedBody(4_097) },
            { request.body = TestHarness.body },
            { request.path = "/3/device/abcd" },
            { correct("apns-topic", TestHarness.topic) },
        ]
        harness.service.register("abcd", bundleID: TestHarness.topic)
        harness.service.unregister("abcd")
        for correction in corrections {
            reasons.append(try #require(try harness.answer(request).reason).rawValue)
            try correction()
        }
        reasons.append(try #require(try harness.answer(request).reason).rawValue)
        #expect(
            reasons == [
                "MethodNotAllowed", "BadPath", "MissingDeviceToken", "DuplicateHeaders", "MissingProviderToken",
                "ExpiredProviderToken", "MissingTopic", "InvalidPushType", "BadTopic", "BadMessageId", "BadPriority",
                "BadExpirationDate", "BadCollapseId", "PayloadEmpty", "PayloadTooLarge", "BadDeviceToken",
                "DeviceTokenNotForTopic", "Unregistered",
            ])
    }
}
