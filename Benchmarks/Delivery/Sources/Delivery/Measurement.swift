import Foundation
import ProviderClient

/// The rounds of a run: each sends every body over every number of connections, in alternating order.
struct Measurement {
    private static let connectionCounts = [1, 4, 16]
    private static let duration = Duration.seconds(2)
    private static let warmUp = Duration.milliseconds(500)

    /// The figures of one body in one round.
    struct Sample {
        /// Pushes a second.
        let rate: Double
        /// The processor time of the provider's process for each push, in µs, with the kernel's for its calls.
        let provider: Double
        /// The processor time of the push service's process for each push, in µs.
        let service: Double
    }

    let provider: Provider
    let service: ServiceProcess

    /// Runs the rounds and prints the tables.
    ///
    /// - Throws: ``DeliveryFailure`` if an answer is not 200, a sealed body does not open, or a client uses several connections.
    func run(rounds: Int) async throws {
        var samples: [Int: [[Provider.Body: Sample]]] = [:]
        for round in 0..<rounds {
            let isReversed = !round.isMultiple(of: 2)
            for count in isReversed ? Self.connectionCounts.reversed() : Self.connectionCounts {
                let bodies = isReversed ? Provider.Body.allCases.reversed() : Provider.Body.allCases
                samples[count, default: []].append(try await measure(bodies, over: count))
            }
        }
        print(Tables(connectionCounts: Self.connectionCounts, samples: samples, byteCount: provider.byteCount).text)
    }

    private func measure(_ bodies: [Provider.Body], over count: Int) async throws -> [Provider.Body: Sample] {
        // The service may still be closing the connections that the provider has closed.
        for _ in 0..<100 where try service.state().connections > 0 { try await Task.sleep(for: .milliseconds(10)) }
        let before = try service.state()
        return try await provider.withConnections(count) { clients in
            let connected = try service.state()
            guard connected.opened - before.opened == count else {
                throw DeliveryFailure(
                    description: "expected \(count) opened bodies, found \(connected.opened - before.opened)")
            }
            guard connected.connections == count else {
                throw DeliveryFailure(description: "expected \(count) connections, found \(connected.connections)")
            }
            var samples: [Provider.Body: Sample] = [:]
            _ = try await provider.send(.sealed, by: clients, until: .now + Self.warmUp)
            for body in bodies { samples[body] = try await measure(body, by: clients) }
            return samples
        }
    }

    private func measure(_ body: Provider.Body, by clients: [ProviderClient]) async throws -> Sample {
        let (start, own, before) = (ContinuousClock.now, clock(), try service.state())
        let count = try await provider.send(body, by: clients, until: start + Self.duration)
        let (seconds, ownAfter, after) = (start.duration(to: .now) / .seconds(1), clock(), try service.state())
        guard after.accepted - before.accepted == count else {
            throw DeliveryFailure(
                description: "expected \(count) accepted pushes, found \(after.accepted - before.accepted)")
        }
        return Sample(
            rate: Double(count) / seconds, provider: Double(ownAfter - own) / Double(count),
            service: Double(after.processorTime - before.processorTime) / Double(count))
    }
}
