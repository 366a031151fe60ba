import SealedPushSimulator

/// A provider that sends to one phone whatever a test wants, over the network.
struct Wire {
    let client: ProviderClient
    let service: PushService
    let token: String

    /// The header fields of a push that is accepted.
    static let usual = [(name: "apns-topic", value: "com.example.bank"), (name: "apns-push-type", value: "alert")]

    /// The body of a push that is accepted.
    static let body = Array(#"{"aps":{"alert":"Hello"}}"#.utf8)

    /// A body of so many bytes.
    static func body(of count: Int) -> [UInt8] {
        Array(#"{"x":""#.utf8) + Array(repeating: UInt8(ascii: "x"), count: count - 8) + Array(#""}"#.utf8)
    }

    /// Starts a simulator with a phone, and connects to it.
    static func run(_ body: (Wire, Phone) async throws -> Void) async throws {
        try await Simulator.run { simulator in
            let phone = try await simulator.addPhone("jane", app: "com.example.bank")
            let description = simulator.description
            let client = try ProviderClient(host: description.host, signer: description.signer())
            let wire = Wire(client: client, service: simulator.service, token: await phone.identity.token)
            do {
                try await body(wire, phone)
            } catch {
                await client.shutDown()
                throw error
            }
            await client.shutDown()
        }
    }

    /// Pushes to the phone, or to another device token.
    func post(
        to token: String? = nil,
        headers: [(name: String, value: String)] = Self.usual,
        body: [UInt8] = Self.body
    ) async throws -> PushResponse {
        try await client.send(headers: headers, body: body, to: token ?? self.token)
    }
}
