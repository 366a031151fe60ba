import SealedPushSimulator
import Synchronization
import Testing

@Suite("Faults over the network")
struct FaultTests {
    @Test(
        "after a connection ends, the next push succeeds on a new one",
        arguments: [
            (Fault.Behaviour.goAway(.shutdown), 0), (.cut, 0), (.cutAfterAccepting, 1),
        ])
    func endings(behaviour: Fault.Behaviour, accepted: Int) async throws {
        try await TestClient.run { client, phone in
            let first = try await client.post()
            client.service.inject(Fault(behaviour))
            await #expect(throws: (any Error).self) { try await client.post() }
            #expect(await phone.pushes.count == 1 + accepted)
            let last = try await postAgain(by: client)
            #expect(first.status == 200 && last.status == 200)
        }
    }

    /// Retries a push after an error: a client may notice only with a later push that its connection is closed.
    private func postAgain(by client: TestClient) async throws -> PushResponse {
        for _ in 0..<10 {
            if let answer = try? await client.post() { return answer }
        }
        return try await client.post()
    }

    @Test("an answer before GOAWAY arrives, and the next push uses a new connection")
    func answerAndGoAway() async throws {
        try await TestClient.run { client, phone in
            client.service.inject(Fault(.answerAndGoAway(.shutdown)))
            let ending = try await client.post()
            // The first attempt may still use the closing connection: then it is refused and not accepted.
            let next = try await postAgain(by: client)
            #expect(ending.reason == "Shutdown" && next.status == 200)
            #expect(await phone.pushes.count == 1)
        }
    }

    @Test("pushes that are in flight when GOAWAY is sent are answered")
    func inFlight() async throws {
        try await TestClient.run { client, phone in
            _ = try await client.post()
            client.service.inject(Fault(.normal, delay: .seconds(3_600), count: 20))
            client.service.inject(Fault(.answerAndGoAway(.shutdown), after: 0))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<21 { group.addTask { try await client.post().status } }
                var statuses: [Int] = []
                for try await status in group {
                    statuses.append(status)
                    if status == 503 { client.service.removeFaults() }
                }
                return statuses
            }
            #expect(statuses == [503] + Array(repeating: 200, count: 20))
            #expect(await phone.pushes.count == 21)
        }
    }

    @Test("a delayed answer arrives after its delay, or when the faults are removed")
    func slow() async throws {
        try await TestClient.run { client, phone in
            client.service.inject(Fault(.normal, delay: .milliseconds(1)))
            #expect(try await client.post().status == 200)
            client.service.inject(Fault(.normal, delay: .seconds(3_600)))
            let isAnswered = Mutex(false)
            async let slow = {
                let answer = try await client.post()
                isAnswered.withLock { $0 = true }
                return answer.status
            }()
            try await eventually { await phone.pushes.count == 2 }
            // Later pushes are answered before it.
            for _ in 0..<5 { #expect(try await client.post().status == 200) }
            #expect(!isAnswered.withLock { $0 })
            client.service.removeFaults()
            #expect(try await slow == 200)
        }
    }

    @Test("429 and 503 for one device do not affect other pushes")
    func oneDevice() async throws {
        try await TestClient.run { client, phone in
            client.service.inject(Fault(.answer(.tooManyRequests), count: 2, after: 1, token: client.token))
            client.service.inject(Fault(.answer(.serviceUnavailable), count: nil, token: "abcd"))
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await client.post().status) }
            #expect(statuses == [200, 429, 429, 200])
            #expect(try await client.post(to: "abcd").status == 503)
            client.service.removeFaults()
            #expect(try await client.post(to: "abcd").status == 400)
            #expect(await phone.pushes.count == 2)
        }
    }
}
