import Foundation
public import KeyManagement
import PushPayload
public import PushSealer

/// The part of an app's server that concerns keys: it enrols devices, takes in their reports, and seals to them.
///
/// It does not authenticate devices; a real server knows from the user's session which device a request comes from.
public final class AppServer: Sendable {
    /// A request of the app on a device.
    public enum Request: String, CaseIterable, Sendable {
        /// The provider's published set, for the device to pin; the message is a `KeysRequest`, the response a JWK Set.
        case keys
        /// An offer of the device's key; the response is a challenge.
        case offer
        /// The answer to a challenge; the response is the confirmation.
        case answer
        /// The device's record, a JSON object with its device token as `token`.
        case device
        /// The device's Live Activities with their push tokens, as ``RegisteredActivity/serialized(_:)`` has them; they replace the
        /// earlier ones.
        case activities
        /// A key report; the response is the name of the action.
        case report
    }

    private let keys: KeyDirectory
    private let records: URL
    private let registry: DeviceRegistry
    private let sealer: Sealer
    private let clock: WallClock

    /// Opens the server of an app on a folder, with `keys` and `registrations` in it; makes folder and provider's key if they are missing.
    ///
    /// - Throws: ``KeyError``, ``SealError``, and errors of the folder.
    public init(folder: String, topic: String, clock: WallClock = .system) throws {
        self.clock = clock
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        keys = KeyDirectory(folder + "/keys")
        records = URL(fileURLWithPath: folder + "/registrations")
        let provider = try keys.loadOrMake("provider", role: .provider, at: clock.now)
        // A rotation takes effect at once: the keyring's file is looked at before each use.
        let refresh = RefreshPolicy(interval: .zero)
        registry = try DeviceRegistry(
            KeyDirectory(folder + "/registrations"), provider: provider, context: EnrolmentContext(topic: topic),
            refresh: refresh)
        sealer = try Sealer(from: provider, topic: topic, refresh: refresh, clock: clock)
    }

    /// Takes a request of a device and returns the response.
    ///
    /// - Throws: ``KeyError`` for a request that is refused, and errors of files.
    public func receive(_ request: Request, _ message: [UInt8], from id: String) async throws -> [UInt8] {
        if let request = try DeviceRequest(request.rawValue, parsing: message) {
            return try await registry.respond(to: request, from: UTF8Text(id), at: clock.now)
        }
        // The key is looked up first, since that refuses an id that is no name of a file.
        _ = try await registry.recipient(for: UTF8Text(id))
        if request == .activities {
            _ = try RegisteredActivity.list(parsing: message)
            try Data(message).write(to: activityFile(of: id), options: .atomic)
        } else {
            guard let token = try JSONValue(parsing: message).objectValue?["token"]?.stringValue, Self.isToken(token)
            else { throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no device token")) }
            try Data(message).write(to: records.appendingPathComponent(id + ".json"), options: .atomic)
        }
        return []
    }

    /// Seals a payload to a device, by a key that it has pinned.
    ///
    /// - Throws: ``KeyError`` with `notFound` or `noActiveKey`, ``SealError``.
    public func seal(
        _ payload: Payload, to id: String, placeholder: Placeholder = .standard, options: SealOptions = SealOptions()
    ) async throws -> SealedPush {
        try await sealer.seal(
            payload, to: registry.recipient(for: UTF8Text(id)), placeholder: placeholder, options: options)
    }

    /// Seals a Live Activity's update or end to all devices of the app, under a key that they share.
    ///
    /// A broadcast has many recipients, so that it cannot be sealed to the key of one. Each holder of the shared key can also seal.
    ///
    /// - Throws: ``KeyError``, ``SealError``.
    public func sealBroadcast(
        _ payload: Payload, placeholder: Placeholder = .standard, options: SealOptions = SealOptions()
    ) throws -> SealedPush {
        let keyring = try keys.loadOrMake("audience", role: .shared)
        guard let key = try keyring.primary.sharedKey else {
            preconditionFailure("a keyring of this role has shared keys")
        }
        var options = options
        options.pushType = .liveactivity
        options.isBroadcast = true
        return try sealer.seal(payload, with: key, placeholder: placeholder, options: options)
    }

    /// The Live Activities of a device that have a push token; empty if it has sent none.
    ///
    /// - Throws: ``KeyError`` with `notFound` for a device that is not registered, and errors of its file.
    public func activities(of id: String) async throws -> [RegisteredActivity] {
        _ = try await registry.recipient(for: UTF8Text(id))
        guard let data = FileManager.default.contents(atPath: activityFile(of: id).path) else { return [] }
        return try RegisteredActivity.list(parsing: Array(data))
    }

    /// Whether a text is hexadecimal digits.
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isHexDigit }
    }

    private func activityFile(of id: String) -> URL { records.appendingPathComponent(id + ".activities") }
}
