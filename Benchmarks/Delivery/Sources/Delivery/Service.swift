import Foundation
import LocalAPNs
import LocalAPNsServer
import PushOpener
import PushPayload
import Synchronization

/// The push service of the simulator over HTTP/2 and TLS, in this process.
///
/// It has one device and no phones: extensions run on phones, not on the machine of a provider.
struct Service {
    /// The state of the process, a line of numbers on standard output.
    struct State {
        /// The number of accepted pushes.
        let accepted: Int
        /// The number of pushes that were opened to the payload.
        let opened: Int
        /// The number of open connections.
        let connections: Int
        /// The processor time of the process in µs, system calls included.
        let processorTime: Int

        /// Reads a line.
        init?(line: String) {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 4 else { return nil }
            (accepted, opened, connections, processorTime) = (numbers[0], numbers[1], numbers[2], numbers[3])
        }
    }

    private let setup: Setup
    private let server: APNsServer
    private let counter: Counter

    init(_ setup: Setup) async throws {
        self.setup = setup
        let counter = try Counter(setup)
        let service = PushService(report: { push, _ in counter.take(push) })
        service.add(ProviderKey(id: setup.signer.keyID, team: setup.signer.team, publicKey: setup.signer.publicKey))
        service.register(Setup.token, bundleID: Setup.topic)
        server = APNsServer(service: service, identity: try await ServerIdentity(folder: setup.folder))
        self.counter = counter
    }

    /// Serves until standard input ends.
    ///
    /// The first line of output is the port. Each line of input is answered by a line for ``State``.
    func run() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { [server] in try await server.run() }
            guard let port = await server.port else { return try await group.waitForAll() }
            Self.write("\(port)\n")
            Thread.detachNewThread { [server, counter] in
                while readLine() != nil {
                    let (accepted, opened) = counter.counts
                    Self.write("\(accepted) \(opened) \(server.connectionCount) \(clock())\n")
                }
                exit(0)
            }
            try await group.waitForAll()
        }
    }

    private static func write(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    /// Counts the accepted pushes and opens those with the collapse id for it.
    private final class Counter: Sendable {
        private let state = Mutex((accepted: 0, opened: 0))
        private let opener: Opener
        private let payload: Payload

        init(_ setup: Setup) throws {
            let keys = try OpeningKeys(device: setup.device, provider: setup.provider.publicHalf())
            opener = try Opener(keys: keys, topic: Setup.topic)
            payload = try Payload(parsing: setup.payload)
        }

        var counts: (accepted: Int, opened: Int) { state.withLock { $0 } }

        func take(_ push: AcceptedPush) {
            let isOpened =
                push.collapseID == Setup.checked && (try? opener.open(push.body))?.payload == payload
            state.withLock {
                $0.accepted += 1
                if isOpened { $0.opened += 1 }
            }
        }
    }
}
