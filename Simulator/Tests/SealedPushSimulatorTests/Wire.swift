import AsyncHTTPClient
import Foundation
import LocalAPNs
import ProviderClient
import SealedPushSimulator

/// A provider that sends whatever a test wants over the network.
struct Wire {
    let client: ProviderClient

    init(_ simulator: Simulator) throws {
        let description = simulator.description
        client = try ProviderClient(
            host: .simulator(port: description.port, authorityPath: description.authorityPath),
            signer: description.signer())
    }

    func post(
        to token: String,
        headers: [(name: String, value: String)] = [("apns-topic", "com.example.bank"), ("apns-push-type", "alert")],
        body: [UInt8] = Array(#"{"aps":{"alert":"Hello"}}"#.utf8)
    ) async throws -> PushResponse {
        try await client.send(headers: headers, body: body, to: token)
    }

    func shutDown() async { await client.shutDown() }
}
