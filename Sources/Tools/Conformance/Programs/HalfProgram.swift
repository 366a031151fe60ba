#if canImport(ExtensionHost)
import Dispatch
import ExtensionHost
import PushOpener
import PushPayload
package import RoundTrip
import SealedEnvelope
import StrictJSON
import Synchronization

extension Implementation {
    /// Starts programs, asks each for its suites, and returns this package's halves with the programs in their places.
    ///
    /// A program that fails breaks the law that is checked, is killed and is started again for the next request; after three
    /// failures it is not started any more. A replay store in an input of an opener must be an object. With an opener, the two
    /// laws of delivery do not apply.
    package static func programs(sealer: HalfProgram? = nil, opener: HalfProgram? = nil) async -> Implementation {
        var implementation = Implementation.toolkit
        if let sealer {
            implementation.sealedSuites = await sealer.suites
            implementation.seal(with: sealer)
        }
        if let opener {
            implementation.openedSuites = await opener.suites
            implementation.open(with: opener)
        }
        return implementation
    }

    private mutating func seal(with program: HalfProgram) {
        let sealText: @Sendable (String, SealingInput) async throws -> Sealed = { text, input in
            try await program.result("seal", parse: { try $0.sealed() }) { _ in try input.request(sealing: text) }
        }
        seal = { try await sealText(String(decoding: $0.serialized(), as: UTF8.self), $1) }
        self.sealText = sealText
        sealEnvelope = { content, purpose, input in
            try await program.result("seal", parse: { try $0.sealedEnvelope() }) { _ in
                try input.request(sealingEnvelopeOf: content, purpose: purpose)
            }
        }
    }

    private mutating func open(with program: HalfProgram) {
        open = { body, input in
            let opened = try await program.result("open", parse: { try $0.opened() }) { stores in
                try input.request(opening: body, stores: &stores)
            }
            return Payload(opened)
        }
        openEnvelope = { envelope, purpose, input in
            try await program.result("open", parse: { try $0.opened() }) { stores in
                try input.request(openingEnvelope: envelope, purpose: purpose, stores: &stores)
            }
        }
        deliver = { _, _ in
            throw LawOutcome.Verdict.doesNotApply(
                "the opener is a program, and the law is about this package's extension")
        }
    }
}

/// A program that takes the place of the provider half or of the device half, by Documentation/harness-protocol.md.
///
/// Its process has a process group of its own, and ends when this object is released: its input ends, and what has not ended
/// after a second is killed, as after a failure. Its standard error is that of this process.
package final class HalfProgram: Sendable {
    /// The half that a program implements.
    package enum Half: String, Sendable { case sealer, opener }

    /// The answer to `describe`.
    typealias Description = (name: String, suites: [SealingSuite])

    private struct State {
        var process: ProgramProcess?
        var failures = 0
        var lastID = 0
        var stores = ReplayStoreNumbers()
        var description: Description?
    }

    private let half: Half
    private let command: String
    private let timeLimit: Duration
    private let now: @Sendable () -> ContinuousClock.Instant
    /// The thread outside of Swift's cooperative pool that waits for answers.
    private let queue: DispatchQueue
    private let state = Mutex(State())

    private static let maximumFailures = 3

    /// Takes a command for `/bin/sh`, and the time for each answer in whole seconds.
    package init(
        _ half: Half, _ command: String, timeLimit: Duration = .seconds(30),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.half = half
        self.command = command
        self.timeLimit = timeLimit
        self.now = now
        queue = DispatchQueue(label: "SealedPush.Conformance.\(half)")
    }

    /// The program's name, or its command before it told one.
    package var name: String { state.withLock { $0.description?.name } ?? command }

    /// The suites that the program implements, for which it is started; all if it fails to tell.
    var suites: [SealingSuite] {
        get async {
            _ = try? await onQueue { try self.started(&$0) }
            return state.withLock { $0.description?.suites } ?? SealingSuite.allCases
        }
    }

    /// Puts a request to the program, a member of some kind, and returns the result that `parse` finds in the answer.
    ///
    /// - Throws: A verdict that says how the program failed, and the refusal in the answer.
    func result<Result: Sendable>(
        _ kind: String, parse: @escaping @Sendable (ProgramAnswer) throws -> Result,
        request: @escaping @Sendable (inout ReplayStoreNumbers) throws -> JSONObject
    ) async throws -> Result {
        try await onQueue { state in
            let process = try self.started(&state)
            let value = try request(&state.stores)
            return try self.exchange(kind, value, with: process, &state, parse: parse)
        }
    }

    /// Returns the running process, or a new one that has described itself.
    private func started(_ state: inout State) throws -> ProgramProcess {
        if let process = state.process { return process }
        guard state.failures < Self.maximumFailures else {
            throw LawOutcome.Verdict.broken("the \(half) failed three times and is not started again")
        }
        let process: ProgramProcess
        do {
            process = try ProgramProcess(command: command)
        } catch {
            state.failures += 1
            throw LawOutcome.Verdict.broken("the \(half) cannot be started: \(error.reason)")
        }
        state.process = process
        state.description = try exchange("describe", ["protocol": 1], with: process, &state) { try $0.description() }
        return process
    }

    private func exchange<Result>(
        _ kind: String, _ value: JSONObject, with process: ProgramProcess, _ state: inout State,
        parse: (ProgramAnswer) throws -> Result
    ) throws -> Result {
        state.lastID += 1
        let id = state.lastID
        let request: JSONObject = ["id": .number(JSONNumber(id)), kind: .object(value)]
        let line = request.serialized()
        guard line.count <= ProgramProcess.longestLine else {
            throw LawOutcome.Verdict.broken("the request to the \(half) would have more than 16 MiB")
        }
        do {
            return try parse(ProgramAnswer(parsing: process.answer(to: line, within: timeLimit, now: now), id: id))
        } catch let failure as ProgramFailure {
            state.failures += 1
            process.kill()
            state.process = nil
            state.stores.forgetProcess()
            throw LawOutcome.Verdict.broken("the \(half) failed at request \(id), \(kind): \(failure.reason)")
        }
    }

    /// Runs work that waits for the program, one after the other, on the thread of this program.
    private func onQueue<Result: Sendable>(
        _ work: @escaping @Sendable (inout State) throws -> Result
    ) async throws -> Result {
        // The result goes through a lock of its own: ThreadSanitizer does not see that a continuation hands it over.
        let outcome = Mutex<Swift.Result<Result, any Error>?>(nil)
        await withCheckedContinuation { continuation in
            queue.async {
                let result = Swift.Result { try self.state.withLock { try work(&$0) } }
                outcome.withLock { $0 = result }
                continuation.resume()
            }
        }
        guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
        return try result.get()
    }
}

/// The numbers of replay stores in the requests to a program, whose processes hold the stores.
struct ReplayStoreNumbers: Sendable {
    private struct Entry {
        let number: Int
        let process: Int
        /// Keeps the object, since the identity of a released object may be used again.
        let store: any ReplayStore
    }

    private var entries: [ObjectIdentifier: Entry] = [:]
    private var process = 0

    /// The process ended, and with it the content of its stores.
    mutating func forgetProcess() { process += 1 }

    /// Returns the number of a store, which is an object.
    ///
    /// - Throws: A verdict if an earlier process held it.
    mutating func number(of store: any ReplayStore) throws -> Int {
        let identity = ObjectIdentifier(store as AnyObject)
        let entry = entries[identity] ?? Entry(number: entries.count + 1, process: process, store: store)
        guard entry.process == process else {
            throw LawOutcome.Verdict.broken("the program failed at another request, and its replay store was lost")
        }
        entries[identity] = entry
        return entry.number
    }
}
#endif
