import SealedPushSimulator
import Testing

@Suite("Faults over the network")
struct FaultTests {
    @Test(
        "after the connection has ended, the next push comes through on another one",
        arguments: [
            (Fault.Behaviour.goAway(.shutdown), 0), (.cut, 0), (.cutAfterAccepting, 1),
        ])
    func endings(behaviour: Fault.Behaviour, accepted: Int) async throws {
        try await Wire.run { wire, phone in
            let first = try await wire.post()
            wire.service.inject(Fault(behaviour))
            await #expect(throws: (any Error).self) { try await wire.post() }
            #expect(await phone.pushes.count == 1 + accepted)
            let last = try await postAgain(by: wire)
            #expect(first.status == 200 && last.status == 200)
        }
    }

    /// Pushes as a provider does after an error: a client may notice only by then that its connection is gone.
    private func postAgain(by wire: Wire) async throws -> PushResponse {
        for _ in 0..<10 {
            if let answer = try? await wire.post() { return answer }
        }
        return try await wire.post()
    }

    @Test("an answer before GOAWAY arrives, and the next push goes over another connection")
    func answerAndGoAway() async throws {
        try await Wire.run { wire, phone in
            wire.service.inject(Fault(.answerAndGoAway(.shutdown)))
            let ending = try await wire.post()
            // The first may still meet the end of the old connection: then it is refused, and counts for nothing.
            let next = try await postAgain(by: wire)
            #expect(ending.reason == "Shutdown" && next.status == 200)
            #expect(await phone.pushes.count == 1)
        }
    }

    @Test("pushes that are under way when GOAWAY is sent are answered")
    func underWay() async throws {
        try await Wire.run { wire, phone in
            _ = try await wire.post()
            wire.service.inject(Fault(.normal, delay: .milliseconds(500), count: 20))
            wire.service.inject(Fault(.answerAndGoAway(.shutdown), after: 0))
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<21 { group.addTask { try await wire.post().status } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.sorted() == Array(repeating: 200, count: 20) + [503])
            #expect(await phone.pushes.count == 21)
        }
    }

    @Test("a slow answer is still an answer")
    func slow() async throws {
        try await Wire.run { wire, _ in
            wire.service.inject(Fault(.normal, delay: .milliseconds(200)))
            let clock = ContinuousClock()
            let start = clock.now
            let answer = try await wire.post()
            #expect(answer.status == 200)
            #expect(clock.now - start >= .milliseconds(200))
        }
    }

    @Test("429 and 503 for some pushes to one device leave the others alone")
    func oneDevice() async throws {
        try await Wire.run { wire, phone in
            wire.service.inject(Fault(.answer(.tooManyRequests), count: 2, after: 1, token: wire.token))
            wire.service.inject(Fault(.answer(.serviceUnavailable), count: nil, token: "abcd"))
            var statuses: [Int] = []
            for _ in 0..<4 { statuses.append(try await wire.post().status) }
            #expect(statuses == [200, 429, 429, 200])
            #expect(try await wire.post(to: "abcd").status == 503)
            wire.service.removeFaults()
            #expect(try await wire.post(to: "abcd").status == 400)
            #expect(await phone.pushes.count == 2)
        }
    }
}
