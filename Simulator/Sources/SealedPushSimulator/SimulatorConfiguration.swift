public import LocalAPNs

/// How a simulator is started.
public struct SimulatorConfiguration: Sendable {
    /// The folder for certificates, keys and phones; nil for a temporary one that is removed when the simulator stops.
    public var folder: String?
    /// The port of the push service; 0 for any that is free.
    public var port = 0
    /// The port of the page; 0 for any that is free, nil for no page.
    public var pagePort: Int?
    /// How the push service behaves where Apple leaves it open.
    public var policy = ServicePolicy()
    /// The push service's time in milliseconds since 1970; a test that turns it sees tokens age and pushes expire.
    ///
    /// Phones and the provider go by the system's clock.
    public var now: @Sendable () -> Int64 = PushService.systemTime
    /// The path of the service extension's executable; nil for `SimulatedExtension` beside the one that runs.
    public var extensionPath: String?

    /// Makes a configuration with free ports, a temporary folder and no page.
    public init() {}
}
