import Testing

@testable import ProviderClient
@testable import SealedPushSimulator

@Suite("Requests about channels")
struct ChannelRequestTests {
    @Test(
        "a response with another status than 2xx is an error, also without JSON",
        arguments: [
            (500, "", "the push service refused the request: 500"),
            (502, "<html>Bad Gateway</html>", "the push service refused the request: 502"),
            (400, #"{"reason":"BadChannelId"}"#, "the push service refused the request: 400 BadChannelId"),
        ])
    func refused(status: Int, body: String, reason: String) throws {
        let response = PushResponse(status: status, id: nil, uniqueID: nil, channelID: nil, body: Array(body.utf8))
        let error = #expect(throws: SimulatorError.self) { try LocalProvider.accepted(response) }
        #expect(error?.code == .refused && error?.reason == reason)
    }

    @Test("channels are managed on a port of their own")
    func port() async throws {
        try await Simulator.run { simulator in
            let description = simulator.description
            #expect(description.port != description.channelPort)
            let channel = try await simulator.provider.createChannel(app: "com.example.bank")
            #expect(try await simulator.provider.channels(of: "com.example.bank") == [channel])
            let host = PushHost(
                url: description.host.channelURL, channelURL: description.host.url,
                authorityPath: description.authorityPath)
            let confused = try ProviderClient(host: host, signer: description.signer())
            let response = try await confused.createChannel(app: "com.example.bank", storage: .none)
            #expect(response.status == 404 && response.reason == "BadPath")
            await confused.shutDown()
        }
    }
}
