import ArgumentParser
import Foundation
import LocalAPNs
import ProviderClient
import PushSealer

/// A complete provider: seals a payload to a device's public key and sends it to Apple's hosts or to a simulator.
///
/// Apple's production environment:
///
///     example-provider payload.json --device ./jane.pub.jwks --provider ./bank.jwks --token 00fc… \
///         --topic com.example.bank --signing-key AuthKey_ABC123DEFG.p8 --team-id DEF123GHIJ
///
/// A simulator: the same with `--port 2197 --ca simulator/ca.pem`.
@main
struct ExampleProvider: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "example-provider",
        abstract: "Seals a payload and pushes it to Apple's hosts or to a simulator."
    )

    @Argument(help: "The path of the payload.")
    var payload: String

    @Option(help: "The keyring of the device's public keys.")
    var device: String

    @Option(help: "The provider's keyring.")
    var provider: String

    @Option(help: "The device token, hexadecimal.")
    var token: String

    @Option(help: "The app's bundle id.")
    var topic: String

    @Option(help: "The token signing key, a .p8 file.")
    var signingKey: String

    @Option(help: "The identifier of the signing key; default: the one in the file name.")
    var keyID: String?

    @Option(help: "The team's identifier.")
    var teamID: String

    @Flag(help: "Use Apple's development environment.")
    var development = false

    @Option(help: "The port of a simulator, instead of Apple's hosts.")
    var port: Int?

    @Option(help: "The CA certificate of the simulator.")
    var ca: String?

    @Option(help: "The title of the placeholder, which every intermediary can read.")
    var placeholderTitle = "New notification"

    func validate() throws {
        guard (port == nil) == (ca == nil) else { throw ValidationError("--port and --ca must be given together") }
    }

    func run() async throws {
        let push = try seal()
        let client = try ProviderClient(host: host, signer: signer())
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
        let sealer = try Sealer(from: keys.keyring(provider), topic: topic)
        let payload = try Payload(parsing: Array(Data(contentsOf: URL(fileURLWithPath: payload))))
        return try sealer.seal(payload, to: key, placeholder: Placeholder(title: placeholderTitle))
    }

    /// Reads the signing key.
    ///
    /// Apple's file name is `AuthKey_`, the identifier, `.p8`.
    private func signer() throws -> TokenSigner {
        let file = URL(fileURLWithPath: signingKey)
        let name = file.deletingPathExtension().lastPathComponent
        return try TokenSigner(
            keyID: keyID ?? String(name.trimmingPrefix("AuthKey_")), team: teamID,
            pem: String(contentsOf: file, encoding: .utf8))
    }

    private var host: PushHost {
        guard let port, let ca else { return development ? .development : .production }
        return .simulator(port: port, authorityPath: ca)
    }
}
