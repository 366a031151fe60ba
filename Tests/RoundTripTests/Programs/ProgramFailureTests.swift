import Conformance
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
        let reason: String
        var places: [Specimen.Place] = [.sealer, .opener]
        /// Whether it describes itself; if not, it is started once more for the law.
        var isDescribed = true

        var testDescription: String { fault }
    }

    static let cases: [Case] = [
        Case(fault: "exitsAtOnce", reason: "it exited with code 3", isDescribed: false),
        Case(fault: "noSuchFault", reason: "it exited with code 64", isDescribed: false),
        Case(fault: "describesNothing", reason: "no answer within 600 s", isDescribed: false),
        Case(fault: "exits", reason: "it exited with code 3"),
        Case(fault: "exitsInAnswer", reason: "it exited with code 0"),
        Case(fault: "killed", reason: "it was ended by signal 9"),
        Case(fault: "hangs", reason: "no answer within 600 s"),
        Case(fault: "hangsDeafToTermination", reason: "no answer within 600 s"),
        Case(fault: "leavesChild", reason: "it exited with code 5"),
        Case(fault: "closesOutput", reason: "it closed its standard output"),
        Case(fault: "floodsBytes", reason: "a line of more than 16 MiB"),
        Case(fault: "floodsLines", reason: "more than one line for the request"),
        Case(fault: "emptyLine", reason: "not an answer: the line is not a JSON object"),
        Case(fault: "notJSON", reason: "not an answer: the line is not a JSON object"),
        Case(fault: "array", reason: "not an answer: the line is not a JSON object"),
        Case(fault: "invalidUTF8", reason: "not an answer: the line is not a JSON object"),
        Case(fault: "duplicateMember", reason: "not an answer: the line is not a JSON object"),
        Case(fault: "wrongID", reason: "not an answer: its id is not that of the request"),
        Case(fault: "textID", reason: "not an answer: its id is not that of the request"),
        Case(fault: "noID", reason: "not an answer: its id is not that of the request"),
        Case(fault: "twoAnswers", reason: "more than one line for the request"),
        Case(
            fault: "missingMember", reason: "not an answer: it has no member 'body'",
            places: [.sealer]),
        Case(
            fault: "missingMember", reason: "not an answer: it has no member 'payload'",
            places: [.opener]),
        Case(
            fault: "wrongType", reason: "not an answer: 'body' is not a string", places: [.sealer]
        ),
        Case(
            fault: "wrongType", reason: "not an answer: 'payload' is not a string",
            places: [.opener]),
        Case(
            fault: "invalidPayload",
            reason: "not an answer: 'payload' is not the text of a JSON object", places: [.opener]),
        Case(
            fault: "negativeBytesLeft",
            reason: "not an answer: 'bytesLeft' is not an integer from 0 to 16777216", places: [.sealer]),
        Case(
            fault: "hugeBytesLeft",
            reason: "not an answer: 'bytesLeft' is not an integer from 0 to 16777216", places: [.sealer]),
        Case(fault: "unknownCode", reason: "not an answer: the code in 'refused' is not known"),
        Case(fault: "refusalWithResult", reason: "not an answer: a refusal with a result"),
    ]

    @Test("each failure is found in time and named without content", arguments: cases)
    func failure(_ fault: Case) async throws {
        for place in fault.places {
            let specimen = Specimen(fault.fault)
            let outcome = try await Self.outcome(of: specimen, as: place)
            let kind = !fault.isDescribed ? "describe" : place == .sealer ? "seal" : "open"
            #expect(
                outcome.verdict
                    == .broken("the \(place) failed at request 2, \(kind): \(fault.reason)"))
            try await specimen.ended()
            #expect(!specimen.processes.isEmpty)
        }
    }

    /// Checks a law; the implementation, and with it the program, is released with the return.
    private static func outcome(of specimen: Specimen, as place: Specimen.Place) async throws -> LawOutcome {
        let harness = try await specimen.harness(as: place)
        let outcomes = await harness.check(
            BrokenImplementationTests.payload, suite: .hpkeAuth, padding: .standard)
        return try #require(outcomes.first)
    }

    @Test("a program that reads nothing fails at a request that is larger than the buffers between")
    func readsNothing() async throws {
        let specimen = Specimen("readsNothing")
        let harness = try await specimen.harness(as: .sealer)
        var payload = BrokenImplementationTests.payload
        payload["long"] = .string(String(repeating: "x", count: 4 << 20))
        let outcomes = await harness.check(payload, suite: .hpkeAuth, padding: .standard)
        #expect(
            outcomes.map(\.message) == [
                "the sealer failed at request 2, seal: the request was not read, and no answer came, within 600 s"
            ])
    }

    @Test("a program that closes its input fails at the next request")
    func closesInput() async throws {
        let harness = try await Specimen("closesInput").harness(as: .sealer)
        let outcomes = await harness.check(BrokenImplementationTests.payload, suite: .hpkeAuth, padding: .standard)
        // The request may be sent before the input is closed; then it has no answer.
        let failure = "the sealer failed at request 2, seal: "
        #expect(
            ["it closed its standard input", "no answer within 600 s"].map { .broken(failure + $0) }
                .contains(outcomes.first?.verdict))
    }

    @Test("a line that comes after the answer fails the next request")
    func laterLine() async throws {
        let specimen = Specimen("laterLine")
        let harness = try await specimen.harness(as: .sealer)
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
        var harness = try await Specimen().harness(as: .sealer)
        harness.implementation = await .programs(sealer: HalfProgram(.sealer, "/nonexistent/program 2>/dev/null"))
        let outcomes = await harness.check(BrokenImplementationTests.payload, suite: .hpkeAuth, padding: .standard)
        #expect(outcomes.first?.message == "the sealer failed at request 2, describe: it exited with code 127")
    }

    @Test("an answer that breaks the law is no failure of the program", arguments: ["invalidBase64", "unsealed"])
    func brokenByAnswer(fault: String) async throws {
        let harness = try await Specimen(fault).harness(as: .sealer)
        let outcomes = await harness.check(BrokenImplementationTests.payload)
        #expect(outcomes.map(\.verdict) == [.broken("the body is not a JSON object with an envelope")])
    }

    @Test("after three failures a program is not started any more")
    func threeFailures() async throws {
        let specimen = Specimen("exits")
        let harness = try await specimen.harness(as: .opener, laws: Law.allCases)
        let outcomes = await harness.check(BrokenImplementationTests.payload).filter(\.isBroken)
        #expect(outcomes.prefix(3).allSatisfy { $0.message.hasSuffix(": it exited with code 3") })
        #expect(outcomes.count > 10)
        for outcome in outcomes.dropFirst(3) {
            #expect(outcome.verdict == .broken("the opener failed three times and is not started again"))
        }
        #expect(specimen.processes.count == 3)
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
