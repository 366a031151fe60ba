import ArgumentParser
import Foundation
import ProviderClient
import PushSealer

/// Seals one payload to a device's public key and sends it.
///
/// Apple's production environment:
///
///     example-provider payload.json --device ./jane.pub.jwks --provider ./bank.jwks --token 00fc… \
///         --topic com.example.bank --signing-key AuthKey_ABC123DEFG.p8 --team-id DEF123GHIJ
///
/// A simulator: the same with `--port 2197 --ca simulator/ca.pem`.
struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Seals one payload to a device and sends it (default).")

    @Argument(help: "The path of the payload.")
    var payload: String

    @Option(help: "The keyring of the device's public keys.")
    var device: String

    @Option(help: "The provider's keyring.")
    var provider: String

    @Option(help: "The device token, hexadecimal.")
    var token: String

    @OptionGroup var service: PushServiceOptions

    func run() async throws {
        let push = try seal()
        let client = try service.client()
        let response: PushResponse
        do {
            response = try await client.send(push, to: token)
        } catch {
            await client.shutDown()
            throw error
        }
        await client.shutDown()
        print("\(response.status)\(response.reason.map { " \($0)" } ?? "") apns-id \(response.id ?? "none")")
        guard response.status == 200 else { throw ExitCode(1) }
    }

    private func seal() throws -> SealedPush {
        let keys = KeyDirectory(".")
        guard let key = try keys.publicKeyring(device).primary.devicePublicKey else {
            throw ValidationError("the primary key of \(device) is not a device key")
        }
        let sealer = try Sealer(from: keys.keyring(provider), topic: service.topic)
        let payload = try Payload(parsing: Array(Data(contentsOf: URL(fileURLWithPath: payload))))
        return try sealer.seal(payload, to: key, placeholder: Placeholder(title: service.placeholderTitle))
    }
}
