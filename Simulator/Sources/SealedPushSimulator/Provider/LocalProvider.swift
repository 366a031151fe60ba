import Foundation
import KeyManagement
public import LocalAPNs
public import ProviderClient
import PushPayload
public import PushSealer
import Synchronization

/// The app's provider: seals payloads to enrolled phones and sends them.
public final class LocalProvider: Sendable {
    private let folder: SimulatorFolder
    private let client: ProviderClient
    /// The base URL of the media host.
    private let media: String
    /// The server of each app, by its bundle id.
    private let servers = Mutex<[String: AppServer]>([:])

    /// Opens the provider of a simulator that runs on a folder, in this process or in another process.
    ///
    /// - Throws: ``SimulatorError`` with `notRunning`, or an error of the signing key.
    public convenience init(folder: String) throws {
        try self.init(SimulatorFolder(path: folder), SimulatorDescription(folder: folder))
    }

    init(_ folder: SimulatorFolder, _ description: SimulatorDescription) throws {
        self.folder = folder
        client = try ProviderClient(host: description.host, signer: description.signer(), clock: folder.clock)
        media = description.media
    }

    /// Seals a picture, a sound or a video to a blob on the media host, and returns its descriptor for a payload.
    ///
    /// `type` is its uniform type identifier, `public.png` for example; `thumbnail` a JPEG or PNG of at most 1,125 bytes.
    ///
    /// - Throws: ``AttachmentError`` as `AttachmentSealer` does, or if the blob cannot be written.
    public func attach(_ file: [UInt8], type: String, thumbnail: [UInt8]? = nil) throws -> SealedAttachment {
        let name = PhoneIdentity.newToken()
        var sealer = try AttachmentSealer()
        let blob = try sealer.update(file)
        let (rest, attachment) = try sealer.finish(url: media + name, type: type, thumbnail: thumbnail)
        try Data(blob + rest).write(to: URL(fileURLWithPath: "\(folder.media)/\(name)"), options: .atomic)
        return attachment
    }

    /// Returns the server of an app.
    func server(of app: String) throws -> AppServer {
        try servers.withLock { servers in
            if let server = servers[app] { return server }
            let server = try AppServer(folder: folder.provider, topic: app, clock: folder.clock)
            servers[app] = server
            return server
        }
    }

    /// Seals a payload to a phone, by the provider's former key while the phone has not pinned the new one.
    ///
    /// - Throws: ``SimulatorError`` with `noSuchPhone` or `otherServer`, ``KeyError`` or ``SealError``.
    public func seal(
        _ payload: Payload,
        to phone: String,
        placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) async throws -> SealedPush {
        try await server(for: phone).seal(payload, to: phone, placeholder: placeholder, options: options)
    }

    /// Returns the server of a phone's app.
    private func server(for phone: String) throws -> AppServer {
        let identity = try identity(of: phone)
        if let server = identity.server {
            throw SimulatorError(.otherServer, "\(phone) is enrolled with \(server), which seals for it")
        }
        return try server(of: identity.bundleID)
    }

    /// Sends a push to a phone.
    ///
    /// `activity` is the push token of a Live Activity, hexadecimal. Without it, a push of type `liveactivity` goes to the push-to-start token.
    ///
    /// - Throws: if there is no response.
    public func send(_ push: SealedPush, to phone: String, activity: String? = nil) async throws -> PushResponse {
        try await client.send(push, to: token(of: phone, for: push.headers.pushType, activity: activity))
    }

    /// Seals a payload to a phone and sends it.
    ///
    /// - Throws: as `seal` and `send` do.
    @discardableResult
    public func push(
        _ payload: Payload,
        to phone: String,
        activity: String? = nil,
        placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) async throws -> PushResponse {
        let payload = try await named(payload, for: phone, activity: activity)
        let push = try await seal(payload, to: phone, placeholder: placeholder, options: options)
        return try await send(push, to: phone, activity: activity)
    }

    /// Names the Live Activity: a start gets a new id, an update the one that the app has registered with the token.
    ///
    /// An activity that follows a channel has no id, since a broadcast is for many.
    private func named(_ payload: Payload, for phone: String, activity: String?) async throws -> Payload {
        var payload = payload
        guard let state = payload.aps.contentState, ActivityID(in: state) == nil else { return payload }
        if let activity {
            let registered = try await activities(of: phone).first { $0.token == activity }
            if let id = registered?.attributes.flatMap(ActivityID.init(in:)) { payload.name(activity: id) }
        } else if payload.aps.event == .start, payload.aps.inputPushChannel == nil {
            payload.name(activity: ActivityID())
        }
        return payload
    }

    /// Sends a payload to a phone, which may be enrolled with another server, without sealing it, with the header fields that a sealed
    /// push would have.
    ///
    /// The push type is the option, or derived from the payload, by default alert.
    ///
    /// - Throws: ``SimulatorError`` with `noSuchPhone`, `PayloadError`, or if there is no response.
    @discardableResult
    public func pushPlain(
        _ payload: Payload, to phone: String, activity: String? = nil, options: SealOptions = SealOptions()
    ) async throws -> PushResponse {
        let headers = try PushHeaders(
            topic: identity(of: phone).bundleID,
            pushType: options.pushType ?? PushType.derived(from: payload) ?? .alert,
            priority: options.priority, expiration: expiration(options), collapseID: options.collapseID,
            id: options.id)
        return try await sendPlain(payload, headers: headers, to: phone, activity: activity)
    }

    /// Sends a payload to a phone without sealing it.
    ///
    /// - Throws: if there is no response.
    public func sendPlain(
        _ payload: Payload, headers: PushHeaders, to phone: String, activity: String? = nil
    ) async throws -> PushResponse {
        let token = try token(of: phone, for: headers.pushType, activity: activity)
        return try await client.send(headers: headers.fields, body: payload.serialized(), to: token)
    }

    /// The expiration of a push that is sent now, in UNIX seconds.
    private func expiration(_ options: SealOptions) -> UInt32 {
        let now = folder.clock.now.timeIntervalSince1970
        return UInt32(clamping: Int(now) + Int((options.expiresIn ?? .days(7)).components.seconds))
    }

    /// The Live Activities of a phone whose push tokens the app has sent to its server, in the order of their numbers.
    ///
    /// - Throws: ``SimulatorError`` with `noSuchPhone` or `otherServer`, ``KeyError``, and errors of files.
    public func activities(of phone: String) async throws -> [RegisteredActivity] {
        try await server(for: phone).activities(of: phone)
    }

    private func token(of phone: String, for pushType: PushType, activity: String?) throws -> String {
        if let activity { return activity }
        let phone = try identity(of: phone)
        return pushType == .liveactivity ? phone.startToken ?? phone.token : phone.token
    }

    // MARK: - Channels

    /// Creates a channel of an app by Apple's request, and returns its identifier.
    ///
    /// - Throws: ``SimulatorError`` with `refused`, or if there is no response.
    public func createChannel(app: String, storage: BroadcastChannel.Storage = .none) async throws -> String {
        let response = try await Self.accepted(client.createChannel(app: app, storage: storage))
        guard let id = response.channelID else {
            throw SimulatorError(.refused, "the push service created a channel without an identifier")
        }
        return id
    }

    /// Deletes a channel of an app by Apple's request.
    ///
    /// - Throws: ``SimulatorError`` with `refused`, or if there is no response.
    public func deleteChannel(_ id: String, of app: String) async throws {
        _ = try await Self.accepted(client.deleteChannel(id, app: app))
    }

    /// Returns the identifiers of an app's channels by Apple's request.
    ///
    /// - Throws: ``SimulatorError`` with `refused`, or if there is no response.
    public func channels(of app: String) async throws -> [String] {
        try await Self.accepted(client.channels(app: app)).channels
    }

    /// Seals a Live Activity's update or end under the key that the phones share, unless it is not to be sealed, and sends it to a channel.
    ///
    /// - Throws: ``KeyError`` or ``SealError``, or if there is no response.
    @discardableResult
    public func broadcast(
        _ payload: Payload, to channel: String, of app: String, options: SealOptions = SealOptions(),
        isSealed: Bool = true
    ) async throws -> PushResponse {
        let headers = try BroadcastHeaders(
            channelID: channel, priority: options.priority ?? .immediately,
            expiration: options.expiresIn == nil ? 0 : expiration(options))  // 0: not stored
        let body = isSealed ? try server(of: app).sealBroadcast(payload, options: options).body : payload.serialized()
        return try await client.broadcast(body, headers: headers, app: app)
    }

    /// Returns a response whose status is 2xx.
    static func accepted(_ response: PushResponse) throws -> PushResponse {
        guard !response.isAccepted else { return response }
        let reason = response.reason.map { " \($0)" } ?? ""
        throw SimulatorError(.refused, "the push service refused the request: \(response.status)\(reason)")
    }

    /// Returns the identity of a phone with its present device token.
    ///
    /// - Throws: ``SimulatorError`` with `noSuchPhone` or `badFolder`.
    public func identity(of phone: String) throws -> PhoneIdentity {
        let path = folder.phoneDescription(phone)
        guard FileManager.default.fileExists(atPath: path) else {
            throw SimulatorError(.noSuchPhone, "there is no phone named \(phone)")
        }
        return try PhoneIdentity.reading(path)
    }

    /// Closes the connections.
    public func shutDown() async { await client.shutDown() }
}
