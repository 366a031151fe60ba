#if Observability
import Logging
import Metrics
import PushSealer
import SealedPushObservability

/// Seals the pushes of a server.
struct PushService: Sendable {
    private let keys: KeyDirectory
    private let sealer: Sealer
    private let gauges = KeyringMetrics(named: "bank")

    init(keys: KeyDirectory) throws {
        self.keys = keys
        sealer = try Sealer(from: keys.keyring("bank"), topic: "com.example.bank").observed()
    }

    /// Seals a push, in a route or a job.
    func push(_ text: String, to phone: DevicePublicKey) throws -> SealedPush {
        try sealer.seal(Payload(alert: Alert(title: "Payment received", body: text)), to: phone)
    }

    /// Updates the gauges of the keyring every minute, until the task is cancelled.
    func run() async throws {
        while true {
            do {
                gauges.record(try keys.keyring("bank"))
            } catch {
                Logger.current.error("cannot read the keyring", metadata: ["error": "\(error)"])
            }
            try await Task.sleep(for: .seconds(60))
        }
    }
}
#endif
