import ArgumentParser
import Foundation
import LocalAPNs
import ProviderClient

/// The options for the push service and the app.
struct PushServiceOptions: ParsableArguments {
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

    /// Makes a client of the push service.
    ///
    /// Apple's name of the signing key's file is `AuthKey_`, the identifier, `.p8`.
    func client() throws -> ProviderClient {
        let file = URL(fileURLWithPath: signingKey)
        let name = file.deletingPathExtension().lastPathComponent
        let signer = try TokenSigner(
            keyID: keyID ?? String(name.trimmingPrefix("AuthKey_")), team: teamID,
            pem: String(contentsOf: file, encoding: .utf8))
        guard let port, let ca else {
            return try ProviderClient(host: development ? .development : .production, signer: signer)
        }
        return try ProviderClient(host: .simulator(port: port, authorityPath: ca), signer: signer)
    }
}
