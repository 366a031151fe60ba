import Foundation
import PushPayload
import RoundTrip
import TestSupport
import Testing

@Suite("A program that fails breaks the law that is checked, and nothing of it remains")
struct ProgramFailureTests {
    /// A fault of the specimen and the failure that it causes.
    struct Case: Sendable, CustomTestStringConvertible {
        let fault: String
        let code: ProgramFailure.Code
        let reason: String
        var places: [Specimen.Place] = [.sealer, .opener]
        /// The request at which the failure is found.
        var request = 2
        var timeLimit = Duration.seconds(60)

        var testDescription: String { fault }
    }

    static let cases: [Case] = [
        Case(fault: "exitsAtOnce", code: .ended, reason: "it exited with code 3", request: 1),
        Case(fault: "noSuchFault", code: .ended, reason: "it exited with code 64", request: 1),
        Case(
            fault: "describesNothing", code: .noAnswer, reason: "no answer within 20 s", request: 1,
            timeLimit: .seconds(20)),
        Case(fault: "exits", code: .ended, reason: "it exited with code 3"),
        Case(fault: "exitsInAnswer", code: .ended, reason: "it exited with code 0"),
        Case(fault: "killed", code: .ended, reason: "it was ended by signal 9"),
        Case(fault: "hangs", code: .noAnswer, reason: "no answer within 20 s", timeLimit: .seconds(20)),
        Case(
            fault: "hangsDeafToTermination", code: .noAnswer, reason: "no answer within 20 s", timeLimit: .seconds(20)),
        Case(fault: "leavesChild", code: .ended, reason: "it exited with code 5"),
        Case(fault: "closesOutput", code: .ended, reason: "it closed its standard output"),
        Case(fault: "floodsBytes", code: .lineTooLong, reason: "a line of more than 16 MiB"),
        Case(fault: "floodsLines", code: .unexpectedOutput, reason: "more than one line for the request"),
        Case(fault: "emptyLine", code: .invalidAnswer, reason: "not an answer: the line is not a JSON object"),
        Case(fault: "notJSON", code: .invalidAnswer, reason: "not an answer: the line is not a JSON object"),
        Case(fault: "array", code: .invalidAnswer, reason: "not an answer: the line is not a JSON object"),
        Case(fault: "invalidUTF8", code: .invalidAnswer, reason: "not an answer: the line is not a JSON object"),
        Case(fault: "duplicateMember", code: .invalidAnswer, reason: "not an answer: the line is not a JSON object"),
        Case(fault: "wrongID", code: .invalidAnswer, reason: "not an answer: its id is not that of the request"),
        Case(fault: "textID", code: .invalidAnswer, reason: "not an answer: its id is not that of the request"),
        Case(fault: "noID", code: .invalidAnswer, reason: "not an answer: its id is not that of the request"),
        Case(fault: "twoAnswers", code: .unexpectedOutput, reason: "more than one line for the request"),
        Case(
            fault: "missingMember", code: .invalidAnswer, reason: "not an answer: it has no member 'body'",
            places: [.sealer]),
        Case(
            fault: "missingMember", code: .invalidAnswer, reason: "not an answer: it has no member 'payload'",
            places: [.opener]),
        Case(
            fault: "wrongType", code: .invalidAnswer, reason: "not an answer: 'body' is not a string", places: [.sealer]
        ),
        Case(
            fault: "wrongType", code: .invalidAnswer, reason: "not an answer: 'payload' is not a string",
            places: [.opener]),
        Case(
            fault: "invalidPayload", code: .invalidAnswer,
            reason: "not an answer: 'payload' is not the text of a JSON object", places: [.opener]),
        Case(
            fault: "negativeBytesLeft", code: .invalidAnswer,
            reason: "not an answer: 'bytesLeft' is not an integer from 0 to 16777216", places: [.sealer]),
        Case(
            fault: "hugeBytesLeft", code: .invalidAnswer,
            reason: "not an answer: 'bytesLeft' is not an integer from 0 to 16777216", places: [.sealer]),
        Case(fault: "unknownCode", code: .invalidAnswer, reason: "not an answer: the code in 'refused' is not known"),
        Case(fault: "refusalWithResult", code: .invalidAnswer, reason: "not an answer: a refusal with a result"),
    ]

    @Test("each failure is found in time and named without content", arguments: cases)
    func failure(_ fault: Case) async throws {
        for place in fault.places {
            let specimen = Specimen(fault.fault, timeLimit: fault.timeLimit)
            let outcome = try await Self.outcome(of: specimen, as: place)
            let kind = fault.request == 1 ? "describe" : place == .sealer ? "seal" : "open"
            #expect(
                outcome.verdict
                    == .broken("the \(place) failed at request \(fault.request), \(kind): \(fault.reason)"))
            #expect(outcome.failure?.code == fault.code)
            try await specimen.ended()
            #expect(specimen.zombies == [])
            #expect(!specimen.processes.isEmpty)
        }
    }

    /// Checks a law; the implementation, and with it the program, is released with the return.
    private static func outcome(of specimen: Specimen, as place: Specimen.Place) async throws -> LawOutcome {
        let harness = try specimen.harness(as: place)
        // Asking for the suites would start the program once more.
        let outcomes = await harness.check(
            BrokenImplementationTests.payload, suite: .hpkeAuth, padding: .standard)
        return try #require(outcomes.first)
    }

    @Test("a program that reads nothing fails at a request that is larger than the buffers between")
    func readsNothing() async throws {
        let specimen = Specimen("readsNothing", timeLimit: .seconds(20))
        let harness = try specimen.harness(as: .sealer)
        var payload = BrokenImplementationTests.payload
        payload["long"] = .string(String(repeating: "x", count: 4 << 20))
        let outcomes = await harness.check(payload, suite: .hpkeAuth, padding: .standard)
        #expect(
            outcomes.map(\.message) == [
                "the sealer failed at request 2, seal: the request was not read, and no answer came, within 20 s"
            ])
    }

    @Test("a program that closes its input fails at the next request")
    func closesInput() async throws {
        let harness = try Specimen("closesInput", timeLimit: .seconds(20)).harness(as: .sealer)
        let outcomes = await harness.check(BrokenImplementationTests.payload, suite: .hpkeAuth, padding: .standard)
        // The request may be sent before the input is closed; then it has no answer.
        let failures: [ProgramFailure.Code?] = [.ended, .noAnswer]
        #expect(failures.contains(outcomes.first?.failure?.code))
    }

    @Test("a line that comes after the answer fails the next request")
    func laterLine() async throws {
        let specimen = Specimen("laterLine")
        let harness = try specimen.harness(as: .sealer)
        func check() async -> LawOutcome? {
            await harness.check(BrokenImplementationTests.payload, suite: .hpkeAuth, padding: .standard).first
        }
        #expect(await check()?.verdict == .notSealed("invalidPayload: refused by the program"))
        // The program writes its id once more when it has written the line.
        specimen.proceed()
        try await until("the later line is written") { specimen.processes.count == 2 }
        #expect(
            await check()?.message == "the sealer failed at request 3, seal: output before the request")
    }

    @Test("a command that does not exist has the shell's exit code")
    func noCommand() async throws {
        var harness = try Specimen().harness(as: .sealer)
        harness.implementation = .programs(sealer: HalfProgram("/nonexistent/program 2>/dev/null"))
        let outcomes = await harness.check(BrokenImplementationTests.payload, suite: .hpkeAuth, padding: .standard)
        #expect(outcomes.first?.failure?.code == .ended)
        #expect(outcomes.first?.message == "the sealer failed at request 1, describe: it exited with code 127")
    }

    @Test("an answer that breaks the law is no failure of the program", arguments: ["invalidBase64", "unsealed"])
    func brokenByAnswer(fault: String) async throws {
        let harness = try Specimen(fault).harness(as: .sealer)
        let outcomes = await harness.check(BrokenImplementationTests.payload)
        #expect(outcomes.map(\.verdict) == [.broken("the body is not a JSON object with an envelope")])
        #expect(outcomes.first?.failure == nil)
    }

    @Test("after three failures a program is not started any more")
    func threeFailures() async throws {
        let specimen = Specimen("exits")
        let harness = try specimen.harness(as: .opener, laws: Law.allCases)
        let outcomes = await harness.check(BrokenImplementationTests.payload).filter { $0.failure != nil }
        #expect(outcomes.prefix(3).map(\.failure?.code) == [.ended, .ended, .ended])
        #expect(outcomes.count > 10)
        for outcome in outcomes.dropFirst(3) {
            #expect(outcome.verdict == .broken("the opener failed three times and is not started again"))
            #expect(outcome.failure?.code == .failedThreeTimes)
        }
        #expect(specimen.processes.count == 3)
    }

    @Test("a payload is not shrunk for a failure")
    func notShrunk() async throws {
        let specimen = Specimen("exits")
        let harness = try specimen.harness(as: .sealer)
        let report = await harness.run([RoundTripCase("payment", payload: BrokenImplementationTests.payload)])
        #expect(report.failures.count == 1)
        #expect(report.failures.first?.smallest == nil)
        #expect(!report.isHeld)
        #expect(specimen.processes.count == 1)
        let failure = try #require(report.failures.first)
        let shrunk = await harness.shrink(BrokenImplementationTests.payload, breaking: failure.outcome)
        #expect(shrunk.payload == BrokenImplementationTests.payload)
        #expect(specimen.processes.count == 1)
    }

    @Test("a hundred programs leave no descriptor open")
    func descriptors() async throws {
        // In a process of its own, since other tests open and close files.
        await #expect(processExitsWith: .success) {
            func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            // The first program also opens what stays open.
            _ = try await Self.outcome(of: Specimen("exitsAtOnce"), as: .sealer)
            let before = try count()
            for _ in 0..<100 { _ = try await Self.outcome(of: Specimen("exitsAtOnce"), as: .sealer) }
            let after = try count()
            #expect(after <= before)
        }
    }
}
