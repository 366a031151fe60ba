#if canImport(ExtensionHost)
import Dispatch
import ExtensionHost
import PushOpener
import SealedEnvelope
import StrictJSON
import Synchronization

/// The harness's side of a program: starts it, puts requests to it one after the other, and judges its answers.
final class ProgramClient: Sendable {
    /// The program's answer to `describe`.
    struct Description: Sendable {
        let name: String
        let suites: [SealingSuite]
    }

    private struct State {
        var process: ProgramProcess?
        var failures = 0
        var lastID = 0
        var stores = ReplayStoreNumbers()
    }

    private let program: HalfProgram
    /// The half that the program implements, for people: sealer or opener.
    private let half: String
    /// The thread outside of Swift's cooperative pool that waits for answers.
    private let queue: DispatchQueue
    private let state = Mutex(State())
    private let described = Mutex<Description?>(nil)

    private static let maximumFailures = 3

    init(_ program: HalfProgram, half: String) {
        self.program = program
        self.half = half
        queue = DispatchQueue(label: "SealedPush.RoundTrip.\(half)")
    }

    /// The program's name, or its command before it told one.
    var name: String { described.withLock { $0?.name } ?? program.command }

    /// The suites that the program implements, for which it is started; all if it fails to tell.
    var suites: [SealingSuite] {
        get async {
            if described.withLock({ $0 == nil }) { _ = try? await onQueue { try self.started(&$0) } }
            return described.withLock { $0?.suites } ?? SealingSuite.allCases
        }
    }

    /// Puts a request to the program and returns the result of its answer.
    ///
    /// - Parameters:
    ///   - kind: The name of the request's member.
    ///   - request: Returns the value of that member.
    ///   - parse: Returns the result of an answer, or throws for one that is not valid.
    /// - Returns: The result.
    /// - Throws: ``ProgramFailure``, and the errors of `request`.
    func result<Result: Sendable>(
        _ kind: String, _ request: @escaping @Sendable (inout ReplayStoreNumbers) throws -> JSONObject,
        parse: @escaping @Sendable (ProgramAnswer) throws(ProgramFailure) -> Result
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
            throw ProgramFailure(.failedThreeTimes, "the \(half) failed three times and is not started again")
        }
        let process: ProgramProcess
        do throws(SpawnFailure) {
            process = try ProgramProcess(command: program.command)
        } catch {
            state.failures += 1
            throw ProgramFailure(.notStarted, "the \(half) cannot be started: \(error.reason)")
        }
        state.process = process
        let description = try exchange("describe", ["protocol": 1], with: process, &state) {
            (answer: ProgramAnswer) throws(ProgramFailure) in
            try answer.description()
        }
        described.withLock { $0 = description }
        return process
    }

    private func exchange<Result>(
        _ kind: String, _ value: JSONObject, with process: ProgramProcess, _ state: inout State,
        parse: (ProgramAnswer) throws(ProgramFailure) -> Result
    ) throws(ProgramFailure) -> Result {
        state.lastID += 1
        let id = state.lastID
        let request: JSONObject = ["id": .number(JSONNumber(id)), kind: .object(value)]
        let line = request.serialized()
        guard line.count <= ProgramProcess.longestLine else {
            throw ProgramFailure(.unsupportedRequest, "the request to the \(half) would have more than 16 MiB")
        }
        do throws(ProgramFailure) {
            return try parse(ProgramAnswer(parsing: process.answer(to: line, within: program.timeLimit), id: id))
        } catch {
            state.failures += 1
            process.kill()
            state.process = nil
            state.stores.forgetProcess()
            throw ProgramFailure(error.code, "the \(half) failed at request \(id), \(kind): \(error.reason)")
        }
    }

    /// Runs work that waits for the program, one after the other, on the thread of this client.
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
    /// - Throws: ``ProgramFailure`` with `lostReplayStore` if an earlier process held it.
    mutating func number(of store: any ReplayStore) throws(ProgramFailure) -> Int {
        let identity = ObjectIdentifier(store as AnyObject)
        let entry = entries[identity] ?? Entry(number: entries.count + 1, process: process, store: store)
        guard entry.process == process else {
            throw ProgramFailure(
                .lostReplayStore, "the program failed at another request, and its replay store was lost")
        }
        entries[identity] = entry
        return entry.number
    }
}
#endif
