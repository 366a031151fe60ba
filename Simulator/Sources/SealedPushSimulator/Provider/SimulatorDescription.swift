import Foundation
public import LocalAPNs
public import ProviderClient
import PushPayload

/// The connection data of a running simulator, stored as `simulator.json` in its folder while it runs.
public struct SimulatorDescription: Sendable, Hashable {
    /// The port for pushes and broadcasts on 127.0.0.1.
    public let port: Int
    /// The port for requests about channels on 127.0.0.1.
    public let channelPort: Int
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

    var json: JSONObject {
        var json: JSONObject = [
            "port": .number(JSONNumber(port)), "channelPort": .number(JSONNumber(channelPort)),
            "authority": .string(authorityPath), "keyId": .string(keyID), "teamId": .string(team),
            "signingKey": .string(signingKeyPath),
        ]
        json["page"] = page.map(JSONValue.string)
        return json
    }

    init(
        port: Int, channelPort: Int, page: String?, authorityPath: String, signer: TokenSigner, signingKeyPath: String
    ) {
        self.port = port
        self.channelPort = channelPort
        self.page = page
        self.authorityPath = authorityPath
        keyID = signer.keyID
        team = signer.team
        self.signingKeyPath = signingKeyPath
    }

    /// Reads the description of a simulator that runs on a folder.
    ///
    /// - Throws: ``SimulatorError`` with `notRunning`.
    public init(folder: String) throws {
        let path = SimulatorFolder(path: folder).description
        guard let data = FileManager.default.contents(atPath: path),
            let json = try? JSONValue(parsing: Array(data)).objectValue,
            let port = json["port"]?.numberValue?.int, let channelPort = json["channelPort"]?.numberValue?.int,
            let authority = json["authority"]?.stringValue,
            let keyID = json["keyId"]?.stringValue, let team = json["teamId"]?.stringValue,
            let signingKey = json["signingKey"]?.stringValue
        else { throw SimulatorError(.notRunning, "no simulator runs on \(folder): there is no \(path)") }
        self.port = port
        self.channelPort = channelPort
        page = json["page"]?.stringValue
        authorityPath = authority
        self.keyID = keyID
        self.team = team
        signingKeyPath = signingKey
    }

    /// The token signing key.
    ///
    /// - Throws: if the file cannot be read.
    public func signer() throws -> TokenSigner {
        try TokenSigner(keyID: keyID, team: team, pem: String(contentsOfFile: signingKeyPath, encoding: .utf8))
    }
}
