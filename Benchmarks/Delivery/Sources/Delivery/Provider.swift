import KeyManagement
import ProviderClient
import PushPayload
import PushSealer

/// The provider: sends pushes with the same header fields over several connections.
struct Provider: Sendable {
    /// The body of the pushes.
    enum Body: String, CaseIterable, Sendable {
        /// Sealed from the bytes of the payload, each push for itself.
        case sealed
        /// The bytes of a push that was sealed before, so that the rest of the work is the same.
        case sealedBefore = "sealed before"
        /// The payload's own bytes.
        case payload = "the payload"
    }

    /// The number of pushes on one connection that wait for their answers.
    static let pushesAtOnce = 32

    private let setup: Setup
    private let host: PushHost
    private let sealer: Sealer
    private let device: DevicePublicKey
    private let example: SealedPush

    init(_ setup: Setup, port: Int) throws {
        self.setup = setup
        // It sends no requests about channels.
        host = .simulator(port: port, channelPort: port, authorityPath: setup.folder + "/ca.pem")
        sealer = try Sealer(from: setup.provider, topic: Setup.topic)
        guard let key = try setup.device.primary.devicePublicKey else {
            throw DeliveryFailure(description: "the device has no key")
        }
        device = key
        example = try sealer.seal(Payload(parsing: setup.payload), to: device)
    }

    /// The number of bytes of the body.
    func byteCount(of body: Body) -> Int { body == .payload ? setup.payload.count : example.body.count }

    /// Runs a closure with clients of one connection each, over which one push for the service to open was sent.
    func withConnections<Result>(_ count: Int, _ body: ([ProviderClient]) async throws -> Result) async throws
        -> Result
    {
        let clients = try (0..<count).map { _ in try ProviderClient(host: host, signer: setup.signer) }
        do {
            let options = SealOptions(collapseID: Setup.checked)
            for client in clients {
                let push = try sealer.seal(Payload(parsing: setup.payload), to: device, options: options)
                try await send(push.headers.fields, push.body, by: client)
            }
            let result = try await body(clients)
            for client in clients { await client.shutDown() }
            return result
        } catch {
            for client in clients { await client.shutDown() }
            throw error
        }
    }

    /// Sends pushes over all connections until a time, and returns the number of them.
    func send(_ body: Body, by clients: [ProviderClient], until end: ContinuousClock.Instant) async throws -> Int {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for client in clients {
                for _ in 0..<Self.pushesAtOnce {
                    group.addTask {
                        var count = 0
                        while ContinuousClock.now < end {
                            try await send(body, by: client)
                            count += 1
                        }
                        return count
                    }
                }
            }
            return try await group.reduce(0, +)
        }
    }

    private func send(_ body: Body, by client: ProviderClient) async throws {
        switch body {
        case .sealed:
            let push = try sealer.seal(Payload(parsing: setup.payload), to: device)
            try await send(push.headers.fields, push.body, by: client)
        case .sealedBefore: try await send(example.headers.fields, example.body, by: client)
        case .payload: try await send(example.headers.fields, setup.payload, by: client)
        }
    }

    private func send(
        _ headers: [(name: String, value: String)], _ body: [UInt8], by client: ProviderClient
    ) async throws {
        let answer = try await client.send(headers: headers, body: body, to: Setup.token)
        guard answer.status == 200 else {
            throw DeliveryFailure(description: "expected status 200, found \(answer.status) \(answer.reason ?? "")")
        }
    }
}
