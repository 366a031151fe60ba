import Hummingbird
import HummingbirdCore
import LocalAPNsServer
import NIOCore
import Synchronization

/// Serves the lock screens of a simulator's phones to a browser on this machine.
final class PageServer: Sendable {
    private let wantedPort: Int
    private let running = Latch<Int>()
    private let simulator = Latch<Simulator>()

    /// Creates a server; port 0 is any free port.
    init(port: Int) { wantedPort = port }

    /// The port, once the server listens; nil if it ended before.
    var port: Int? { get async { await running.value } }

    /// Sets the simulator to show, nil if it failed to start.
    ///
    /// Requests wait until it is set.
    func show(_ simulator: Simulator?) { self.simulator.open(with: simulator) }

    /// Serves requests until the task is cancelled.
    func run() async throws {
        let router = Router()
        router.add(middleware: PageGuard())
        PageFiles.addRoutes(to: router)
        PhoneRoutes(simulator: simulator).add(to: router)
        SimulatorRoutes(simulator: simulator).add(to: router)
        try await Loopback.serve(router, on: wantedPort, running: running)
    }
}

extension Loopback {
    /// Serves a router until the task is cancelled; the latch gets the port.
    static func serve(
        _ router: Router<BasicRequestContext>, on port: Int, running: Latch<Int>,
        by server: HTTPServerBuilder = .http1()
    ) async throws {
        let application = Application(
            router: router, server: server,
            configuration: ApplicationConfiguration(address: .hostname(address, port: port)),
            onServerRunning: { running.open(with: $0.localAddress?.port) }, logger: logger("http"))
        defer { running.open(with: nil) }
        try await application.run()
    }
}
