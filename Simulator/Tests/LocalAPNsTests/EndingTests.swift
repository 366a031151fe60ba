import LocalAPNs
import Testing

@Suite("Ends of connections")
struct EndingTests {
    @Test("IdleTimeout ends the connection with GOAWAY")
    func idle() throws {
        var policy = ServicePolicy()
        policy.idleSeconds = 60
        let harness = TestHarness(policy)
        let connection = PushConnection()
        #expect(harness.service.respond(to: try harness.request(), on: connection).ending == nil)
        harness.wait(seconds: 61)
        let late = harness.service.respond(to: try harness.request(), on: connection)
        #expect(late.answer?.reason == .idleTimeout && late.ending == .goAway(.idleTimeout))
    }

    @Test("the third error ends a connection with a limit of three; accepted pushes and 410 are no errors")
    func errors() throws {
        var policy = ServicePolicy()
        policy.errorLimit = 3
        let harness = TestHarness(policy)
        let connection = PushConnection()
        harness.service.register("abcd", bundleID: TestHarness.topic)
        harness.service.unregister("abcd")
        // One request is sent many times, since a new provider token would be an error.
        var request = try harness.request()
        var endings: [ServiceResponse.Ending?] = []
        for token in [TestHarness.token, "abcd", "ef", "abcd", "ef", TestHarness.token, "ef"] {
            request.path = "/3/device/\(token)"
            endings.append(harness.service.respond(to: request, on: connection).ending)
        }
        #expect(endings == [nil, nil, nil, nil, nil, nil, .goAway(.badDeviceToken)])
    }
}
