import Foundation
public import LocalAPNs
public import ProviderClient

/// The connection data of a running simulator, stored as `simulator.json` in its folder while it runs.
public struct SimulatorDescription: Sendable, Hashable, Codable {
    private enum CodingKeys: String, CodingKey {
        case port, channelPort, media, page
        case authorityPath = "authority"
        case keyID = "keyId"
        case team = "teamId"
        case signingKeyPath = "signingKey"
    }

    /// The port for pushes and broadcasts on 127.0.0.1.
    public let port: Int
    /// The port for requests about channels on 127.0.0.1.
    public let channelPort: Int
    /// The base URL of the media host, which serves the blobs in the folder `media`.
    public let media: String
    /// The address of the page; nil if there is none.
    public let page: String?
    /// The path of the CA certificate to trust.
    public let authorityPath: String
    /// The identifier of the token signing key.
    public let keyID: String
    /// The team's identifier.
    public let team: String
    /// The path of the token signing key, a `.p8` file.
    public let signingKeyPath: String

    /// The hosts for a provider's client.
    public var host: PushHost { .simulator(port: port, channelPort: channelPort, authorityPath: authorityPath) }

    /// The token signing key.
    ///
    /// - Throws: if the file cannot be read.
    public func signer() throws -> TokenSigner {
        try TokenSigner(keyID: keyID, team: team, pem: String(contentsOfFile: signingKeyPath, encoding: .utf8))
    }
}

extension SimulatorDescription {
    /// Reads the description of a simulator that runs on a folder.
    ///
    /// - Throws: ``SimulatorError`` with `notRunning`.
    public init(folder: String) throws {
        let path = SimulatorFolder(path: folder).description
        guard let data = FileManager.default.contents(atPath: path),
            let description = try? JSONDecoder().decode(Self.self, from: data)
        else { throw SimulatorError(.notRunning, "no simulator runs on \(folder): there is no \(path)") }
        self = description
    }
}
