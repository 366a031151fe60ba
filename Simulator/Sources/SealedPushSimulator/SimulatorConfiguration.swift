public import LocalAPNs
public import LocalAPNsServer
public import PhoneState

/// The configuration of a simulator.
public struct SimulatorConfiguration: Sendable {
    /// The folder for certificates, keys and phones; nil for a temporary folder that is removed when the simulator stops.
    public var folder: String?
    /// The port of the push service; 0 for any free port.
    public var port = 0
    /// The port for requests about channels; 0 for any free port.
    public var channelPort = 0
    /// The port of the page; 0 for any free port, nil for no page.
    public var pagePort: Int?
    /// The port of the media host, which serves the blobs of sealed attachments; 0 for any free port.
    public var mediaPort = 0
    /// The behaviour that Apple's documentation leaves open.
    public var policy = ServicePolicy()
    /// The limits of the connections to the push service.
    public var limits = ServerLimits()
    /// Called for each request that the push service refuses, with the cause and the name of the phone whose device token it names.
    ///
    /// It must return quickly.
    public var refused: @Sendable (_ push: RefusedPush, _ phone: String?) -> Void = { _, _ in }
    /// Called with a text for the user, if the state of the push service cannot be written, and at the first client without HTTP/2.
    public var warn: @Sendable (String) -> Void = { _ in }
    /// The path of the service extension's executable; nil for `SimulatedExtension` in the folder of the running program.
    public var extensionPath: String?
    /// The entitlements of the extension: its groups and capabilities; nil for none.
    ///
    /// The application identifier is set to the bundle id of each phone.
    public var entitlements: Entitlements?
    /// The name under which the app pins the provider's keys in the keychain, for an extension of your own.
    ///
    /// The device's keyring is `phone`. Both are in the first group of ``entitlements``.
    public var pinnedName = "provider"

    /// The clock of the extension's time.
    var extensionClock: any Clock<Duration> = ContinuousClock()
    /// The clock of the pauses between an app's requests to its server, and between two attempts to write the state of the push service.
    var clock: any Clock<Duration> = ContinuousClock()

    /// The limits of the connections to the port for channels: those to the push service, and at most 16 connections.
    var channelLimits: ServerLimits {
        var channels = limits
        channels.connections = min(limits.connections ?? 16, 16)
        return channels
    }

    /// Creates a configuration with free ports, a temporary folder and no page.
    public init() {}
}
