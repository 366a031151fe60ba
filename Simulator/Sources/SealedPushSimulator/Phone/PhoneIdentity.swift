import Foundation
import PhoneState
import PushPayload

/// The identity of a phone: stored as `phone.json` in its folder, and registered with the provider.
public struct PhoneIdentity: Sendable, Hashable {
    /// The phone's name in the simulator: 1 to 32 characters of `a-z 0-9 -`, not starting with `-`.
    public let name: String
    /// The device token of the app, hexadecimal.
    public let token: String
    /// The push-to-start token of the app's Live Activities, hexadecimal; nil for a phone of an earlier version.
    public let startToken: String?
    /// The app's bundle id.
    public let bundleID: String
    /// The user's languages in order of preference.
    public let languages: [String]
    /// The path of the app's bundle with its localized strings.
    public let bundle: String?
    /// The address of the app's server; nil for the simulator's own provider.
    public let server: String?

    init(
        name: String, token: String, startToken: String?, bundleID: String, languages: [String], bundle: String?,
        server: String? = nil
    ) throws {
        guard name.wholeMatch(of: /[a-z0-9][a-z0-9\-]{0,31}/) != nil else {
            throw SimulatorError(.badName, "expected 1 to 32 characters of a-z, 0-9 and - as the name of a phone")
        }
        self.name = name
        self.token = token
        self.startToken = startToken
        self.bundleID = bundleID
        self.languages = languages
        self.bundle = bundle
        self.server = server
    }

    /// The app's strings in the user's languages; nil without a bundle.
    var strings: Localization? { bundle.map { Localization(bundle: $0, languages: languages) } }

    /// Returns a new device token: 32 random bytes, hexadecimal.
    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in
            let byte = UInt8.random(in: 0...255, using: &generator)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// Returns the identity with a new device token and a new push-to-start token.
    func renewed() throws -> PhoneIdentity {
        try PhoneIdentity(
            name: name, token: Self.newToken(), startToken: Self.newToken(), bundleID: bundleID, languages: languages,
            bundle: bundle, server: server)
    }

    var json: JSONObject {
        var json: JSONObject = [
            "name": .string(name), "token": .string(token), "app": .string(bundleID),
            "languages": .array(languages.map(JSONValue.string)),
        ]
        json["startToken"] = startToken.map(JSONValue.string)
        json["bundle"] = bundle.map(JSONValue.string)
        json["server"] = server.map(JSONValue.string)
        return json
    }

    /// Reads an identity from a file.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder`.
    init(reading path: String) throws {
        guard let data = FileManager.default.contents(atPath: path),
            let json = try? JSONValue(parsing: Array(data)).objectValue,
            let name = json["name"]?.stringValue, let token = json["token"]?.stringValue,
            let app = json["app"]?.stringValue
        else { throw SimulatorError(.badFolder, "\(path) does not describe a phone") }
        try self.init(
            name: name, token: token, startToken: json["startToken"]?.stringValue, bundleID: app,
            languages: (json["languages"]?.arrayValue ?? []).compactMap(\.stringValue),
            bundle: json["bundle"]?.stringValue, server: json["server"]?.stringValue)
    }

    /// Writes the identity to a file.
    func write(to path: String) throws {
        try Data(json.serialized()).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
