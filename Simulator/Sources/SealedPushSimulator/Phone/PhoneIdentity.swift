import Foundation
import PushPayload

/// What a phone is: kept as `phone.json` in its folder, and known to the provider that the app told of it.
public struct PhoneIdentity: Sendable, Hashable {
    /// The phone's name in the simulator, 1 to 32 of `a-z 0-9 -`.
    public let name: String
    /// The device token of the app, hex.
    public let token: String
    /// The app's bundle id.
    public let bundleID: String
    /// The user's languages, the preferred one first.
    public let languages: [String]
    /// The path of the app's bundle, in which its strings are.
    public let bundle: String?

    init(name: String, token: String, bundleID: String, languages: [String], bundle: String?) throws {
        let isName =
            (1...32).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            } && !name.hasPrefix("-")
        guard isName else { throw SimulatorError(.badName, "the name of a phone is 1 to 32 of a-z, 0-9 and -") }
        self.name = name
        self.token = token
        self.bundleID = bundleID
        self.languages = languages
        self.bundle = bundle
    }

    /// A device token that no other device has: 32 random bytes.
    static func newToken() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<32).map { _ in
            let byte = UInt8.random(in: 0...255, using: &generator)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
    }

    /// The same phone after the system has given the app another token.
    func renewed() throws -> PhoneIdentity {
        try PhoneIdentity(
            name: name, token: Self.newToken(), bundleID: bundleID, languages: languages, bundle: bundle)
    }

    var json: JSONObject {
        var json: JSONObject = [
            "name": .string(name), "token": .string(token), "app": .string(bundleID),
            "languages": .array(languages.map(JSONValue.string)),
        ]
        json["bundle"] = bundle.map(JSONValue.string)
        return json
    }

    /// Reads the file of a folder.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder`.
    init(reading path: String) throws {
        guard let data = FileManager.default.contents(atPath: path),
            let json = try? JSONValue(parsing: Array(data)).objectValue,
            let name = json["name"]?.stringValue, let token = json["token"]?.stringValue,
            let app = json["app"]?.stringValue
        else { throw SimulatorError(.badFolder, "\(path) does not describe a phone") }
        try self.init(
            name: name, token: token, bundleID: app,
            languages: (json["languages"]?.arrayValue ?? []).compactMap(\.stringValue),
            bundle: json["bundle"]?.stringValue)
    }

    /// Writes the file.
    func write(to path: String) throws {
        try Data(json.serialized()).write(to: URL(fileURLWithPath: path), options: .atomic)
    }
}
