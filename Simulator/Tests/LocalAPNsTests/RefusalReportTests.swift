import LocalAPNs
import Testing

@Suite("Reports of refusals")
struct RefusalReportTests {
    @Test("a refused push is reported with the apns-id, the token, the topic and the time of its answer")
    func push() throws {
        let harness = TestHarness()
        let answer = try harness.answer(
            harness.request([("apns-priority", "7")], token: TestHarness.token.uppercased()))
        let refusal = try #require(harness.refusals.first)
        #expect(refusal.id == answer.id && refusal.token == TestHarness.token && refusal.topic == TestHarness.topic)
        #expect(refusal.status == 400 && refusal.reason == .badPriority && !refusal.isFault)
        #expect(refusal.time == TestHarness.start)
        _ = try harness.answer(harness.request())
        #expect(harness.refusals.count == 1)
    }

    @Test("a fault that answers is reported, and a fault that only delays is not")
    func fault() throws {
        let harness = TestHarness()
        harness.service.inject(Fault(.normal, delay: .seconds(1)))
        harness.service.inject(Fault(.answer(.tooManyRequests)))
        for _ in 0..<2 { _ = try harness.answer(harness.request()) }
        #expect(harness.refusals.map(\.status) == [429] && harness.refusals.map(\.isFault) == [true])
    }

    @Test("a refused broadcast names its app and no device")
    func broadcast() throws {
        let harness = TestHarness()
        _ = try harness.answer(harness.broadcast("AAAA"))
        #expect(harness.refusals.map(\.reason) == [.channelNotRegistered])
        #expect(harness.refusals.first?.token == nil && harness.refusals.first?.topic == TestHarness.topic)
    }

    /// The tokens are made by hand: a header and claims in base64url, and a signature of another length.
    @Test(
        "the cause of a refused provider token is reported",
        arguments: [
            ("x.y.z", "expected a JWT"), ("eyJhbGciOiJFUzI1NiIsImtpZCI6IngifQ.e30.e30", "expected a kid"),
            ("eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.e30.e30", "expected an iss"),
            // {"iss":"DEF123GHIJ","iat":true}
            (
                "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJERUYxMjNHSElKIiwiaWF0Ijp0cnVlfQ.e30",
                "expected an iat, a whole number of seconds"
            ),
        ])
    func cause(token: String, cause: String) throws {
        let harness = TestHarness()
        _ = try harness.answer(harness.request([("authorization", "bearer " + token)]))
        #expect(harness.refusals.first?.reason == .invalidProviderToken)
        #expect(harness.refusals.first?.cause?.hasPrefix(cause) == true)
    }

    @Test(
        "the cause of each refusal is reported: what the service knows of it, or what the check expects",
        arguments: [
            ([("apns-topic", "com.example.shop")], TestHarness.body, "the token is for com.example.bank"),
            ([("apns-push-type", "voip")], TestHarness.body, "expected a topic with the suffix .voip"),
            ([("apns-topic", "com.example.bank.voip")], TestHarness.body, ".voip is the suffix of another push type"),
            ([("apns-push-type", "toast")], TestHarness.body, "expected one of alert, background, "),
            ([("apns-expiration", "None")], TestHarness.body, "expected that apns-expiration is a UNIX time"),
            ([], RefusalCase.sizedBody(4_097), "expected at most 4096 bytes, found 4097"),
        ])
    func known(headers: [(name: String, value: String)], body: [UInt8], cause: String) throws {
        let harness = TestHarness()
        _ = try harness.answer(harness.request(headers, body: body))
        #expect(harness.refusals.first?.cause?.hasPrefix(cause) == true)
    }

    @Test("iat with a fraction is accepted, unless the policy says no", arguments: [true, false])
    func fraction(isAccepted: Bool) throws {
        var policy = ServicePolicy()
        policy.acceptsInexactIssueTime = isAccepted
        let harness = TestHarness(policy)
        let token =
            "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJERUYxMjNHSElKIiwiaWF0IjoxNzkwMDAwMDAwLjV9.e30"
        _ = try harness.answer(harness.request([("authorization", "bearer " + token)]))
        // The next defect is the signature.
        #expect(
            harness.refusals.first?.cause?.hasPrefix(isAccepted ? "expected a signature" : "expected an iat") == true)
    }

    @Test(
        "a refusal that a switch of the policy decides names the option",
        arguments: [
            ([("apns-id", "EABEAE54-14A8-11E5-B60B-1697F925EC7B")], "{}", "--accept upper-case-id"),
            ([("apns-push-type", "background"), ("apns-priority", "1")], "{}", "--accept background-priority-1"),
            ([], "{", "--accept malformed-payload"),
        ])
    func option(headers: [(name: String, value: String)], body: String, option: String) throws {
        let harness = TestHarness()
        _ = try harness.answer(harness.request(headers, body: Array(body.utf8)))
        #expect(harness.refusals.first?.cause?.contains(option) == true)
    }

    @Test("cookie may be split into several fields, as RFC 9113 allows")
    func cookies() throws {
        let harness = TestHarness()
        #expect(try harness.answer(harness.request([("cookie", "a=1"), ("cookie", "b=2")])).status == 200)
    }
}
