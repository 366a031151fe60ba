import Foundation
import PhoneState
import PushPayload

/// The identity of a phone: stored as `phone.json` in its folder, and registered with the provider.
public struct PhoneIdentity: Sendable, Hashable, Decodable {
    private enum CodingKeys: String, CodingKey {
        case name, token, startToken, languages, bundle, server
        case bundleID = "app"
    }

    /// The phone's name in the simulator: 1 to 32 characters of `a-z 0-9 -`, not starting with `-`.
    public let name: String
    /// The device token of the app, hexadecimal.
    public internal(set) var token = newToken()
    /// The push-to-start token of the app's Live Activities, hexadecimal; nil for a phone of an earlier version.
    public internal(set) var startToken: String? = newToken()
    /// The app's bundle id.
    public let bundleID: String
    /// The user's languages in order of preference.
    public let languages: [String]
    /// The path of the app's bundle with its localized strings.
    public let bundle: String?
    /// The address of the app's server; nil for the simulator's own provider.
    public let server: String?

    /// The device token and the push-to-start token.
    var tokens: [String] { [token, startToken].compactMap(\.self) }

    /// The app's strings in the user's languages; nil without a bundle.
    var strings: Localization? { bundle.map { Localization(bundle: $0, languages: languages) } }

    /// Returns a new device token: 32 random bytes, hexadecimal.
    static func newToken() -> String { (0..<32).map { _ in UInt8.random(in: 0...255) }.hexadecimal }

    /// The identity with a new device token and a new push-to-start token.
    var renewed: PhoneIdentity {
        var identity = self
        (identity.token, identity.startToken) = (Self.newToken(), Self.newToken())
        return identity
    }

    var json: JSONObject {
        JSONObject(of: [
            "name": name, "token": token, "app": bundleID, "languages": languages, "startToken": startToken,
            "bundle": bundle, "server": server,
        ])
    }

    /// Returns the identity in a file.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder` or `badName`.
    static func reading(_ path: String) throws -> PhoneIdentity {
        guard let data = FileManager.default.contents(atPath: path),
            let identity = try? JSONDecoder().decode(PhoneIdentity.self, from: data)
        else { throw SimulatorError(.badFolder, "\(path) does not describe a phone") }
        try identity.checkName()
        return identity
    }

    /// Requires a name that is one of a folder.
    ///
    /// - Throws: ``SimulatorError`` with `badName`.
    func checkName() throws {
        guard name.wholeMatch(of: /[a-z0-9][a-z0-9\-]{0,31}/) != nil else {
            throw SimulatorError(.badName, "expected 1 to 32 characters of a-z, 0-9 and - as the name of a phone")
        }
    }

    /// Writes the identity to a file.
    func write(to path: String) throws {
        try Data(json.serialized()).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
