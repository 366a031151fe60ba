import KeyManagement
public import ProviderClient
public import PushSealer

/// The app's provider: seals payloads to enrolled phones and sends them.
public struct LocalProvider: Sendable {
    private let folder: SimulatorFolder
    private let keyring: Keyring
    private let client: ProviderClient

    /// Opens the provider of a simulator that runs on a folder, in this process or in another process.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder`, or ``KeyError``.
    public init(folder: String) throws {
        let description = try SimulatorDescription(folder: folder)
        try self.init(
            SimulatorFolder(path: folder),
            client: ProviderClient(
                host: description.host, signer: description.signer()))
    }

    init(_ folder: SimulatorFolder, client: ProviderClient) throws {
        self.folder = folder
        self.client = client
        keyring = try folder.providerKeyring()
    }

    /// Seals a payload to a phone.
    ///
    /// - Throws: ``SimulatorError`` with `noSuchPhone`, or ``SealError``.
    public func seal(
        _ payload: Payload,
        to phone: String,
        placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) throws -> SealedPush {
        guard let registration = try? folder.registrations.publicKeyring(phone),
            let key = try registration.primary.devicePublicKey
        else { throw SimulatorError(.noSuchPhone, "no phone named \(phone) is enrolled") }
        let sealer = try Sealer(from: keyring, topic: identity(of: phone).bundleID)
        return try sealer.seal(payload, to: key, placeholder: placeholder, options: options)
    }

    /// Sends a push to a phone.
    ///
    /// - Throws: if there is no response.
    public func send(_ push: SealedPush, to phone: String) async throws -> PushResponse {
        try await client.send(push, to: identity(of: phone).token)
    }

    /// Seals a payload to a phone and sends it.
    ///
    /// - Throws: as `seal` and `send` do.
    @discardableResult
    public func push(
        _ payload: Payload,
        to phone: String,
        placeholder: Placeholder = .standard,
        options: SealOptions = SealOptions()
    ) async throws -> PushResponse {
        try await send(seal(payload, to: phone, placeholder: placeholder, options: options), to: phone)
    }

    /// Sends a payload to a phone without sealing it.
    ///
    /// - Throws: if there is no response.
    public func sendPlain(_ payload: Payload, headers: PushHeaders, to phone: String) async throws -> PushResponse {
        try await client.send(headers: headers.fields, body: payload.serialized(), to: identity(of: phone).token)
    }

    /// Returns the provider's record of a phone.
    ///
    /// - Throws: ``SimulatorError`` with `badFolder`.
    public func identity(of phone: String) throws -> PhoneIdentity {
        try PhoneIdentity(reading: folder.registeredPhone(phone))
    }

    /// Closes the connections.
    public func shutDown() async { await client.shutDown() }
}
