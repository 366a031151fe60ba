import SealedPushSimulator

/// A provider's client that sends arbitrary requests to one phone over the network.
struct TestClient {
    let provider: ProviderClient
    let service: PushService
    let token: String

    /// The header fields of a valid push.
    static let usual = [(name: "apns-topic", value: "com.example.bank"), (name: "apns-push-type", value: "alert")]

    /// The body of a valid push.
    static let body = Array(#"{"aps":{"alert":"Hello"}}"#.utf8)

    /// Returns a valid body of `count` bytes.
    static func body(of count: Int) -> [UInt8] {
        Array(#"{"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: count - 8) + Array(#""}"#.utf8)
    }

    /// Starts a simulator with a phone and runs a test with a client.
    static func run(_ body: (TestClient, SimulatedPhone) async throws -> Void) async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let description = simulator.description
            let provider = try ProviderClient(host: description.host, signer: description.signer())
            let client = TestClient(
                provider: provider, service: simulator.service, token: await phone.identity.token)
            do {
                try await body(client, phone)
            } catch {
                await provider.shutDown()
                throw error
            }
            await provider.shutDown()
        }
    }

    /// Sends a push to the phone, or to another device token.
    func post(
        to token: String? = nil,
        headers: [(name: String, value: String)] = Self.usual,
        body: [UInt8] = Self.body
    ) async throws -> PushResponse {
        try await provider.send(headers: headers, body: body, to: token ?? self.token)
    }
}
